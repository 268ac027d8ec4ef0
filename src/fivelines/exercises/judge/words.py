"""What the learner is told, in a notebook and in the terminal alike."""

import linecache
import traceback
from textwrap import fill

from .values import without_addresses

WIDTH = 76  # fits the page of the book and any console


def report(exercise, verdict, how):
    """Return the lines that tell a Verdict.

    how: {"hint": ..., "again": ...}, what to type for a hint and where the answer is edited.
    """
    name = f"{exercise.id} {exercise.title}"
    if verdict.state == "not attempted":
        return [f"{name}: not attempted yet.", fill(how["again"], WIDTH)]
    if verdict.state == "missing":
        return [f"{name}: not checked, for want of a library: {verdict.trouble}"]
    if verdict.state == "right":
        return [f"{name}: right, on {verdict.cases} inputs (seed {verdict.seed})."]
    lines = [f"{name}: not right yet (seed {verdict.seed})."]
    if verdict.case:
        expected, got = verdict.case.told()
        lines += _rows(
            ("input", verdict.case.given),
            ("expected", f"{expected}   (by {verdict.case.by})"),
            ("got", got),
        )
    lines += [f"  {line}" for line in verdict.trouble.splitlines()]
    if verdict.looks_like:
        lines += _rows(("it looks", f"like this: {verdict.looks_like}"))
    lines.append(f"  A hint: {how['hint']}")
    return lines


def raised(error, file):
    """Return what was raised, and the last line of a file that led to it, if one did."""
    what = without_addresses(traceback.format_exception_only(error)[-1].strip())
    own = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
    if isinstance(error, SyntaxError) and error.filename == file:
        own.append(error.lineno)
    line = own[-1] if own else None
    where = f"\nin line {line}: {linecache.getline(file, line).strip()}" if line else ""
    return f"raised {what}{where}"


def endless(seconds):
    """Return what is said of code that was stopped."""
    return f"was stopped after {seconds} seconds: is there a loop that never ends?"


def _rows(*rows):
    return [
        fill(text, WIDTH, initial_indent=f"  {label:8}  ", subsequent_indent=" " * 12)
        for label, text in rows
    ]


def next_hint(exercise, progress, how):
    """Return the lines of the next hint, and remember that it was given."""
    n = min(progress.hints.get(exercise.id, 0) + 1, len(exercise.hints))
    progress.hints[exercise.id] = n
    progress.save()
    hint = f"Hint {n} of {len(exercise.hints)} for {exercise.id}: {exercise.hints[n - 1]}"
    lines = fill(hint, WIDTH).splitlines()
    if n == len(exercise.hints):
        lines.append(f"That was the last one. The solution: {how['solution']}")
    return lines
