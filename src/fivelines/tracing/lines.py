"""A traced graph as straight lines of code: first the result, then all its derivatives."""

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ..value import Value, topological
from .rules import RULES
from .trace import trace

CHOICE = re.compile(r"(.+) if (.+) else (.+)")
FACTOR = re.compile(r"-?[\w.]+(\([^()]*\))?")  # what needs no brackets in a product
NAME = re.compile(r"\b[abvd]\b")


class Language(NamedTuple):
    """What differs from one language to another.

    constant: writes a number. choice: writes (test, yes, no), with the test in Python.
    """

    constant: Callable
    choice: Callable


PYTHON = Language(repr, lambda test, yes, no: f"{yes} if {test} else {no}")


def graph(function, parameters, *arguments):
    """Return the nodes of the Value that function(*arguments) gives, each after its parents.

    Raises TypeError where it gives something else.
    """
    result = trace(function, parameters, *arguments)
    if not isinstance(result, Value):
        raise TypeError(f"a fused loss returns one Value, not {type(result).__name__}")
    return topological(result)


def leaves_of(order, parameters):
    """Return the Values of a graph that are not inputs: the parameters, then any others."""
    return tuple(dict.fromkeys([*parameters, *(node for node in order if not node.op)]))


def straight_line(order, leaves, language=PYTHON):
    """Return (root, forward, backward): a graph as assignments.

    order: the traced graph, each node after its parents. leaves: the Values that are not inputs;
    they are p0, p1, ... in the lines. The forward lines compute the result, whose name is root;
    the backward ones add its derivatives to g0, g1, ...
    """
    names = {leaf: f"p{i}" for i, leaf in enumerate(leaves)}
    wanted = set(leaves)  # the nodes whose derivative is needed
    computed, forward, backward = [], [], []
    for node in order:
        if node.op == "input":
            names[node] = str(node.slopes[0])
        elif node.op == "constant":
            text = language.constant(node.slopes[0])
            names[node] = f"({text})" if text.startswith("-") else text
        elif node.op:
            names[node] = f"v{len(computed)}"
            computed.append(node)
            forward += _forward(node, names, language)
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
        for parent, slope in _backward(node, names, derivative[node], language):
            if parent not in wanted:
                continue
            if slope == derivative[node] and uses[parent] == 1 and parent not in started:
                derivative[parent] = slope  # the same number under another name
                continue
            grad = derivative.setdefault(parent, f"d{names[parent][1:]}")
            sign = "+=" if parent in started else "="
            backward.append(f"{grad} {sign} {slope}")
            started.add(parent)
    return names[root], forward, backward


def pattern(name, inputs):
    """Return the left side of an assignment that takes one example apart."""
    return f"[{', '.join(i.slopes[0] for i in inputs)}]" if isinstance(inputs, list) else name


def _forward(node, names, language):
    """Return the lines that compute one node."""
    v, operands = names[node], [names[parent] for parent in node.parents]
    if node.op not in ("sum", "dot"):
        return [f"{v} = {_written(RULES[node.op].value, _names(node, names), language)}"]
    terms = operands
    if node.op == "dot":  # the weights, the bias, the inputs
        n = len(operands) // 2
        products = (f"{w} * {x}" for w, x in zip(operands[:n], operands[n + 1 :], strict=True))
        terms = [operands[n], *products]
    # In pieces, since Python's compiler does not take a sum of thousands.
    pieces = [" + ".join(terms[i : i + 50]) for i in range(0, len(terms), 50)] or ["0.0"]
    return [f"{v} = {pieces[0]}", *(f"{v} = {v} + {piece}" for piece in pieces[1:])]


def _backward(node, names, d, language):
    """Yield (parent, expression): what the node, whose derivative is d, sends to each parent."""
    operands = [names[parent] for parent in node.parents]
    if node.op == "sum":
        slopes = [d] * len(operands)
    elif node.op == "dot":
        n = len(operands) // 2
        times = "" if d == "1.0" else f"{d} * "
        slopes = [f"{times}{x}" for x in operands[n + 1 :]]
        slopes += [d, *(f"{times}{w}" for w in operands[:n])]
    else:
        known, rule = _names(node, names) | {"d": d}, RULES[node.op]
        slopes = [
            _written(_sent(slope, d == "1.0"), known, language)
            for slope in (rule.by_a, rule.by_b)[: len(operands)]
        ]
    return zip(node.parents, slopes, strict=True)


def _sent(slope, one):
    """Return what is sent back, d times a slope, in the table's terms; one: whether d is 1."""
    if choice := CHOICE.fullmatch(slope):
        yes, test, no = choice.groups()
        return f"{_sent(yes, one)} if {test} else {_sent(no, one)}"
    if slope == "flat":
        return "0.0"
    if slope in ("1.0", "-1.0"):
        return slope.replace("1.0", "d")
    if one:
        return slope
    return f"d * {slope}" if FACTOR.fullmatch(slope) else f"d * ({slope})"


def _written(expression, known, language):
    """Return an expression of the table in a language, with the known names in it."""
    if choice := CHOICE.fullmatch(expression):
        yes, test, no = choice.groups()
        expression = language.choice(test, yes, no)
    return NAME.sub(lambda match: known[match[0]], expression)


def _names(node, names):
    """Return what a, b and v of the table are for a node."""
    return dict(zip("ab", map(names.get, node.parents), strict=False)) | {"v": names[node]}
