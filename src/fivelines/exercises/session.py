"""A learner at work: what the notebook, the terminal and the page share. They only print."""

import random

from .judge.judging import Verdict, judge
from .judge.words import next_hint, report
from .progress import Progress
from .reader import find


class Session:
    """Work on the exercises in one folder; each method returns lines to be shown.

    commands: what the learner does for a "hint", for the "solution" and to try "again", as
    templates that are given the Exercise: `check.hint("{0.id}")`. folder: where the progress is.
    """

    def __init__(self, commands, folder="."):
        self.commands = commands
        self.progress = Progress(folder)

    def check(self, exercise, answer, seed=None, trouble=""):
        """Judge an answer, remember whether it is right, and return (Verdict, lines).

        seed: of the inputs; None draws one. trouble: why there is no answer to be run, or "".
        """
        seed = random.SystemRandom().randrange(10_000) if seed is None else seed
        if trouble:
            verdict = Verdict("wrong", seed, trouble=trouble)
        else:
            verdict = judge(exercise, answer, seed)
        if verdict.state == "right":
            self.progress.mark(exercise.id, "right")
        return verdict, [*report(exercise, verdict, self._how(exercise)), *self.note()]

    def hint(self, id):
        """Return the next hint. Raises LookupError with a sentence if there is no such exercise."""
        exercise = find(id)
        return [*next_hint(exercise, self.progress, self._how(exercise)), *self.note()]

    def solution(self, id):
        """Return the solution, and remember that it was shown. Raises LookupError as `hint`."""
        exercise = find(id)
        self.progress.mark(id, "shown")
        return [exercise.solution_text, *self.note()]

    def overview(self, code=None):
        """Return a line for each chapter, and what to type elsewhere to go on there.

        code: the progress from another place, which is added. Raises ValueError with a sentence if
        it is none.
        """
        if code is not None:
            self.progress.restore(code)
        there = self.commands["restore"].format(self.progress.code())
        return [*self.progress.bars(), f"To go on in another place: {there}", *self.note()]

    def _how(self, exercise):
        return {name: command.format(exercise) for name, command in self.commands.items()}

    def note(self):
        """Return what went wrong with the file of the progress, as a line or none, and once."""
        note, self.progress.note = self.progress.note, ""
        return [note] if note else []
