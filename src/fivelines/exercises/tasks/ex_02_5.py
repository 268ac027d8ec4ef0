"""02.5: minibatches, and what each one counts."""

import random

from ..judge import Case, mutant, solution
from ..judge.values import draw, plain, shape

TITLE = "Minibatches"
SECTION = "Why take the examples in small batches?"
MINUTES = 10
TASK = """
Write `epoch(n, size, rng)`, the batches of one epoch over `n` examples. Shuffle the
indices 0 to n - 1 with `rng`, a `random.Random`, and cut them into batches of `size`;
the last one may be shorter. Return a list of pairs `(rows, weight)`. `rows` is the
list of the batch's indices. The weights are such that the gradients of the batches'
mean losses, each times its weight, add up to the gradient of the full mean loss.
"""
HINTS = [
    "Cut 10 examples into batches of 4. How many batches are there, and how long is the last?",
    "`order = list(range(n))` and `rng.shuffle(order)`; then slices `order[i : i + size]` for `i` "
    "in steps of `size`.",
    "Every example should count the same, whichever batch it is in. So a batch counts by its "
    "share of the examples.",
    "The weight is `len(rows) / n`.",
]


@solution
def epoch(n, size, rng):
    """Return [(rows, weight), ...], the batches of one epoch.

    n: number of examples. size: examples in a batch. rng: a random.Random, which shuffles.
    """
    order = list(range(n))
    rng.shuffle(order)
    batches = [order[i : i + size] for i in range(0, n, size)]
    return [(rows, len(rows) / n) for rows in batches]


@mutant
def drops_the_last(n, size, rng):
    """The short batch at the end is missing, so some examples are never seen."""
    return [(rows, w) for rows, w in epoch(n, size, rng) if len(rows) == size]


@mutant
def never_shuffled(n, size, rng):
    """The examples come in their own order. Shuffle the indices first."""
    order = list(range(n))
    return [(order[i : i + size], min(size, n - i) / n) for i in range(0, n, size)]


@mutant
def same_shuffle(n, size, rng):
    """Every epoch has the same order. Draw it from the `rng` that is given, which goes on from one
    epoch to the next."""
    return epoch(n, size, random.Random(0))


@mutant
def equal_weights(n, size, rng):
    """All batches have the same weight, so the examples of a short batch count too much. A batch
    counts by its share of the examples."""
    batches = epoch(n, size, rng)
    return [(rows, 1 / len(batches)) for rows, _ in batches]


@mutant
def sizes_as_weights(n, size, rng):
    """The weights are the sizes of the batches. They should add up to 1: divide by `n`."""
    return [(rows, len(rows)) for rows, _ in epoch(n, size, rng)]


@mutant
def full_size_weights(n, size, rng):
    """The weight is `size / n` for every batch. The last one may be shorter: use its own length."""
    return [(rows, size / n) for rows, _ in epoch(n, size, rng)]


@mutant
def with_replacement(n, size, rng):
    """Some indices come twice and others never. Shuffle the list of indices instead of drawing
    each by itself."""
    return [([rng.randrange(n) for _ in rows], w) for rows, w in epoch(n, size, rng)]


def _gradient(rows, X, y):
    """The gradient of mean (w x - y)^2 over the rows, at w = 1."""
    return sum(2 * (X[i] - y[i]) * X[i] for i in rows) / len(rows)


def check(answer, rng):
    """Try sizes that divide n and sizes that do not: the rows, the gradient, the next epoch."""
    for n, size in [(4, 2), (5, 2), (3, 5), (20, 6)]:
        given = f"epoch({n}, {size}, rng)"
        source = random.Random(rng.randrange(1000))
        got = plain(answer(n, size, source))
        pairs = isinstance(got, list) and all(
            isinstance(b, list)
            and len(b) == 2
            and isinstance(b[0], list)
            and shape(b[1]) == "a number"
            for b in got
        )
        wanted = "a list of pairs (rows, weight)"
        yield Case(given, got, wanted, "the task", right=pairs)
        if not pairs:
            return
        sizes = [min(size, n - i) for i in range(0, n, size)]
        yield Case(f"{given}; the sizes", [len(rows) for rows, _ in got], sizes, "counting")
        rows = [i for rows, _ in got for i in rows]
        yield Case(f"{given}; all rows, sorted", sorted(rows), list(range(n)), "counting")
        X, y = draw(rng, n), draw(rng, n)
        if set(rows) <= set(range(n)):
            yield Case(
                f"{given}; the weighted sum of the batches' gradients",
                sum(weight * _gradient(batch, X, y) for batch, weight in got if batch),
                _gradient(range(n), X, y),
                "the gradient of all examples",
            )
        if n == 20:
            again = [i for batch, _ in plain(answer(n, size, source)) for i in batch]
            order = "in order" if rows == sorted(rows) else "shuffled"
            order += ", and again the same" if rows == again else ", and anew in the next epoch"
            yield Case(given, order, "shuffled, and anew in the next epoch", "two epochs in a row")
