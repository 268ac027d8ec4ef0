"""The five lines that train every network, with batches, a history and a few guards."""

import warnings
from dataclasses import dataclass, field
from math import isfinite
from textwrap import fill


@dataclass
class History:
    """What happened during one call of `fit`.

    loss: after 0, 1, 2, ... updates: the loss of the batch that the next update uses; the last
        entry is the loss of all examples, after the last update.
    epoch_loss: with minibatches, the loss of all examples after each epoch.
    lr: one entry an update.
    stopped: why the run ended early, or "".
    """

    loss: list = field(default_factory=list)
    epoch_loss: list = field(default_factory=list)
    lr: list = field(default_factory=list)
    stopped: str = ""


class Trainer:
    """Gradient descent (Robbins and Monro 1951) on any model that has parameters().

    model: an MLP, or anything else with parameters() and zero_grad(), such as a torch.nn.Module.
    loss: a function loss(model, X, targets) whose result has backward().
    lr: the learning rate, a number or a function of the step, which is counted from 0 over all
        calls of fit.
    batch_size: examples in each update; None takes all of them.
    seed: of the order in which minibatches are drawn.
    """

    def __init__(self, model, loss, lr, batch_size=None, seed=0):
        if batch_size is not None and (not isinstance(batch_size, int) or batch_size < 1):
            raise ValueError(f"batch_size is a whole number of at least 1, not {batch_size!r}")
        self.model, self.loss, self.lr, self.batch_size = model, loss, lr, batch_size
        self.step = 0
        self._seed, self._rng = seed, None

    def fit(self, X, targets, *, steps=None, epochs=None):
        """Make so many updates, or pass so often over the examples, and return a History.

        Ends early with a sentence when the loss is no longer a finite number, and on Ctrl-C;
        either way the History so far is returned. Another call goes on from there.
        """
        if len(X) != len(targets) or len(X) == 0:
            raise ValueError(
                f"fit needs as many targets as examples, at least one: got {len(X)} examples "
                f"and {len(targets)} targets"
            )
        if (steps is None) == (epochs is None):
            raise ValueError("fit takes either steps=... or epochs=..., one of the two")
        n = len(X)
        per_epoch = -(-n // (self.batch_size or n))
        history = History()
        try:
            self._run(X, targets, steps if epochs is None else epochs * per_epoch, history)
        except KeyboardInterrupt:
            history.stopped = f"stopped by hand at step {self.step}"
        except FloatingPointError as error:
            history.stopped = str(error)
        if history.stopped:
            print(fill(history.stopped, 56))  # a phone shows that whole
        else:
            history.loss.append(_as_float(self.loss(self.model, X, targets)))
        return history

    def _run(self, X, targets, n_steps, history):
        batches = self._batches(X, targets)
        parameters = list(self.model.parameters())
        for _ in _progress(n_steps):
            Xb, tb, ends_epoch = next(batches)
            lr = self.lr(self.step) if callable(self.lr) else self.lr

            loss = self.loss(self.model, Xb, tb)  # forward
            history.loss.append(_as_float(loss))
            self._guard(history.loss[-1], lr)
            self.model.zero_grad()  # reset
            loss.backward()  # backprop
            for p in parameters:
                p.data -= lr * p.grad  # descend

            history.lr.append(lr)
            self.step += 1
            if ends_epoch:
                history.epoch_loss.append(_as_float(self.loss(self.model, X, targets)))

    def _guard(self, loss, lr):
        if not isfinite(loss):
            raise FloatingPointError(
                f"the loss is {loss} at step {self.step} with lr {lr:g}: try a learning rate ten "
                "times smaller, or look for a log or a division by zero in the loss"
            )

    def _batches(self, X, targets):
        """Yield (X, targets, whether an epoch ends here) for ever, reshuffled every epoch."""
        n = len(X)
        if self.batch_size is None:
            while True:
                yield X, targets, False
        import numpy as np

        self._rng = self._rng or np.random.default_rng(self._seed)
        while True:
            order = self._rng.permutation(n)
            for start in range(0, n, self.batch_size):
                rows = order[start : start + self.batch_size].tolist()
                yield _take(X, rows), _take(targets, rows), start + self.batch_size >= n


def _take(sequence, rows):
    return [sequence[i] for i in rows] if isinstance(sequence, list | tuple) else sequence[rows]


def _as_float(loss):
    return float(loss.data)  # `data` of a torch tensor is a tensor, without the graph


def _progress(n_steps):
    """Count the steps, with a bar once they take longer than two seconds."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where ipywidgets is missing, a bar of text will do
        try:
            from tqdm.auto import tqdm
        except ImportError:  # in a browser
            return range(n_steps)
    return tqdm(range(n_steps), desc="training", unit="step", delay=2)
