"""02.8: a line that no code can have printed."""

from ..judge import Case, mutant, solution

TITLE = "Find the impossible line"
SECTION = "Can you spot a table that its code did not print?"
MINUTES = 10
TASK = """
A table shows the steps of the chapter's one weight: it starts at `w = 1.0`, the loss is
`(2 * w - 10) ** 2`, and a row has `w` and the loss after a step, both rounded to four
places. Write `impossible_line(rows, lr)`: the number of the first row, counted from 1,
that the loop cannot have printed, or 0 if every row is possible. Rounding is no fault.
"""
HINTS = [
    "Which two things can be wrong in a row? One you see in the row alone, the other you do not.",
    "Run the loop yourself, with the gradient `8 * w - 40`, and compare each row with what you "
    "get. What is the largest difference that rounding to four places can make?",
    "Keep your own, unrounded `w` from step to step. A row is impossible if `round(w, 4)` or "
    "`round(loss, 4)` is not what it shows.",
]


@solution
def impossible_line(rows, lr):
    """Return the number of the first impossible row, from 1, or 0 if there is none.

    rows: list of pairs (w, loss), both rounded to 4 places. lr: the learning rate.
    """
    w = 1.0
    for number, (shown_w, shown_loss) in enumerate(rows, start=1):
        w -= lr * (8 * w - 40)
        if abs(w - shown_w) > 1e-4 or abs((2 * w - 10) ** 2 - shown_loss) > 1e-4:
            return number
    return 0


def _flaws(rows, lr):
    """For each row: whether its w is off, and whether its loss is."""
    w, flaws = 1.0, []
    for shown_w, shown_loss in rows:
        w -= lr * (8 * w - 40)
        flaws.append((abs(w - shown_w) > 1e-4, abs((2 * w - 10) ** 2 - shown_loss) > 1e-4))
    return flaws


def _first(flags):
    return next((number for number, flag in enumerate(flags, start=1) if flag), 0)


@mutant
def weights_only(rows, lr):
    """Only the column of `w` is checked. A loss can be wrong beside a right `w`."""
    return _first(w for w, _ in _flaws(rows, lr))


@mutant
def each_row_by_itself(rows, lr):
    """Each row is compared with itself only. A row can agree with itself and still not follow from
    the step before."""
    return _first(abs((2 * w - 10) ** 2 - loss) > 0.005 for w, loss in rows)


@mutant
def no_rounding(rows, lr):
    """Right rows are called impossible: they are rounded to four places, so allow for that."""
    w, flags = 1.0, []
    for shown_w, shown_loss in rows:
        w -= lr * (8 * w - 40)
        flags.append(w != shown_w or (2 * w - 10) ** 2 != shown_loss)
    return _first(flags)


@mutant
def counted_from_0(rows, lr):
    """The rows are counted from 1. Python counts from 0."""
    return _first(map(any, _flaws(rows, lr))) - 1


@mutant
def last_line(rows, lr):
    """This is the last impossible row. The first one is asked for."""
    flags = list(map(any, _flaws(rows, lr)))
    return max((number for number, flag in enumerate(flags, start=1) if flag), default=0)


@mutant
def too_tolerant(rows, lr):
    """The tolerance is too wide. Rounding to four places changes a number by 0.00005 at most."""
    w, flags = 1.0, []
    for shown_w, shown_loss in rows:
        w -= lr * (8 * w - 40)
        flags.append(abs(w - shown_w) > 0.02 or abs((2 * w - 10) ** 2 - shown_loss) > 0.02)
    return _first(flags)


def _printed(lr, n):
    w, rows = 1.0, []
    for _ in range(n):
        w -= lr * (8 * w - 40)
        rows.append((round(w, 4), round((2 * w - 10) ** 2, 4)))
    return rows


def check(answer, rng):
    """Try an honest table, the published one, then tables with one or two planted rows."""
    published = [
        (2.6, 21.16),
        (3.664, 8.6491),
        (4.3302, 3.5369),
        (4.7481, 1.4461),
        (5.0105, 0.0044),
    ]
    tables = [(0.1, _printed(0.1, 5), 0), (0.1, published, 1)]
    for kind in ("loss", "both", "small", "two", "none"):
        lr = rng.choice([0.03, 0.05, 0.07])
        rows, at = _printed(lr, 6), rng.randrange(1, 4)
        w, loss = rows[at]
        if kind == "loss":
            rows[at] = (w, round(loss + 0.1, 4))
        elif kind == "both":
            rows[at] = (round(w + 0.1, 4), round((2 * (w + 0.1) - 10) ** 2, 4))
        elif kind == "small":
            rows[at] = (round(w + 0.003, 4), loss)
        elif kind == "two":
            rows[at], rows[at + 2] = (w, round(loss + 0.1, 4)), (0.0, 100.0)
        tables.append((lr, rows, 0 if kind == "none" else at + 1))
    for lr, rows, expected in tables:
        yield Case(f"lr = {lr}, rows = {rows}", answer(rows, lr), expected, "running the loop")
