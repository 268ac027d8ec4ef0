"""The engines that work on one number at a time, in Python."""

import math
import sys

import micrograd.engine
import micrograd.nn

from fivelines import MLP, fuse, mean_squared_error

from .engine import Engine


class Micrograd(Engine):
    """The engine that this course's `Value` descends from, as PyPI has it."""

    name = "micrograd"

    def __init__(self, run):
        super().__init__(run)
        self.hidden = micrograd.nn.Layer(2, run.width, nonlin=False)
        self.output = micrograd.nn.Layer(run.width, 1, nonlin=False)
        self.parameters = self.hidden.parameters() + self.output.parameters()
        # Its backward calls itself once for every term of a sum.
        sys.setrecursionlimit(max(sys.getrecursionlimit(), len(run.X) + run.width + 1000))

    def reset(self):
        """Put the run's first parameters back."""
        for p, number in zip(self.parameters, self.run.parameters, strict=True):
            p.data = number

    def step(self):
        """Make one update; return the loss before it."""
        errors = [
            (_tanh(self.output([_tanh(score) for score in self.hidden(x)])) - target) ** 2
            for x, target in zip(self.run.X, self.run.targets, strict=True)
        ]
        loss = sum(errors) / len(errors)
        for p in self.parameters:
            p.grad = 0.0
        loss.backward()
        for p in self.parameters:
            p.data -= self.run.lr * p.grad
        return loss.data


def _tanh(value):
    """Return tanh in micrograd's manner, modelled on its relu: it has none of its own."""
    t = math.tanh(value.data)
    out = micrograd.engine.Value(t, (value,), "tanh")

    def _backward():
        value.grad += (1 - t * t) * out.grad

    out._backward = _backward
    return out


class Eager(Engine):
    """The course's `Value`: a graph for every example, in every step."""

    name = "eager Value"

    def __init__(self, run):
        super().__init__(run)
        self.model = MLP(2, [run.width, 1])
        self.loss = mean_squared_error

    def reset(self):
        """Put the run's first parameters back."""
        for p, number in zip(self.model.parameters(), self.run.parameters, strict=True):
            p.data = number

    def step(self):
        """Make one update, the five lines; return the loss before it."""
        loss = self.loss(self.model, self.run.X, self.run.targets)
        self.model.zero_grad()
        loss.backward()
        for p in self.model.parameters():
            p.data -= self.run.lr * p.grad
        return loss.data


class Fused(Eager):
    """The same five lines on a loss that was traced once."""

    name = "fused loss"

    def __init__(self, run):
        super().__init__(run)
        self.loss = fuse(lambda model, x, target: (model(x).tanh() - target) ** 2)
