"""The edges of the arithmetic; what Value makes of them is compared with torch elsewhere."""

import doctest
import math

import pytest

from fivelines import ieee
from fivelines.ieee import FLAT


@pytest.mark.parametrize("gradient", [0.0, -2.0, 3, math.inf, -math.inf, math.nan])
def test_a_flat_slope_stops_any_gradient_from_either_side(gradient):
    for product in (gradient * FLAT, FLAT * gradient):
        assert (type(product), product) == (float, 0.0)


def test_a_flat_slope_is_a_zero():
    assert FLAT == 0.0
    assert FLAT * FLAT == 0.0


def test_the_examples_in_the_docstrings():
    assert doctest.testmod(ieee) == doctest.TestResults(failed=0, attempted=1)
