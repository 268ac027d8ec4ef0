"""01.3: what one node hands to its parents."""

from fivelines import Value

from ..judge import Case, mutant, solution
from ..judge.values import draw, nudge

TITLE = "Add up over the paths"
SECTION = "What is the right way to walk back?"
MINUTES = 10
TASK = """
Write `hand_back(node)`, what a backward walk does at one node: for each parent,
the parent's `grad` gets what arrives along this arrow, on top of what has
already arrived. The check visits the nodes of graphs such as `x * x + x * z` in
the right order, the last one first, and calls your function at each.
"""
HINTS = [
    "In `x * x` both parents are the same node. Two shares arrive at it. What becomes of the "
    "first when the second comes?",
    "Multiply along a path: the share is the slope on the arrow times the rate of the node that "
    "the arrow comes from.",
    "Go through `zip(node.parents, node.slopes)`, and use `+=`.",
]


@solution
def hand_back(node):
    """Add to the grad of each parent of node what this node hands to it.

    node: a Value whose own grad is complete. Returns nothing.
    """
    for parent, slope in zip(node.parents, node.slopes, strict=True):
        parent.grad += slope * node.grad


@mutant
def overwrites(node):
    """With `=` the last share to arrive wipes out the others. Add them up: `+=`."""
    for parent, slope in zip(node.parents, node.slopes, strict=True):
        parent.grad = slope * node.grad


@mutant
def slope_only(node):
    """The node's own rate is missing. The share is the slope times `node.grad`."""
    for parent, slope in zip(node.parents, node.slopes, strict=True):
        parent.grad += slope


@mutant
def grad_only(node):
    """The slope is missing. The share is the slope times `node.grad`."""
    for parent in node.parents:
        parent.grad += node.grad


@mutant
def first_parent_only(node):
    """Only the first parent gets its share."""
    for parent, slope in list(zip(node.parents, node.slopes, strict=True))[:1]:
        parent.grad += slope * node.grad


@mutant
def parents_data(node):
    """The slope toward a parent is in `node.slopes`. It is not the parent's own data."""
    for parent in node.parents:
        parent.grad += parent.data * node.grad


@mutant
def multiplies(node):
    """Every rate stays 0: `*=` multiplies what is there, and at the start that is 0. Along a path
    you multiply, over the paths you add."""
    for parent, slope in zip(node.parents, node.slopes, strict=True):
        parent.grad *= slope * node.grad


def check(answer, rng):
    """Try single operations, then shared leaves, then a graph whose inner rates are not 1."""
    x, z = draw(rng, 2)
    for words, f in [
        ("x * z", lambda x, z: x * z),
        ("x + x", lambda x, z: x + x),
        ("x * x", lambda x, z: x * x),
        ("x * x + x * z", lambda x, z: x * x + x * z),
        ("(x * x + x * z) ** 3", lambda x, z: (x * x + x * z) ** 3),
    ]:
        leaves = [Value(x), Value(z)]
        root = f(*leaves)
        root.grad, waiting = 1.0, [root]
        for node in waiting:  # each inner node of these graphs is used once
            answer(node)
            waiting += [parent for parent in node.parents if parent.parents]
        yield Case(
            f"{words} at x = {x}, z = {z}; x.grad and z.grad",
            [leaf.grad for leaf in leaves],
            nudge(f, [x, z]),
            "central differences",
            tol=1e-6,
        )
