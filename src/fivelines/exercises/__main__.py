"""Prints all exercises as JSON, for whoever makes pages of them: python -m fivelines.exercises."""

import json

from . import find, ids


def catalogue():
    """Return {id: what a page needs to know of an exercise}."""
    return {
        id: {
            "title": exercise.title,
            "section": exercise.module.SECTION,
            "minutes": exercise.module.MINUTES,
            "task": exercise.task,
            "hints": exercise.hints,
            "needs": exercise.needs,
            "check": exercise.cells[-1],
        }
        for id, exercise in zip(ids(), map(find, ids()), strict=True)
    }


if __name__ == "__main__":
    print(json.dumps(catalogue()))
