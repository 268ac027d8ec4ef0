"""What is particular to this course: its own two directives, as MyST that any reader can show.

The package is never imported here. It is asked, in a process of its own, for its exercises.
"""

import json
import os
import subprocess
import sys
from functools import cache

from publishing import Refused

LAB = (
    "A lab runs on this chapter's page, in a browser with JavaScript: the loop above, with a "
    "learning rate, a batch size, a number of hidden neurons, a seed and two faults of your "
    "choice. Without it, change `lr`, or a line of the loop, in the cell that trains the network."
)


def run(root, *command):
    """Return what Python prints with the package of the book in root on its path, as bytes.

    Raises Refused with the last line of what went wrong.
    """
    environment = {**os.environ, "PYTHONPATH": str(root / "src")}
    done = subprocess.run([sys.executable, *command], env=environment, capture_output=True)
    if done.returncode:
        reason = done.stderr.decode().strip().split("\n")[-1]
        raise Refused(f"python {' '.join(map(str, command))} failed: {reason}")
    return done.stdout


@cache
def exercises(root):
    """Return {id: what the package says of an exercise}, see fivelines/exercises/__main__.py."""
    return json.loads(run(root, "-m", "fivelines.exercises"))


def exercise(id, root):
    """Return the box of an exercise as MyST Markdown. Raises Refused if there is no such one."""
    if not (page := exercises(root).get(id)):
        raise Refused(f"there is no exercise {id!r} in src/fivelines/exercises/tasks/")
    hints = "\n".join(f"{n}. {hint}" for n, hint in enumerate(page["hints"], start=1))
    return (
        f":::{{admonition}} Exercise {id}: {page['title']}\n:class: exercise\n{page['task']}\n\n"
        f"To read again: *{page['section']}*. Takes about {page['minutes']} minutes.\n:::\n\n"
        f":::{{dropdown}} Hints for {id}\n{hints}\n:::"
    )


def words(root):
    """Return {name: MyST} of what readers see of this course and no page of it holds.

    The boxes of the exercises, what is said of wrong answers, the lab's box.
    """
    boxes = [
        "\n\n".join([f"# {id}", exercise(id, root), *page["feedback"]])
        for id, page in exercises(root).items()
    ]
    return {"exercises": "\n\n".join(boxes), "lab": f"# The lab\n\n{LAB}"}


# The directives of a chapter that are this course's own: name -> MyST for (argument, root).
DIRECTIVES = {"exercise": exercise, "lab": lambda argument, root: LAB}
