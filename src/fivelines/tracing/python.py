"""fuse: trace the loss of one example once, then run it as straight-line Python.

Building a graph of Values for every example, in every step, costs far more than the arithmetic
in it. But the graph is the same each time. So let the loss run once on tracers, which only write
down what is done to them, order what they wrote, and compile one Python function that computes
the loss and all its derivatives for a whole batch. This is what `jax.jit` does (Frostig, Johnson
and Leary 2018), with Python in the place of XLA.
"""

from itertools import chain
from math import isclose
from weakref import WeakKeyDictionary

from ..value import Value, number
from .lines import graph, leaves_of, pattern, straight_line
from .rules import FUNCTIONS
from .trace import inputs


class fuse:
    """Turn the loss of one example into a fast loss of a batch.

    sample_loss: a function sample_loss(model, x, target) that returns one Value; x is a row of
        numbers, or a number, and so is target. Plain numbers that it uses besides are taken as
        they are when it is traced, which happens once for each model and shape of example.

    The result is called as f(model, X, targets) and returns the mean over the examples as one
    Value, whose parents are the model's parameters and whose slopes are the mean gradient.
    `source` is the function that was generated last.

    Raises TypeError for a loss that looks at a number, and ValueError for examples that do not
    fit together or a loss that is not the same function each time.
    """

    def __init__(self, sample_loss):
        self.sample_loss = sample_loss
        self.source = ""
        self._compiled = WeakKeyDictionary()

    def __call__(self, model, X, targets):
        """Return the mean loss of the examples X and targets as one Value."""
        X, targets = _rows(X, "examples"), _rows(targets, "targets")
        if len(X) != len(targets) or not X:
            raise ValueError(
                "a fused loss needs as many targets as examples, at least one: got "
                f"{len(X)} examples and {len(targets)} targets"
            )
        parameters = tuple(dict.fromkeys(model.parameters()))
        shape = (parameters, _width(X[0]), _width(targets[0]))
        known = self._compiled.setdefault(model, {})
        if shape not in known:
            run, leaves = self._compile(*shape, model)
            self._compare_with_eager(run, leaves, model, X[:8], targets[:8])
            known[shape] = run, leaves
        run, leaves = known[shape]
        mean, gradient = run([p.data for p in leaves], X, targets)
        return Value(mean, "fused", leaves, gradient)

    def _compile(self, parameters, x_width, target_width, model):
        """Trace one example; return the compiled function and the leaves it wants the data of."""
        x, target = inputs("x", x_width), inputs("t", target_width)
        order = graph(self.sample_loss, parameters, model, x, target)
        leaves = leaves_of(order, parameters)
        self.source = _write(order, leaves, x, target)
        namespace = dict(FUNCTIONS)
        exec(compile(self.source, "<fused>", "exec"), namespace)
        return namespace["fused"], leaves

    def _compare_with_eager(self, run, leaves, model, X, targets):
        """Raise ValueError unless the compiled function agrees with plain Values."""
        kept = [p.grad for p in leaves]
        for p in leaves:
            p.grad = 0.0
        losses = [self.sample_loss(model, x, t) for x, t in zip(X, targets, strict=True)]
        mean = Value.sum(losses) / len(losses)
        mean.backward()
        expected = [mean.data, *(p.grad for p in leaves)]
        for p, grad in zip(leaves, kept, strict=True):
            p.grad = grad
        loss, gradient = run([p.data for p in leaves], X, targets)
        for a, b in zip([loss, *gradient], expected, strict=True):
            if not (isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) or (a != a and b != b)):
                raise ValueError(
                    f"traced once, this loss gives {a!r} where it should give {b!r}: it must do "
                    "the same operations for every example and on every call"
                )


def _rows(rows, what):
    """Return rows as a list of floats or of equally long lists of floats."""
    rows = rows.tolist() if hasattr(rows, "tolist") else list(rows)
    if not rows or _width(rows[0]) is None:
        return rows if set(map(type, rows)) <= {float} else [number(row) for row in rows]
    widths = list(map(len, rows))
    for i, width in enumerate(widths if len(set(widths)) > 1 else []):
        if width != widths[0]:
            raise ValueError(
                f"row 0 of the {what} has {widths[0]} numbers, but row {i} has {width}"
            )
    if set(map(type, chain.from_iterable(rows))) <= {float}:
        return rows  # by far the most frequent, and the quickest to find out
    return [[number(v) for v in row] for row in rows]


def _width(row):
    """Return how many numbers a row has, or None for a plain number."""
    return len(row) if hasattr(row, "__len__") else None


def _write(order, leaves, x, target):
    """Return the source of the function that computes the mean loss and its gradient."""
    root, forward, backward = straight_line(order, leaves)
    sums = [f"g{i}" for i in range(len(leaves))]
    return "\n".join(
        [
            "def fused(parameters, X, targets):",
            f"    [{', '.join(f'p{i}' for i in range(len(leaves)))}] = parameters",
            f"    {' = '.join(['total', *sums])} = 0.0",
            f"    for {pattern('x', x)}, {pattern('t', target)} in zip(X, targets):",
            *(f"        {line}" for line in [*forward, f"total += {root}", *backward]),
            "    n = len(X)",
            f"    return total / n, [{', '.join(f'{g} / n' for g in sums)}]",
            "",
        ]
    )
