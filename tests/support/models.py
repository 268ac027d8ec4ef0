"""Small models and losses on which both back ends of fuse are tried."""

from fivelines import Value


def squared_error(model, x, target):
    """The loss of one example."""
    return (model(x).tanh() - target) ** 2


class Weights:
    """A model that is nothing but its parameters."""

    def __init__(self, *numbers):
        self.p = [Value(n) for n in numbers]

    def parameters(self):
        return self.p
