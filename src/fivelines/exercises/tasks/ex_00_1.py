"""00.1: a single neuron."""

import math

from ..judge import Case, mutant, solution
from ..judge.values import draw, show

TITLE = "One neuron"
SECTION = "What does one neuron do?"
MINUTES = 5
TASK = """
Write `neuron(w, x, b)`. It multiplies each input by its weight, adds the
products up, adds the bias, and squashes the sum with `math.tanh`. There may
be any number of inputs.
"""
HINTS = [
    "What does the neuron with w = (0.5, -1.5) and b = 1 make of the input (3, 1) before the "
    "squash? Which steps did you take?",
    "Pair each weight with its input with `zip(w, x)`, and add the products up with `sum`.",
    "The score is `sum(wi * xi for wi, xi in zip(w, x)) + b`. One function is still to be "
    "applied to all of it.",
]


@solution
def neuron(w, x, b):
    """Return the neuron's output, tanh(w.x + b).

    w, x: two sequences of n numbers each. b: a number.
    """
    return math.tanh(sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b)


@mutant
def no_squash(w, x, b):
    """This is the score. The output is the score after the squash, `math.tanh`."""
    return sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b


@mutant
def no_bias(w, x, b):
    """The bias is left out."""
    return math.tanh(sum(wi * xi for wi, xi in zip(w, x, strict=True)))


@mutant
def bias_outside(w, x, b):
    """The bias is added after the squash. It belongs to the score, inside it."""
    return math.tanh(sum(wi * xi for wi, xi in zip(w, x, strict=True))) + b


@mutant
def bias_for_each(w, x, b):
    """The bias is added once for each input. A neuron has one bias."""
    return math.tanh(sum(wi * xi + b for wi, xi in zip(w, x, strict=True)))


@mutant
def squash_each(w, x, b):
    """Each product is squashed by itself. The squash comes once, after the sum."""
    return math.tanh(sum(math.tanh(wi * xi) for wi, xi in zip(w, x, strict=True)) + b)


@mutant
def first_two_only(w, x, b):
    """Only the first two inputs count here. There may be more."""
    return math.tanh(sum(wi * xi for wi, xi in list(zip(w, x, strict=True))[:2]) + b)


def check(answer, rng):
    """Try one input, then two, three and five."""
    for n in (1, 2, 3, 5):
        w, x, (b,) = draw(rng, n), draw(rng, n), draw(rng, 1)
        yield Case(
            f"w = {show(w)}, x = {show(x)}, b = {b}",
            answer(w, x, b),
            neuron(w, x, b),
            "the formula tanh(w.x + b)",
        )
