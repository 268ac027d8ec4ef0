"""Neuron, Layer, MLP: a multilayer perceptron made of Values (Rosenblatt 1958; Rumelhart 1986)."""

import json
import random
from itertools import pairwise
from math import sqrt
from operator import methodcaller
from pathlib import Path

from .value import Value

# Asked for by name, so that what passes through may be a Value or stand for one (see fuse).
ACTIVATIONS = {name: methodcaller(name) for name in ("tanh", "relu", "sigmoid")}
ACTIVATIONS["linear"] = lambda score: score


class Module:
    """Something with parameters."""

    def parameters(self):
        """Return the list of Values that training changes."""
        raise NotImplementedError

    def zero_grad(self):
        """Set every parameter's gradient to 0, since `backward` adds to what is there."""
        for p in self.parameters():
            p.grad = 0.0


class Neuron(Module):
    """activation(w.x + b), a half-plane with a soft edge.

    n_in: how many numbers come in. rng: a random.Random. Each weight is drawn from
    uniform(-1, 1) / sqrt(n_in), so that the score's size does not grow with n_in (compare Glorot
    and Bengio 2010); the bias starts at 0. Raises ValueError for a wrong size or activation.
    """

    def __init__(self, n_in, activation="tanh", rng=None):
        _check_size(n_in, "a neuron's number of inputs")
        if activation not in ACTIVATIONS:
            raise ValueError(
                f"unknown activation {activation!r}: choose one of {', '.join(ACTIVATIONS)}"
            )
        rng = rng or random.Random()
        scale = 1 / sqrt(n_in)
        self.w = [Value(rng.uniform(-1, 1) * scale) for _ in range(n_in)]
        self.b = Value(0.0)
        self.activation = activation

    def __call__(self, x):
        """Return the neuron's output, a Value, for a sequence x of n_in numbers or Values."""
        n = len(self.w)
        if not hasattr(x, "__len__"):
            raise ValueError(f"a neuron takes a row of {n} numbers, not {x!r}")
        if len(x) != n:
            raise ValueError(f"this neuron takes {n} inputs, but got {len(x)}: {x!r}")
        return ACTIVATIONS[self.activation](Value.dot(self.w, x, self.b))

    def parameters(self):
        """Return the n_in weights, then the bias."""
        return [*self.w, self.b]

    def __repr__(self):
        return f"Neuron({len(self.w)}, {self.activation!r})"


class Layer(Module):
    """n_out neurons that look at the same n_in inputs."""

    def __init__(self, n_in, n_out, activation="tanh", rng=None):
        _check_size(n_out, "a layer's number of neurons")
        rng = rng or random.Random()
        self.neurons = [Neuron(n_in, activation, rng) for _ in range(n_out)]

    def __call__(self, x):
        """Return the list of the n_out neurons' outputs."""
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        """Return the parameters neuron by neuron."""
        return [p for neuron in self.neurons for p in neuron.parameters()]

    def __repr__(self):
        first = self.neurons[0]
        return f"Layer({len(first.w)}, {len(self.neurons)}, {first.activation!r})"


class MLP(Module):
    """Layers one after the other: hidden ones with `activation`, the last one linear.

    n_in: number of inputs. sizes: neurons in each layer, the last being the number of outputs.
    seed: the same seed gives the same parameters, on every machine.
    """

    def __init__(self, n_in, sizes, activation="tanh", seed=None):
        if isinstance(sizes, int) or not sizes:
            raise ValueError(
                f"sizes is a list with at least one layer, such as [8, 1], not {sizes!r}"
            )
        rng = random.Random(seed)
        widths = [n_in, *sizes]
        self.layers = [
            Layer(a, b, "linear" if i == len(sizes) else activation, rng)
            for i, (a, b) in enumerate(pairwise(widths), start=1)
        ]

    def __call__(self, x):
        """Return the last layer's output: one Value, or a list where it has several neurons."""
        for layer in self.layers:
            x = layer(x)
        return x[0] if len(x) == 1 else x

    def parameters(self):
        """Return the parameters layer by layer."""
        return [p for layer in self.layers for p in layer.parameters()]

    def shape(self):
        """Return [n_in, neurons of layer 1, ..., outputs]."""
        return [len(self.layers[0].neurons[0].w), *(len(layer.neurons) for layer in self.layers)]

    def save(self, path):
        """Write the shape and the parameters to a JSON file."""
        state = {"shape": self.shape(), "parameters": [p.data for p in self.parameters()]}
        Path(path).write_text(json.dumps(state, indent=1) + "\n")

    def load(self, path):
        """Read what `save` wrote. A wrong shape raises ValueError before anything changes."""
        state = json.loads(Path(path).read_text())
        if state["shape"] != self.shape():
            raise ValueError(
                f"{path} holds a network of shape {state['shape']}, but this one is {self.shape()}"
            )
        parameters, numbers = self.parameters(), [float(x) for x in state["parameters"]]
        if len(numbers) != len(parameters):
            raise ValueError(
                f"{path} holds {len(numbers)} numbers, but this network has "
                f"{len(parameters)} parameters"
            )
        for p, number in zip(parameters, numbers, strict=True):
            p.data = number

    def __repr__(self):
        chain = " -> ".join(map(str, self.shape()))
        return f"MLP({chain}, {len(self.parameters())} parameters)"


def _check_size(n, what):
    if not isinstance(n, int) or n < 1:
        raise ValueError(f"{what} is a whole number of at least 1, not {n!r}")
