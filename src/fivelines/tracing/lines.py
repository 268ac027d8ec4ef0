"""A traced graph as straight lines of code: first the result, then all its derivatives."""

from collections import Counter

from ..value import Value, topological
from .rules import RULES
from .trace import trace


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


def pattern(name, inputs):
    """Return the left side of an assignment that takes one example apart."""
    return f"[{', '.join(i.slopes[0] for i in inputs)}]" if isinstance(inputs, list) else name


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
