"""fuse: trace the loss of one example once, then run it as straight-line Python.

Building a graph of Values for every example, in every step, costs far more than the arithmetic
in it. But the graph is the same each time. So let the loss run once on tracers, which only write
down what is done to them, order what they wrote, and compile one Python function that computes
the loss and all its derivatives for a whole batch. This is what `jax.jit` does (Frostig, Johnson
and Leary 2018), with Python in the place of XLA.
"""

from collections import Counter
from itertools import chain
from math import inf, isclose, nan, tanh
from weakref import WeakKeyDictionary

from . import ieee
from .trace import inputs, trace
from .value import Value, _number, _topological

# operation: (forward, backward toward a, toward b) with operands a and b, result v, derivative d.
RULES = {
    "+": ("{a} + {b}", "{d}", "{d}"),
    "-": ("{a} - {b}", "{d}", "-{d}"),
    "*": ("{a} * {b}", "{d} * {b}", "{d} * {a}"),
    "/": ("divide({a}, {b})", "{d} * divide(1.0, {b})", "{d} * -divide({v}, {b})"),
    "square": ("{a} * {a}", "{d} * 2.0 * {a}"),
    "**": (
        "power({a}, {b})",
        "({d} * ({b} * power({a}, {b} - 1.0)) if {b} != 0 else 0.0)",
        "{d} * (0.0 if {a} == 0 and {b} >= 0 else {v} * log({a}))",
    ),
    "neg": ("-{a}", "-{d}"),
    "abs": ("abs({a})", "{d} * (({a} > 0) - ({a} < 0))"),
    "tanh": ("tanh({a})", "{d} * (1.0 - {v} * {v})"),
    "sigmoid": ("sigmoid({a})", "{d} * ((1.0 - {v}) * {v})"),
    "relu": ("0.0 if {a} < 0 else {a}", "(0.0 if {a} <= 0 else {d})"),
    "exp": ("exp({a})", "{d} * {v}"),
    "log": ("log({a})", "{d} * divide(1.0, {a})"),
    "sqrt": ("sqrt({a})", "{d} * divide(1.0, 2.0 * {v})"),
}
FUNCTIONS = {"tanh": tanh, "inf": inf, "nan": nan} | {
    name: getattr(ieee, name) for name in ("divide", "power", "exp", "log", "sqrt", "sigmoid")
}


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
        return rows if set(map(type, rows)) <= {float} else [_number(row) for row in rows]
    widths = list(map(len, rows))
    for i, width in enumerate(widths if len(set(widths)) > 1 else []):
        if width != widths[0]:
            raise ValueError(
                f"row 0 of the {what} has {widths[0]} numbers, but row {i} has {width}"
            )
    if set(map(type, chain.from_iterable(rows))) <= {float}:
        return rows  # by far the most frequent, and the quickest to find out
    return [[_number(v) for v in row] for row in rows]


def _width(row):
    """Return how many numbers a row has, or None for a plain number."""
    return len(row) if hasattr(row, "__len__") else None


def graph(function, parameters, *arguments):
    """Return the nodes of the Value that function(*arguments) gives, each after its parents.

    Raises TypeError where it gives something else.
    """
    result = trace(function, parameters, *arguments)
    if not isinstance(result, Value):
        raise TypeError(f"a fused loss returns one Value, not {type(result).__name__}")
    return _topological(result)


def leaves_of(order, parameters):
    """Return the Values of a graph that are not inputs: the parameters, then any others."""
    return tuple(dict.fromkeys([*parameters, *(node for node in order if not node.op)]))


def straight_line(order, leaves, rules=RULES, literal=repr):
    """Return (root, forward, backward): a graph as assignments, in Python or by other rules.

    order: the traced graph, each node after its parents. leaves: the Values that are not inputs;
    they are p0, p1, ... in the lines. literal: writes a constant. The forward lines compute
    the result, whose name is root; the backward ones add its derivatives to g0, g1, ...
    """
    names = {leaf: f"p{i}" for i, leaf in enumerate(leaves)}
    wanted = set(leaves)  # the nodes whose derivative is needed
    computed, forward, backward = [], [], []
    for node in order:
        if node.op == "input":
            names[node] = str(node.slopes[0])
        elif node.op == "constant":
            text = literal(node.slopes[0])
            names[node] = f"({text})" if text.startswith("-") else text
        elif node.op:
            names[node] = f"v{len(computed)}"
            computed.append(node)
            forward += _forward(node, names, rules)
            if any(parent in wanted for parent in node.parents):
                wanted.add(node)
    derivative = {leaf: f"g{i}" for i, leaf in enumerate(leaves)}  # sums over the examples
    started = set(leaves)
    root = order[-1]
    if root in derivative:  # a loss that is a parameter and nothing else
        backward.append(f"{derivative[root]} += 1.0")
    derivative[root] = "1.0"
    uses = Counter(parent for node in computed for parent in node.parents)
    for node in reversed([node for node in computed if node in wanted]):
        for parent, slope in _backward(node, names, derivative[node], rules):
            if parent not in wanted:
                continue
            if slope == derivative[node] and uses[parent] == 1 and parent not in started:
                derivative[parent] = slope  # the same number under another name
                continue
            grad = derivative.setdefault(parent, f"d{names[parent][1:]}")
            sign = "+=" if parent in started else "="
            backward.append(f"{grad} {sign} {slope.removeprefix('1.0 * ')}")
            started.add(parent)
    return names[root], forward, backward


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


def _forward(node, names, rules):
    """Return the lines that compute one node."""
    v, operands = names[node], [names[parent] for parent in node.parents]
    if node.op not in ("sum", "dot"):
        return [f"{v} = {rules[node.op][0].format(**dict(zip('ab', operands, strict=False)))}"]
    terms = operands
    if node.op == "dot":  # the weights, the bias, the inputs
        n = len(operands) // 2
        products = (f"{w} * {x}" for w, x in zip(operands[:n], operands[n + 1 :], strict=True))
        terms = [operands[n], *products]
    # In pieces, since Python's compiler does not take a sum of thousands.
    pieces = [" + ".join(terms[i : i + 50]) for i in range(0, len(terms), 50)] or ["0.0"]
    return [f"{v} = {pieces[0]}", *(f"{v} = {v} + {piece}" for piece in pieces[1:])]


def _backward(node, names, d, rules):
    """Yield (parent, expression): what the node, whose derivative is d, sends to each parent."""
    operands = [names[parent] for parent in node.parents]
    if node.op == "sum":
        slopes = [d] * len(operands)
    elif node.op == "dot":
        n = len(operands) // 2
        slopes = [f"{d} * {x}" for x in operands[n + 1 :]]
        slopes += [d, *(f"{d} * {w}" for w in operands[:n])]
    else:
        known = {"v": names[node], "d": d, **dict(zip("ab", operands, strict=False))}
        slopes = [slope.format(**known) for slope in rules[node.op][1:]]
    return zip(node.parents, slopes, strict=True)


def pattern(name, inputs):
    """Return the left side of an assignment that takes one example apart."""
    return f"[{', '.join(i.slopes[0] for i in inputs)}]" if isinstance(inputs, list) else name
