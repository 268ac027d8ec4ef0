"""Prints networks.js, the numbers and functions of a run: python live/training/networks.py.

The moons and the state of NumPy's generator are numbers; the loss and the scores of each network
are traced and written by the course's own package.
"""

import numpy as np

from fivelines import MLP, make_moons
from fivelines.tracing.javascript import forward_function, loss_function

WIDTHS = [1, 2, 4, 8, 16]


def squared_error(model, x, target):
    """Return what one example costs, the square that mean_squared_error takes the mean of."""
    return (model(x).tanh() - target) ** 2


def module():
    """Return the module's text."""
    X, labels = make_moons(n=100, noise=0.1, seed=0)
    state = np.random.default_rng(0).bit_generator.state["state"]  # Trainer's, for minibatches
    networks = [
        f"{width}: {{\nloss: {loss_function(squared_error, model, 2)},\n"
        f"scores: {forward_function(model, 2)},\n}},"
        for width in WIDTHS
        for model in [MLP(2, [width, 1])]
    ]
    return "\n".join(
        [
            "// Written by live/training/networks.py from the package fivelines. MIT licence.",
            f"export const X = {X.tolist()};",
            f"export const targets = {(2 * labels - 1).tolist()};",
            f"export const shuffler = {{ state: {state['state']}n, increment: {state['inc']}n }};",
            "// For each number of hidden neurons.",
            "export const networks = {",
            *networks,
            "};",
            "",
        ]
    )


if __name__ == "__main__":
    print(module(), end="")
