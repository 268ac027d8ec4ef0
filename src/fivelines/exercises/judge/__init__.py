"""The judge: runs an answer on a task's inputs and says what was found."""

from .cases import Case, mutant, solution

__all__ = ["Case", "mutant", "solution"]
