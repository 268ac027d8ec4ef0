"""Arithmetic that answers inf or nan where Python raises, as IEEE 754 and torch.float64 do.

A training run that diverges should show `inf`, not a traceback from deep inside the engine.
"""

import math
from math import inf, nan


class _Flat(float):
    """A slope of 0 that stops any gradient, from either side.

    >>> inf * 0.0, inf * FLAT, FLAT * inf
    (nan, 0.0, 0.0)
    """

    def __mul__(self, gradient):
        return 0.0

    __rmul__ = __mul__


FLAT = _Flat(0.0)


def divide(x, y):
    """Return x / y; a zero divisor gives a signed infinity, and 0 / 0 gives nan."""
    try:
        return x / y
    except ZeroDivisionError:
        return nan if x == 0 or x != x else math.copysign(inf, x) * math.copysign(1.0, y)


def power(x, y):
    """Return x ** y; nan for a negative base with a fractional exponent, never a complex number."""
    try:
        return math.pow(x, y)
    except OverflowError:
        return -inf if x < 0 and y % 2 == 1 else inf
    except ValueError:
        if x != 0:
            return nan
        return math.copysign(inf, x) if y % 2 == 1 else inf


def exp(x):
    """Return e to the power x; inf above about 709.78."""
    try:
        return math.exp(x)
    except OverflowError:
        return inf


def log(x):
    """Return the natural logarithm; -inf at 0 and nan below."""
    return math.log(x) if x > 0 else (-inf if x == 0 else nan)


def sqrt(x):
    """Return the square root; nan below 0."""
    return math.sqrt(x) if not x < 0 else nan


def sigmoid(x):
    """Return 1 / (1 + exp(-x)), which is 0 or 1 far from zero."""
    return 1.0 / (1.0 + exp(-x))
