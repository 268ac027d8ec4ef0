"""The engines that work on whole arrays: NumPy, PyTorch and JAX, all in float64."""

import jax
import jax.numpy as jnp
import numpy as np
import torch

from .engine import Engine

# One processor and one thread for everybody. NumPy's and XLA's threads are held back by the
# environment variables in the Makefile, which have to be there before the import. JAX would
# still hand the work to a thread of its own; doing it in place is also faster here.
jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_cpu_enable_async_dispatch", False)
torch.set_num_threads(1)


class NumPy(Engine):
    """The derivative worked out by hand."""

    name = "NumPy by hand"

    def __init__(self, run):
        super().__init__(run)
        self.X, self.targets = np.array(run.X), np.array(run.targets)

    def reset(self):
        """Put the run's first parameters back."""
        W, b, w, c = self.run.layers
        self.parameters = [np.array(W).T.copy(), np.array(b), np.array(w), c]

    def step(self):
        """Make one update; return the loss before it."""
        W, b, w, c = self.parameters
        hidden = np.tanh(self.X @ W + b)
        answers = np.tanh(hidden @ w + c)
        errors = answers - self.targets
        d_scores = 2 / len(errors) * errors * (1 - answers * answers)
        d_hidden = np.outer(d_scores, w) * (1 - hidden * hidden)
        gradient = [self.X.T @ d_hidden, d_hidden.sum(0), d_scores @ hidden, d_scores.sum()]
        self.parameters = [
            p - self.run.lr * g for p, g in zip(self.parameters, gradient, strict=True)
        ]
        return float(errors @ errors / len(errors))


class PyTorch(Engine):
    """The five lines on a torch.nn.Module.

    Not with torch.optim.SGD, which does the same and takes longer on so few parameters.
    """

    name = "PyTorch eager"

    def __init__(self, run):
        super().__init__(run)
        self.X, self.targets = _tensor(run.X), _tensor(run.targets)
        self.model = torch.nn.Sequential(
            torch.nn.Linear(2, run.width), torch.nn.Tanh(), torch.nn.Linear(run.width, 1)
        ).double()

    def reset(self):
        """Put the run's first parameters back."""
        W, b, w, c = self.run.layers
        for p, numbers in zip(self.model.parameters(), (W, b, [w], [c]), strict=True):
            p.data = _tensor(numbers)

    def step(self):
        """Make one update, the five lines; return the loss before it."""
        loss = ((self.model(self.X)[:, 0].tanh() - self.targets) ** 2).mean()
        self.model.zero_grad()
        loss.backward()
        for p in self.model.parameters():
            p.data -= self.run.lr * p.grad
        return loss.item()


def _tensor(numbers):
    return torch.tensor(numbers, dtype=torch.float64)


class JAX(Engine):
    """One update, compiled whole with jit."""

    name = "JAX jit"

    def __init__(self, run):
        super().__init__(run)
        self.X, self.targets = jnp.array(run.X), jnp.array(run.targets)

    def reset(self):
        """Put the run's first parameters back."""
        W, b, w, c = self.run.layers
        self.parameters = [jnp.array(W).T, jnp.array(b), jnp.array(w), jnp.array(c)]

    def step(self):
        """Make one update; return the loss before it. float() waits until it is there."""
        loss, self.parameters = _update(self.parameters, self.X, self.targets, self.run.lr)
        return float(loss)


def _loss(parameters, X, targets):
    W, b, w, c = parameters
    return jnp.mean((jnp.tanh(jnp.tanh(X @ W + b) @ w + c) - targets) ** 2)


@jax.jit
def _update(parameters, X, targets, lr):
    loss, gradient = jax.value_and_grad(_loss)(parameters, X, targets)
    return loss, jax.tree.map(lambda p, g: p - lr * g, parameters, gradient)
