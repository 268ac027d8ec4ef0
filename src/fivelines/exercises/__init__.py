"""The exercises of the course: their tasks, the judge, and what a learner is told."""

from .reader import Exercise, find, ids

__all__ = ["Exercise", "find", "ids"]
