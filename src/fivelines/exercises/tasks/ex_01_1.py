"""01.1: the central difference."""

import math

from ..judge import Case, mutant, solution
from ..judge.values import draw

TITLE = "The central difference"
SECTION = "Can a nudge measure better than that?"
MINUTES = 5
TASK = """
Write `central_difference(f, x, h)`, the rate of `f` at `x` from a nudge by `h` to
each side. When you halve the nudge, a quarter of the error should be left.
"""
HINTS = [
    "A nudge to the right reads too much on `x * x`, one to the left too little. How do you use "
    "both?",
    "Divide how far the display moved by how far the dial was turned. How far apart are `x - h` "
    "and `x + h`?",
    "The display moved by `f(x + h) - f(x - h)`, and the dial by `2 * h`.",
]


@solution
def central_difference(f, x, h):
    """Return the rate of f at x, measured with a nudge by h to each side.

    f: a function of one number. x, h: numbers.
    """
    return (f(x + h) - f(x - h)) / (2 * h)


@mutant
def forward(f, x, h):
    """This is the forward difference: it nudges to one side only, and its error halves with the
    nudge where it should be quartered."""
    return (f(x + h) - f(x)) / h


@mutant
def backward(f, x, h):
    """This is the backward difference: it nudges to the left only."""
    return (f(x) - f(x - h)) / h


@mutant
def divided_by_h(f, x, h):
    """The rate is twice too large. From `x - h` to `x + h` the dial turns by `2 * h`."""
    return (f(x + h) - f(x - h)) / h


@mutant
def no_brackets(f, x, h):
    """`/ 2 * h` divides by 2 and then multiplies by `h`. Put brackets around `2 * h`."""
    return (f(x + h) - f(x - h)) / 2 * h


@mutant
def half_the_nudge(f, x, h):
    """This nudges by `h / 2` to each side. It is a good rate, but the task says by `h`."""
    return (f(x + h / 2) - f(x - h / 2)) / h


@mutant
def nudge_of_its_own(f, x, h):
    """The nudge is a fixed number here, and `h` is ignored."""
    return (f(x + 1e-5) - f(x - 1e-5)) / 2e-5


@mutant
def wrong_sign(f, x, h):
    """The sign is turned round. The rate is the display on the right minus that on the left."""
    return (f(x - h) - f(x + h)) / (2 * h)


def square(x):
    """Return x * x."""
    return x * x


def cube(x):
    """Return x * x * x."""
    return x * x * x


def check(answer, rng):
    """Compare with the algebra of two powers, then see what halving the nudge does."""
    (x,) = draw(rng, 1)
    h = rng.choice([0.5, 0.25])
    yield Case(f"f(x) = x * x, x = {x}, h = {h}", answer(square, x, h), 2 * x, "the algebra, 2x")
    yield Case(
        f"f(x) = x * x * x, x = {x}, h = {h}",
        answer(cube, x, h),
        3 * x * x + h * h,
        "the algebra, 3x^2 + h^2",
    )
    for name, f, rate in [("exp", math.exp, math.exp), ("sin", math.sin, math.cos)]:
        error, half = (abs(answer(f, x, h) - rate(x)) for h in (0.02, 0.01))
        yield Case(
            f"f = {name}, x = {x}: the error at h = 0.02 divided by that at h = 0.01",
            round(error / half, 2) if half > 1e-8 else 1.0,
            4.0,
            "the algebra: the error goes with h^2",
            tol=0.02,
        )
