"""Runs an answer on an exercise's inputs and says what was found, without ever raising."""

import inspect
import random
import traceback
from dataclasses import dataclass, field
from importlib.util import find_spec

from . import limits
from .cases import Case, sentence
from .values import agree, plain, shape, show
from .words import endless, raised


@dataclass
class Verdict:
    """The outcome of a check.

    state: "not attempted", "missing" (a library), "wrong" or "right". case: the smallest input with
    a wrong result. trouble: a sentence or two, where the answer raised or never ended.
    looks_like: the sentence of the mutant that behaves in just the same way.
    """

    state: str
    seed: int = 0
    cases: int = 0
    case: Case | None = None
    trouble: str = ""
    looks_like: str = ""


class _NotAttempted(BaseException):
    """The answer gave back the stub's three dots."""


@dataclass
class _Trial:
    """All that an answer did on the inputs of one seed."""

    cases: list = field(default_factory=list)
    error: BaseException | None = None
    call: tuple = ()  # the arguments of the last call

    @property
    def wrong(self):
        return next((case for case in self.cases if not case.right), None)


def judge(exercise, answer, seed):
    """Return the Verdict on an answer for an Exercise; a seed draws the same inputs every time."""
    if is_stub(answer):
        return Verdict("not attempted")
    if not callable(answer):
        return Verdict(
            "wrong",
            seed,
            trouble=f"The check takes the function {exercise.name} itself, without quotes and "
            f"without brackets behind it, not {shape(plain(answer))}.",
        )
    missing = [library for library in exercise.needs if find_spec(library) is None]
    if missing:
        return Verdict("missing", trouble=f"pip install {' '.join(missing)}")
    for library in exercise.needs:
        __import__(library)  # takes seconds the first time, which are not the answer's
    trial = run(exercise, answer, seed)
    if isinstance(trial.error, _NotAttempted):
        return Verdict("not attempted")
    if trial.error is None and trial.wrong is None:
        return Verdict("right", seed, len(trial.cases))
    verdict = Verdict("wrong", seed, case=trial.wrong)
    if trial.wrong is None:
        verdict.trouble = _trouble(trial, exercise, answer)
    if not isinstance(trial.error, limits.TimeUp):
        match = (m for m in exercise.mutants if _alike(trial, run(exercise, m, seed)))
        verdict.looks_like = next(map(sentence, match), "")
    return verdict


def is_stub(answer):
    """Return whether the answer is the stub: a function that does nothing but return the dots."""
    if answer is ...:
        return True
    if not inspect.isfunction(answer):
        return False
    code = answer.__code__
    does_nothing = not code.co_names and code.co_nlocals == code.co_argcount + bool(
        code.co_flags & inspect.CO_VARARGS
    )
    rest = {c for c in code.co_consts if not isinstance(c, str | None)}
    return does_nothing and rest == {...}


def run(exercise, answer, seed):
    """Return the _Trial of an answer: every input of the seed, whatever happens."""
    trial = _Trial()

    def probe(*arguments):
        trial.call = arguments
        result = answer(*arguments)
        if result is ...:
            raise _NotAttempted
        return result

    try:
        with limits.time_limit(_seconds(exercise)):
            for case in exercise.check(probe, random.Random(seed)):
                trial.cases.append(case)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        trial.error = error
    return trial


def _seconds(exercise):
    """Return how long an answer may take."""
    return limits.SECONDS * (5 if exercise.slow else 1)


def _alike(trial, other):
    """Return whether two trials did the same on every input."""
    return (
        type(trial.error) is type(other.error)
        and len(trial.cases) == len(other.cases)
        and all(
            a.given == b.given and (agree(a.got, b.got, 1e-9) or show(a.got) == show(b.got))
            for a, b in zip(trial.cases, other.cases, strict=True)
        )
    )


def _trouble(trial, exercise, answer):
    """Say in a few words why the answer came to no result."""
    error = trial.error
    call = f"{exercise.name}({', '.join(show(plain(argument), 60) for argument in trial.call)})"
    if isinstance(error, limits.TimeUp):
        return f"{call} {endless(_seconds(exercise))}"
    if not any(frame.name == "probe" for frame in traceback.extract_tb(error.__traceback__)):
        what = raised(error, "").removeprefix("raised ")
        return f"The check could not read what {call} returned: {what}"
    file = getattr(getattr(answer, "__code__", None), "co_filename", "")
    return f"{call} {raised(error, file)}"
