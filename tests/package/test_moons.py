"""The two moons."""

import numpy as np
import pytest

from fivelines import make_moons


def test_the_reference_moons():
    X, labels = make_moons(n=100, noise=0.1, seed=0)
    assert X.shape == (100, 2)
    assert X.sum() == pytest.approx(75.3052627931988, rel=1e-14)
    assert X[0] == pytest.approx([1.11195916, 0.28586673], abs=1e-8)
    assert sorted(set(labels.tolist())) == [0, 1]
    assert labels.sum() == 50


def test_without_noise_the_points_lie_on_the_arcs():
    X, labels = make_moons(n=10, noise=0)
    upper = X[labels == 0]
    assert np.hypot(*upper.T) == pytest.approx(np.ones(5))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"n": 0}, "even whole number"),
        ({"n": 7}, "even whole number"),
        ({"n": 2.5}, "even whole number"),
        ({"noise": -1}, "standard deviation"),
        ({"noise": float("nan")}, "standard deviation"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        make_moons(**arguments)
