"""01.6: by hand, and by jax.grad."""

import math

from ..judge import Case, mutant, solution
from ..judge.values import draw, nudge

TITLE = "By hand, then by jax.grad"
SECTION = "Do PyTorch and JAX agree?"
MINUTES = 15
NEEDS = ["jax"]
TASK = """
A neuron with one input answers `tanh(w * x + b)`, and its loss is the square of
what is missing to the target `y`. Work out both partial derivatives with a pencil
first. Then write `two_gradients(w, b, x, y)`: it returns two pairs, each the rate
of the loss toward `w` and toward `b`. The first is your formula, with `math.tanh`.
The second comes from `jax.grad`, which needs `jnp.tanh`.
"""
HINTS = [
    "Name the steps: `z = w * x + b`, `t = tanh(z)`, `loss = (t - y) ** 2`. Which slope belongs "
    "to each?",
    "Along the path to `b` the slopes are `2 * (t - y)`, `1 - t * t` and 1. Toward `w` the last "
    "one is `x`.",
    "`jax.grad(f)` is the rate toward the first argument of `f` only. `argnums` asks for more.",
    "Define `loss(w, b)` with `jnp.tanh`; then `jax.grad(loss, argnums=(0, 1))(w, b)` is a pair.",
]


@solution
def two_gradients(w, b, x, y):
    """Return ((dL/dw, dL/db) by hand, (dL/dw, dL/db) by jax.grad) for L = (tanh(w x + b) - y)^2.

    w, b, x, y: floats.
    """
    import jax
    import jax.numpy as jnp

    t = math.tanh(w * x + b)
    at_b = 2 * (t - y) * (1 - t * t)

    def loss(w, b):
        return (jnp.tanh(w * x + b) - y) ** 2

    return (at_b * x, at_b), jax.grad(loss, argnums=(0, 1))(w, b)


@mutant
def no_two(w, b, x, y):
    """By hand, the 2 is missing: the slope of a square is twice its base."""
    (dw, db), by_jax = two_gradients(w, b, x, y)
    return (dw / 2, db / 2), by_jax


@mutant
def no_squash(w, b, x, y):
    """By hand, the slope of the squash is missing: 1 - t * t."""
    t = math.tanh(w * x + b)
    return (2 * (t - y) * x, 2 * (t - y)), two_gradients(w, b, x, y)[1]


@mutant
def no_input(w, b, x, y):
    """By hand, the rate toward `w` lacks the slope of the product, which is `x`."""
    (_, db), by_jax = two_gradients(w, b, x, y)
    return (db, db), by_jax


@mutant
def first_argument_only(w, b, x, y):
    """`jax.grad` returns the rate toward the first argument only. Ask for both with
    `argnums=(0, 1)`."""
    by_hand, by_jax = two_gradients(w, b, x, y)
    return by_hand, by_jax[0]


@mutant
def copied(w, b, x, y):
    """The second pair is not from JAX. It should be what `jax.grad` returns."""
    by_hand, _ = two_gradients(w, b, x, y)
    return by_hand, by_hand


def check(answer, rng):
    """Compare both pairs with a nudge, and see that the second was made by JAX."""
    import jax

    for _ in range(2):
        w, b, x, y = draw(rng, 4, high=0.8)
        given = f"w = {w}, b = {b}, x = {x}, y = {y}"
        got = answer(w, b, x, y)
        rates = nudge(lambda w, b, x=x, y=y: (math.tanh(w * x + b) - y) ** 2, [w, b])
        yield Case(given, got, [rates, rates], "central differences", tol=1e-4)
        second = got[1] if isinstance(got, list | tuple) and len(got) == 2 else None
        leaves = jax.tree.leaves(second)
        made = leaves and all(isinstance(leaf, jax.Array) for leaf in leaves)
        kind = "JAX" if made else "not JAX"
        yield Case(f"{given}; who made the second pair", kind, "JAX", "the types")
