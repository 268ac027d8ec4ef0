"""00.2: two linear layers are one."""

import math

from ..judge import Case, mutant, solution
from ..judge.values import show

TITLE = "Collapse two layers into one"
SECTION = "Why not stack layers without an activation?"
NEEDS = ["numpy"]
MINUTES = 10
TASK = """
Two layers without an activation: the first computes `h = W1 @ x + b1`, the
second `y = W2 @ h + b2`. Write `collapse(W1, b1, W2, b2)`, which returns the
`W` and the `b` of the one layer that computes the same `y = W @ x + b`.
"""
HINTS = [
    "Put the first formula into the second. What stands in front of `x`, and what is left over?",
    "`W2 @ (W1 @ x + b1) + b2`: multiply out. The order of the two matrices matters.",
    "`W` is `W2 @ W1`. The first bias has to pass through the second layer as well.",
    "`b` is `W2 @ b1 + b2`.",
]


@solution
def collapse(W1, b1, W2, b2):
    """Return (W, b) of the layer that does what the two layers do one after the other.

    W1: array of shape (h, n). b1: (h,). W2: (m, h). b2: (m,). W: (m, n). b: (m,).
    """
    return W2 @ W1, W2 @ b1 + b2


@mutant
def other_order(W1, b1, W2, b2):
    """The matrices stand in the wrong order. The first layer acts first, so its matrix stands next
    to `x`: `W2 @ W1`."""
    return W1 @ W2, W2 @ b1 + b2


@mutant
def biases_added(W1, b1, W2, b2):
    """The first bias is added as it is. It is part of `h`, so the second layer multiplies it too:
    `W2 @ b1`."""
    return W2 @ W1, b1 + b2


@mutant
def first_bias_lost(W1, b1, W2, b2):
    """The first bias is lost. It is part of `h`, so it reaches `y` as `W2 @ b1`."""
    return W2 @ W1, b2


@mutant
def entry_by_entry(W1, b1, W2, b2):
    """`*` multiplies entry by entry. The product of two layers is a matrix product, `@`."""
    return W2 * W1, W2 @ b1 + b2


def check(answer, rng):
    """Try layers of one neuron, then of two, then of sizes that are all different."""
    import numpy as np

    def matrix(*sizes):
        draws = [rng.choice([-3, -2, -1, 2, 3]) for _ in range(math.prod(sizes))]
        return np.array(draws, dtype=float).reshape(sizes)

    for n, h, m in [(1, 1, 1), (2, 2, 2), (2, 2, 2), (3, 4, 2), (2, 3, 5)]:
        W1, b1, W2, b2 = matrix(h, n), matrix(h), matrix(m, h), matrix(m)

        def both(x, W1=W1, b1=b1, W2=W2, b2=b2):
            return W2 @ (W1 @ x + b1) + b2

        b = both(np.zeros(n))
        W = np.column_stack([both(x) - b for x in np.eye(n)])
        given = [
            f"{k} = {show(v.tolist())}"
            for k, v in zip(("W1", "b1", "W2", "b2"), (W1, b1, W2, b2), strict=True)
        ]
        yield Case(
            f"{', '.join(given)}; W and b",
            answer(W1, b1, W2, b2),
            [W, b],
            "running both layers on 0 and on each unit vector",
        )
