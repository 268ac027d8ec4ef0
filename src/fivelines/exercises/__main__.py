"""Prints all exercises as JSON, or one as chapters have it: python -m fivelines.exercises [ID]."""

import json
import sys

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
            "feedback": [mutant.__doc__ for mutant in exercise.mutants],
            "needs": exercise.needs,
            "check": exercise.cells[-1],
        }
        for id, exercise in zip(ids(), map(find, ids()), strict=True)
    }


def in_chapter(id):
    """Return the lines of an exercise in its chapter. Raises LookupError if there is none."""
    cells = [f"```{{code-cell}} ipython3\n{cell}\n```" for cell in find(id).cells]
    return "\n\n".join([f":::{{exercise}} {id}\n:::", *cells])


if __name__ == "__main__":
    try:
        print(*map(in_chapter, sys.argv[1:]) if sys.argv[1:] else [json.dumps(catalogue())])
    except LookupError as error:
        sys.exit(str(error))
