"""The exercises of the course: their tasks, the judge, and what a learner is told."""

from .reader import Exercise, find, id_of, ids, name_of

__all__ = ["Exercise", "find", "id_of", "ids", "name_of"]
