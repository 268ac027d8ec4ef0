"""The data set of the course: two interleaved half-moons."""

import numpy as np


def make_moons(n=100, noise=0.1, seed=0):
    """Return n noisy points on two half circles, shuffled, and the half each belongs to.

    Returns X of shape (n, 2) and labels of shape (n,), 0 for the upper moon and 1 for the lower.
    noise is the standard deviation of the normal noise, in the units of the unit circle.
    Raises ValueError for n below 2, an odd n, or a negative noise.
    """
    if not isinstance(n, int | np.integer) or n < 2 or n % 2:
        raise ValueError(f"n is an even whole number of at least 2, half for each moon, not {n!r}")
    if not noise >= 0:
        raise ValueError(f"noise is a standard deviation, at least 0, not {noise!r}")
    rng = np.random.default_rng(seed)
    t = np.linspace(0, np.pi, n // 2)
    upper = np.column_stack([np.cos(t), np.sin(t)])
    lower = np.column_stack([1 - np.cos(t), 0.5 - np.sin(t)])
    X = np.concatenate([upper, lower]) + rng.normal(scale=noise, size=(n, 2))
    labels = np.repeat([0, 1], n // 2)
    shuffled = rng.permutation(n)
    return X[shuffled], labels[shuffled]
