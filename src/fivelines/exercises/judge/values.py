"""Compares what an answer returned with what was expected, shapes before values."""

import math
import re
from numbers import Real


def plain(x):
    """Return arrays and tuples as lists, all the way down; anything else as it is."""
    if hasattr(x, "tolist"):  # numpy, torch and jax, their scalars too
        return plain(x.tolist())
    if isinstance(x, list | tuple):
        return [plain(item) for item in x]
    return x


def shape(x):
    """Say in words what a plain thing is made of, such as "2 lists of 3 numbers"."""
    if not isinstance(x, list):
        return _kind(x)
    kinds = [shape(item) for item in x]
    if not kinds:
        return "an empty list"
    if len(set(kinds)) > 1:
        return f"a list of ({', '.join(kinds)})"
    article, _, noun = kinds[0].partition(" ")
    if article not in ("a", "an") or kinds[0].startswith("a list"):
        return f"{len(x)} lists, each of {kinds[0]}" if len(x) > 1 else f"a list of [{kinds[0]}]"
    return f"a list of {len(x)} {noun}{'s' if len(x) > 1 else ''}"


def _kind(x):
    if isinstance(x, bool):
        return "True or False"
    if x is None:
        return "nothing (None)"
    if isinstance(x, Real):
        return "a number"
    if isinstance(x, str):
        return "a text"
    if callable(x):
        return "a function"
    name = type(x).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def agree(got, expected, tol):
    """Return whether two plain things have the same shape and the same values.

    Numbers agree to tol times the expected one, or to tol where that is smaller than 1. Nothing is
    broadcast, and nan agrees with nothing.
    """
    if isinstance(expected, list):
        return (
            isinstance(got, list)
            and len(got) == len(expected)
            and all(agree(g, e, tol) for g, e in zip(got, expected, strict=True))
        )
    if _is_number(expected) and _is_number(got):
        return got == expected or abs(got - expected) <= tol * max(1, abs(expected)) < math.inf
    return type(got) is type(expected) and bool(got == expected)


def _is_number(x):
    return isinstance(x, Real) and not isinstance(x, bool)


def show(x, width=200):
    """Return a plain thing as text with six digits a number, cut where it is too long."""
    if isinstance(x, float):
        text = f"{x:.6g}"
    elif isinstance(x, list):
        text = f"[{', '.join(show(item, width) for item in x[:100])}]"
    elif x is None or isinstance(x, int | str):
        text = repr(x)
    elif callable(x):
        text = getattr(x, "__name__", type(x).__name__)
    else:
        shown = type(x).__repr__ is not object.__repr__
        text = without_addresses(repr(x)) if shown else _kind(x)
    return text if len(text) <= width else text[: width - 3] + "..."


def without_addresses(text):
    """Return a text without memory addresses, which tell nothing and change on every run."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def draw(rng, n, low=0.2, high=1.5):
    """Return n numbers with one decimal, of either sign, their sizes from low to high."""
    return [round(rng.uniform(low, high), 1) * rng.choice((-1, 1)) for _ in range(n)]


def nudge(f, point, h=1e-5):
    """Return the gradient of f(*point) by central differences."""
    gradient = []
    for i, x in enumerate(point):
        up, down = ([*point[:i], x + d, *point[i + 1 :]] for d in (h, -h))
        gradient.append((f(*up) - f(*down)) / (2 * h))
    return gradient
