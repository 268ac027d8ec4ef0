"""01.4: the backward sweep."""

import math

from fivelines import Value

from ..judge import Case, mutant, solution
from ..judge.values import draw, nudge

TITLE = "The backward sweep"
SECTION = "In which order, then?"
MINUTES = 15
TASK = """
Write `backward(root)` from memory. Every node has `data`, `grad`, `parents`
and `slopes`, and every `grad` is 0 at the start. Afterwards each leaf's
`grad` must hold the rate of `root` toward it, also where a number in the
middle of the graph is used more than once. You may define helpers.
"""
HINTS = [
    "In `L = d * (d + 10)`, how many nodes use d? When does d know its whole rate?",
    "A node may hand its rate on only after every node that uses it has handed on its own. "
    "Which order of the nodes guarantees that?",
    "List the nodes so that each stands after all of its parents: visit the parents first, then "
    "append the node, and skip what has been seen. Then walk the list from its end.",
    "Set `root.grad = 1.0`. Then, for each node in `reversed(order)` and each pair from "
    "`zip(node.parents, node.slopes)`: `parent.grad += slope * node.grad`.",
]


@solution
def backward(root):
    """Set the grad of every node below root to d(root)/d(node).

    root: a Value, whose graph is reached through parents. Returns nothing.
    """
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(root)
    root.grad = 1.0
    for node in reversed(order):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope * node.grad


def _after_parents(node, seen):
    if node not in seen:
        seen[node] = None
        for parent in node.parents:
            _after_parents(parent, seen)
        seen[node] = seen.pop(node)
    return list(seen)


@mutant
def overwrites(root):
    """With `=` the last path to arrive wipes out the others. Add up over the paths: `+=`."""
    root.grad = 1.0
    for node in reversed(_after_parents(root, {})):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad = slope * node.grad


@mutant
def walks_every_path(root):
    """A shared node hands its rate on at each visit, so what it had at the first visit is counted
    again at the next. Visit each node once, after all nodes that use it."""

    def push(node):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope * node.grad
            push(parent)

    root.grad = 1.0
    push(root)


@mutant
def nearest_first(root):
    """Each node is visited once, but a shared node is visited before all that use it have been.
    Nearest first is no topological order."""
    root.grad, queue = 1.0, [root]
    for node in queue:
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope * node.grad
            if parent not in queue:
                queue.append(parent)


@mutant
def no_start(root):
    """Every rate is 0. The sweep has to start from `root.grad = 1.0`: the result moves exactly as
    fast as itself."""
    for node in reversed(_after_parents(root, {})):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope * node.grad


@mutant
def slopes_only(root):
    """The slope is handed on without the node's own rate. Multiply along a path: slope times
    `node.grad`."""
    root.grad = 1.0
    for node in reversed(_after_parents(root, {})):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope


@mutant
def from_the_leaves(root):
    """The list is walked from the leaves to the root. Walk it from its end, so that a rate is
    there before it is handed on."""
    root.grad = 1.0
    for node in _after_parents(root, {}):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += slope * node.grad


def _program(rng, n_steps):
    """Return lines (name, op, one, other), each using the line before and anything earlier."""
    names = ["a", "b"]
    lines = []
    for name in "cdefghijk"[:n_steps]:
        lines.append((name, rng.choice("*+*+t"), names[-1], rng.choice(names)))
        names.append(name)
    return lines


def _squash(x):
    return x.tanh() if isinstance(x, Value) else math.tanh(x)


def _result(lines, a, b):
    known = {"a": a, "b": b}
    for name, op, one, other in lines:
        x, y = known[one], known[other]
        known[name] = x * y if op == "*" else x + y if op == "+" else _squash(x)
    return known[lines[-1][0]]


def _words(lines):
    return "; ".join(
        f"{name} = tanh({one})" if op == "t" else f"{name} = {one} {op} {other}"
        for name, op, one, other in lines
    )


def check(answer, rng):
    """Try single operations, then graphs with shared leaves, then with shared interior nodes."""
    programs = [
        [("c", "*", "a", "b")],
        [("c", "+", "a", "a"), ("d", "+", "c", "b")],
        [("c", "*", "a", "b"), ("d", "+", "c", "b"), ("e", "*", "c", "d")],
        [("c", "*", "a", "b"), ("d", "t", "c", "c"), ("e", "+", "d", "a"), ("f", "*", "e", "c")],
    ]
    programs += [_program(rng, n) for n in (4, 5, 6, 7)]
    for lines in programs:
        point = draw(rng, 2, high=0.9)
        a, b = map(Value, point)
        answer(_result(lines, a, b))
        yield Case(
            f"{_words(lines)}, at a = {point[0]}, b = {point[1]}; a.grad and b.grad of the last",
            [a.grad, b.grad],
            nudge(lambda a, b, lines=lines: _result(lines, a, b), point),
            "central differences",
            tol=1e-6,
        )
