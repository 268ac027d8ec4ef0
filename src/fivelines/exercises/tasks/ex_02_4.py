"""02.4: the largest stable learning rate."""

import math

from ..judge import Case, mutant, solution

TITLE = "The largest stable learning rate"
SECTION = "How large may the learning rate be?"
MINUTES = 10
TASK = """
The loss of one weight is a parabola, but you are not told which. You get its
gradient as a function of `w`, a straight line. Write `largest_lr(gradient)`, the
learning rate at which descent just stops converging. The check descends with 0.95
of your rate, which must converge, and with 1.05 of it, which must not.
"""
HINTS = [
    "By how much does the gradient change when `w` moves by 1? What is that called in the chapter?",
    "A step multiplies the distance to the lowest point by `1 - lr * curvature`. When is that "
    "exactly -1?",
    "The curvature is `gradient(1.0) - gradient(0.0)`, and the limit is 2 divided by it.",
]


@solution
def largest_lr(gradient):
    """Return the learning rate at which descent on a parabola stops converging.

    gradient: a function of w, the derivative of the loss.
    """
    return 2 / (gradient(1.0) - gradient(0.0))


@mutant
def arrives_at_once(gradient):
    """This is the rate that arrives in one step. Twice that rate jumps to the other side, just as
    far away."""
    return 1 / (gradient(1.0) - gradient(0.0))


@mutant
def the_chapters_number(gradient):
    """A quarter is the limit of the chapter's parabola. Others have another curvature: measure it
    with `gradient`."""
    return 0.25


@mutant
def gradient_for_curvature(gradient):
    """This divides by a gradient. The limit depends on the curvature, on how fast the gradient
    changes."""
    return 2 / abs(gradient(0.0))


@mutant
def curvature_itself(gradient):
    """The limit is 2 divided by the curvature, and not the other way round: the more curved, the
    smaller the steps."""
    return (gradient(1.0) - gradient(0.0)) / 2


@mutant
def sign_turned(gradient):
    """The rate is negative. The curvature is `gradient(1.0) - gradient(0.0)`, in this order."""
    return 2 / (gradient(0.0) - gradient(1.0))


def _ends_closer(gradient, lowest, lr):
    w = start = lowest + 1.0
    for _ in range(200):
        w -= lr * gradient(w)
    return abs(w - lowest) < abs(start - lowest)


def check(answer, rng):
    """Descend on three parabolas with a little less and a little more than the answer."""
    for _ in range(3):
        curvature = rng.choice([0.5, 3, 5, 10, 20, 50])
        lowest = rng.choice([3, 4, 5, 6, 7])

        def gradient(w, curvature=curvature, lowest=lowest):
            return curvature * (w - lowest)

        lr = answer(gradient)
        said = "a number above 0"
        if isinstance(lr, bool) or not isinstance(lr, int | float) or not 0 < lr < math.inf:
            yield Case(
                f"gradient(w) = {curvature} * (w - {lowest})", lr, said, "the task", right=False
            )
            continue
        fates = [
            f"{k} of it {'converges' if _ends_closer(gradient, lowest, k * lr) else 'diverges'}"
            for k in (0.95, 1.05)
        ]
        yield Case(
            f"gradient(w) = {curvature} * (w - {lowest})",
            f"{lr:.6g}: {', '.join(fates)}",
            f"{2 / curvature:.6g}: 0.95 of it converges, 1.05 of it diverges",
            "200 steps of descent",
            right="converges" in fates[0] and "diverges" in fates[1],
        )
