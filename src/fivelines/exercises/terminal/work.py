"""The folder with the learner's files: what each defines, and how lines are printed there."""

import linecache
from pathlib import Path
from types import ModuleType

from rich.console import Console

from ..judge import limits
from ..judge.words import endless, raised
from ..session import Session

COMMANDS = {
    "hint": "fivelines hint {0.id}",
    "solution": "fivelines solution {0.id}",
    "again": "Put your code where the dots are in {0.file}, and save it.",
    "restore": "fivelines progress {0}",
}
STYLES = {"right": "green", "wrong": "yellow"}


class Work:
    """The folder with the learner's files, and what is known of them."""

    def __init__(self, folder="."):
        self.folder = Path(folder)
        self.session = Session(COMMANDS, self.folder)
        self.console = Console(highlight=False, markup=False, soft_wrap=True)

    def say(self, *lines, style=None):
        """Print lines; a console that lacks a character prints `?` for it."""
        encoding = self.console.encoding
        for line in lines:
            self.console.print(line.encode(encoding, "replace").decode(encoding), style=style)

    def check(self, exercise, seed=None):
        """Check the learner's file for an exercise, say what came out, and return whether right."""
        answer, trouble = None, ""
        try:
            answer = function(self.folder / exercise.file, exercise.name)
        except Broken as broken:
            trouble = str(broken)
        verdict, (first, *rest) = self.session.check(exercise, answer, seed, trouble)
        self.say(first, style=STYLES.get(verdict.state))
        self.say(*rest)
        return verdict.state == "right"

    def close(self):
        """Say what went wrong with the progress file, if anything did."""
        self.say(*self.session.note())


class Broken(Exception):
    """The learner's file does not get as far as defining its function; the message says why."""


def function(path, name):
    """Return the function that a learner's file defines. Raises Broken with a sentence."""
    if not path.exists():
        raise Broken(f"There is no {path.name} here. Type `fivelines start` for the files.")
    module = ModuleType(path.stem)
    module.__file__ = str(path)
    linecache.checkcache(str(path))
    try:
        code = compile(path.read_text("utf8"), str(path), "exec")
        with limits.time_limit(limits.SECONDS):
            exec(code, vars(module))
    except KeyboardInterrupt:
        raise
    except limits.TimeUp:
        raise Broken(f"{path.name} {endless(limits.SECONDS)}") from None
    except BaseException as error:
        raise Broken(f"{path.name} {raised(error, str(path))}") from None
    if name not in vars(module):
        raise Broken(f"{path.name} has no function {name}. Did its name change?")
    return vars(module)[name]
