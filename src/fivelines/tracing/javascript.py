"""The second back end of fuse: the same straight lines, as JavaScript.

A browser runs no Python, but it can run what fuse writes. The graph, the rules and the order of the
operations are those of the Python function, so the numbers are too, as far as the two languages'
tanh, exp, log and power agree: to about one unit in the last place.
"""

import re

from .lines import Language, graph, leaves_of, pattern, straight_line
from .trace import inputs

CALL = re.compile(r"\b([a-z]\w*)\(")
# What the rules call and Math has not, or not so. JavaScript's / and ** are those of IEEE 754, but
# for powers of 1 and -1: in C and Python 1 to any power is 1, and so is -1 to an infinite one.
_HELPERS = {
    "divide": "(a, b) => a / b",
    "power": "(a, b) => a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b",
    "sigmoid": "(a) => 1 / (1 + Math.exp(-a))",
}


def loss_function(sample_loss, model, x_width=None, target_width=None):
    """Return the source of a JavaScript function (parameters, X, targets) => [mean, gradient].

    It stands alone: the functions that it calls are defined in it.

    sample_loss: as for fuse. x_width, target_width: how many numbers are in a row; None stands for
    a plain number. The parameters are those of the model, in their order. Raises as fuse does, and
    ValueError for a loss that also depends on a Value outside the model, which would be frozen.
    """
    x, target = inputs("x", x_width), inputs("t", target_width)
    root, count, forward, backward = _lines(sample_loss, model, x, target)
    sums = [f"g{i}" for i in range(count)]
    example = [
        f"const {pattern('x', x)} = X[i], {pattern('t', target)} = targets[i];",
        *_declared(forward),
        f"total += {root};",
        *_declared(backward),
    ]
    return "\n".join(
        [
            "(parameters, X, targets) => {",
            *(f"  {line}" for line in _functions([*forward, *backward])),
            f"  const [{_parameters(count)}] = parameters;",
            f"  let {', '.join(f'{name} = 0' for name in ['total', *sums])};",
            "  for (let i = 0; i < X.length; i++) {",
            *(f"    {line}" for line in example),
            "  }",
            "  const n = X.length;",
            f"  return [total / n, [{', '.join(f'{g} / n' for g in sums)}]];",
            "}",
        ]
    )


def forward_function(model, x_width=None):
    """Return the source of a JavaScript function (parameters, X) => [model(x) for each x in X]."""
    x = inputs("x", x_width)
    root, count, forward, _ = _lines(lambda model, x: model(x), model, x)
    return "\n".join(
        [
            "(parameters, X) => {",
            *(f"  {line}" for line in _functions(forward)),
            f"  const [{_parameters(count)}] = parameters;",
            f"  return X.map(({pattern('x', x)}) => {{",
            *(f"    {line}" for line in _declared(forward)),
            f"    return {root};",
            "  });",
            "}",
        ]
    )


def _lines(function, model, *arguments):
    """Return (root, number of parameters, forward, backward) of function(model, *arguments)."""
    parameters = tuple(dict.fromkeys(model.parameters()))
    order = graph(function, parameters, model, *arguments)
    leaves = leaves_of(order, parameters)
    if len(leaves) > len(parameters):
        raise ValueError(
            "this loss uses a Value that is not among model.parameters(): JavaScript could not "
            "see it change; make it a parameter, or a plain number"
        )
    root, forward, backward = straight_line(order, leaves, JAVASCRIPT)
    return root, len(leaves), forward, backward


def _declared(lines):
    """Return assignments as statements, each name declared where it is first assigned."""
    known, statements = set(), []
    for line in lines:
        name = line.split(" ", 1)[0]
        new = re.match(r"[vd]\d+ = ", line) and name not in known
        statements.append(f"{'let ' if new else ''}{line};")
        known.add(name)
    return statements


def _functions(lines):
    """Return the lines that define what the lines call."""
    called = sorted(set(CALL.findall("\n".join(lines))))
    ours = [f"const {name} = {_HELPERS[name]};" for name in called if name in _HELPERS]
    theirs = ", ".join(name for name in called if name not in _HELPERS)
    return [*ours, f"const {{ {theirs} }} = Math;"] if theirs else ours


def _constant(number):
    return {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(repr(number), repr(number))


def _choice(test, yes, no):
    return f"{test.replace('==', '===').replace(' and ', ' && ')} ? {yes} : {no}"


def _parameters(count):
    return ", ".join(f"p{i}" for i in range(count))


JAVASCRIPT = Language(_constant, _choice)
