"""01.2: the slopes of single operations."""

import math

from ..judge import Case, mutant, solution
from ..judge.values import draw, nudge

TITLE = "Local rules"
SECTION = "How do rates combine?"
MINUTES = 10
TASK = """
Write `slopes(op, *inputs)`, the slopes of one operation toward its inputs, with
calculus and not with a nudge. For `"*"` the inputs are `a, b`; for `"tanh"` there
is one, `a`; for `"**"` they are `a, n`, where `n` is a fixed whole number and gets
no slope. Return a tuple with one slope for each input.
"""
HINTS = [
    "In `a * b`, turn `a` by 1. By how much does the product move?",
    "With `t = math.tanh(a)`, the slope of the squash is built from `t` alone. It is 1 where `t` "
    "is 0, and 0 where `t` is 1 or -1.",
    "Toward the factors: `(b, a)`. The slope of `a ** n` is `n` times the next lower power of `a`.",
    "`(b, a)`, `(1 - math.tanh(a) ** 2,)` and `(n * a ** (n - 1),)`. The comma makes a tuple.",
]


@solution
def slopes(op, *inputs):
    """Return the tuple of the slopes of an operation toward its inputs.

    op: "*" with inputs a and b, "tanh" with input a, or "**" with inputs a and n.
    """
    if op == "*":
        a, b = inputs
        return b, a
    if op == "tanh":
        (a,) = inputs
        return (1 - math.tanh(a) ** 2,)
    a, n = inputs
    return (n * a ** (n - 1),)


@mutant
def own_factor(op, *inputs):
    """In a product, the slope toward a factor is the other factor."""
    return inputs if op == "*" else slopes(op, *inputs)


@mutant
def sum_rule(op, *inputs):
    """Slopes of 1 belong to a sum. A product scales a nudge by the other factor."""
    return (1.0, 1.0) if op == "*" else slopes(op, *inputs)


@mutant
def tanh_not_squared(op, *inputs):
    """The slope of tanh is 1 - t * t, and the square is missing."""
    return (1 - math.tanh(inputs[0]),) if op == "tanh" else slopes(op, *inputs)


@mutant
def tanh_of_input(op, *inputs):
    """The slope of tanh is 1 - t * t with the output t = tanh(a), not with the input a."""
    return (1 - inputs[0] ** 2,) if op == "tanh" else slopes(op, *inputs)


@mutant
def same_power(op, *inputs):
    """The slope of a power has an exponent that is lower by one."""
    return (inputs[1] * inputs[0] ** inputs[1],) if op == "**" else slopes(op, *inputs)


@mutant
def no_exponent(op, *inputs):
    """The slope of a power has the exponent in front as a factor."""
    return (inputs[0] ** (inputs[1] - 1),) if op == "**" else slopes(op, *inputs)


def _apply(op, inputs):
    a = inputs[0]
    return a * inputs[1] if op == "*" else math.tanh(a) if op == "tanh" else a ** inputs[1]


def check(answer, rng):
    """Try each operation on two draws; the slopes must be what a nudge measures."""
    for n in (2, rng.choice([3, 4])):
        (a,), (b,) = draw(rng, 1, high=0.8), draw(rng, 1, low=0.9)
        for op, inputs in [("*", (a, b)), ("tanh", (a,)), ("**", (a, n))]:
            dials = inputs if op == "*" else inputs[:1]
            yield Case(
                f"slopes({', '.join(map(repr, (op, *inputs)))})",
                answer(op, *inputs),
                nudge(lambda *dials, op=op, n=inputs[-1]: _apply(op, (*dials, n)), dials),
                "central differences",
                tol=1e-5,
            )
