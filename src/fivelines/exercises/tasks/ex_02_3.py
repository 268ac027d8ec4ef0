"""02.3: break the loop, and know beforehand what will happen."""

import random
from functools import lru_cache
from itertools import pairwise

from ..judge import Case, mutant, solution

TITLE = "Break the loop"
SECTION = "How does the loop break?"
MINUTES = 10
TASK = """
A line `w * x + b` is fitted to `n` points, which lie evenly from x = -1 to x = 1 on
some line. The loop starts at `w = b = 0`, runs for 100 steps, and has one of six
faults, or none. What does the loss do?

First predict. With `n = 50` and `lr = 0.3`, choose one word for each case:
converges, oscillates, stays flat, climbs, explodes. Explodes means that the error
grows and changes sign at every step; climbs means that it grows on one side.
In a notebook, `check.predict` keeps your first answer and `check.reveal` runs the
loops.

Then write what you have learned as a function, `forecast(fault, lr, n)`. It is tried
on fresh lines, with other learning rates and other numbers of points. Does a sum in
place of a mean always explode?
"""
HINTS = [
    "Which faults make the loop behave like a correct loop with another learning rate? With "
    "which one?",
    "The curvature in the direction of `b` is 2, and in no direction is it larger. So every step "
    "multiplies the distance of `b` by `1 - 2 * lr`. When does that converge?",
    "`lr_x_100` makes the rate a hundred times as large, and `sum_not_mean` `n` times. Below a "
    "rate of 1 the loop converges; above, it explodes.",
    "The other three do not depend on the rate: no_zero_grad oscillates, late_zero_grad stays "
    "flat, sign_flip climbs.",
]
CASES = ["no_fault", "no_zero_grad", "late_zero_grad", "sign_flip", "lr_x_100", "sum_not_mean"]
OUTCOMES = ["converges", "oscillates", "stays flat", "climbs", "explodes"]
AFTERWARDS = (
    "Now the moons, where none of these loops explodes: why did they survive? Look at the range "
    "of tanh, and at its slope where it is flat. Then write forecast."
)


@solution
def forecast(fault, lr, n):
    """Return what the loss does: "converges", "oscillates", "stays flat", "climbs" or "explodes".

    fault: "no_fault", "no_zero_grad", "late_zero_grad", "sign_flip", "lr_x_100" or "sum_not_mean".
    lr: the learning rate, below 1. n: the number of points.
    """
    always = {"no_zero_grad": "oscillates", "late_zero_grad": "stays flat", "sign_flip": "climbs"}
    if fault in always:
        return always[fault]
    rate = lr * {"lr_x_100": 100, "sum_not_mean": n}.get(fault, 1)
    return "converges" if rate < 1 else "explodes"


@mutant
def by_name_alone(fault, lr, n):
    """The fault alone does not decide. A hundred times a tiny rate, or a sum over a few points, may
    still be below the limit: look at `lr` and `n`."""
    return "explodes" if fault in ("lr_x_100", "sum_not_mean") else forecast(fault, lr, n)


@mutant
def no_reset_explodes(fault, lr, n):
    """Without a reset the old gradients act as a speed that nothing brakes. The error swings to and
    fro, and does not grow."""
    return "explodes" if fault == "no_zero_grad" else forecast(fault, lr, n)


@mutant
def no_reset_converges(fault, lr, n):
    """Without a reset the old gradients act as a speed that nothing brakes, so the swinging does
    not end."""
    return "converges" if fault == "no_zero_grad" else forecast(fault, lr, n)


@mutant
def late_reset_oscillates(fault, lr, n):
    """A reset just before the update leaves a gradient of zero. Nothing moves at all."""
    return "oscillates" if fault == "late_zero_grad" else forecast(fault, lr, n)


@mutant
def late_reset_converges(fault, lr, n):
    """A reset between `backward` and the update throws the new gradient away."""
    return "converges" if fault == "late_zero_grad" else forecast(fault, lr, n)


@mutant
def flip_explodes(fault, lr, n):
    """With the sign flipped the error grows, but it stays on its side. Explodes is the word for an
    error that changes sign at every step."""
    return "explodes" if fault == "sign_flip" else forecast(fault, lr, n)


@mutant
def sum_ignored(fault, lr, n):
    """A sum over n points has n times the gradient of the mean, as if the rate were n times as
    high."""
    return "converges" if fault == "sum_not_mean" else forecast(fault, lr, n)


@lru_cache(maxsize=32)  # an answer and all mutants meet the same lines
def broken_run(fault, lr, X, y, n_steps=100):
    """Return the losses after 0, 1, ... steps, and the mean error (answer minus target) at each.

    The sums over the points are the same in every step, so they are taken once.
    """
    n, sx, sy = len(X), sum(X), sum(y)
    sxx, sxy, syy = (
        sum(a * b for a, b in zip(*pair, strict=True)) for pair in [(X, X), (X, y), (y, y)]
    )
    scale = 1 if fault == "sum_not_mean" else 1 / n
    step = {"sign_flip": -lr, "lr_x_100": 100 * lr}.get(fault, lr)
    w = b = grad_w = grad_b = 0.0
    losses, errors = [], []
    for _ in range(n_steps + 1):
        square = w * (w * sxx + 2 * b * sx - 2 * sxy) + b * (n * b - 2 * sy) + syy
        losses.append(scale * square)
        errors.append((w * sx + n * b - sy) / n)
        if fault != "no_zero_grad":
            grad_w = grad_b = 0.0
        grad_w += 2 * scale * (w * sxx + b * sx - sxy)
        grad_b += 2 * scale * (w * sx + b * n - sy)
        if fault == "late_zero_grad":
            grad_w = grad_b = 0.0
        w, b = w - step * grad_w, b - step * grad_b
    return losses, errors


def outcome(losses, errors):
    """Return the word for a run, from its losses and its mean errors."""
    if max(losses) == min(losses):
        return "stays flat"
    if losses[-1] > 1000 * losses[0]:
        turns = sum(a * b < 0 for a, b in pairwise(errors))
        return "explodes" if turns > len(errors) / 2 else "climbs"
    return "converges" if max(losses[-20:]) < losses[0] / 100 else "oscillates"


def line(rng, n):
    """Return n points evenly from -1 to 1, and where a random line passes above them."""
    slope, height = (rng.choice((-1, 1)) * rng.uniform(0.5, 2) for _ in range(2))
    X = tuple(2 * i / (n - 1) - 1 for i in range(n))
    return X, tuple(slope * x + height for x in X)


def reveal():
    """Return {case: (losses, outcome)} for 50 points and lr 0.3."""
    X, y = line(random.Random(0), 50)
    runs = {fault: broken_run(fault, 0.3, X, y) for fault in CASES}
    return {fault: (losses, outcome(losses, errors)) for fault, (losses, errors) in runs.items()}


def check(answer, rng):
    """Try every fault at lr = 0.3 on a fresh line, then with rates and sizes on other sides."""
    tried = [(fault, 0.3, 50) for fault in CASES]
    tried += [("lr_x_100", 0.002, 20), ("sum_not_mean", 0.1, 4), ("sum_not_mean", 0.1, 40)]
    tried += [(fault, rng.choice([0.1, 0.2, 0.6]), rng.choice([5, 9])) for fault in CASES[:4]]
    for fault, lr, n in tried:
        run = broken_run(fault, lr, *line(rng, n))
        yield Case(
            f"fault = {fault!r}, lr = {lr}, n = {n}",
            answer(fault, lr, n),
            outcome(*run),
            f"running it: the loss went from {run[0][0]:.3g} to {run[0][-1]:.3g}",
        )
