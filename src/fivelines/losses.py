"""Losses: how wrong a model is on a batch of examples, as one Value."""

from .value import Value


def mean_squared_error(model, X, targets):
    """Return the mean of (tanh(score) - target)^2 over the examples, as one Value.

    X: n rows of numbers. targets: n numbers, -1 or +1. The model gives one score an example.
    Raises ValueError where there is not a target for each row.
    """
    errors = [(model(x).tanh() - target) ** 2 for x, target in zip(X, targets, strict=True)]
    return Value.sum(errors) / len(errors)
