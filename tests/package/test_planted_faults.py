"""Faults planted in Value, each of which the comparison with torch must find.

A fault replaces a method of a Value of its own: an operation that alters the node which the right
one returns, or a backward written anew. So they hang on Value's public names only.
"""

import math
from operator import add

import pytest
from hypothesis import Phase

from fivelines.ieee import FLAT, divide
from fivelines.value import topological
from support.expressions import WILD, assert_agrees_with_torch, compare, fresh, graphs

# -- wrong operations: (node, operands) -> the data and the slopes that it gets ------------------


def data(x):
    return getattr(x, "data", x)


def operands_of_minus_swapped(node, a, b):
    return data(b) - data(a), node.slopes


def sign_of_minus(node, a, b):
    return node.data, (1.0,) * len(node.slopes)


def slopes_of_divide_swapped(node, a, b):
    return node.data, node.slopes[::-1]


def divide_that_multiplies(node, a, b):
    x, y = data(a), data(b)
    slopes = divide(1.0, y), -divide(x * y, y)
    return x * y, slopes[: len(node.slopes)]


def operands_of_power_swapped(node, a, b):
    swapped = a ** type(a)(b)
    return swapped.data, swapped.slopes[::-1]


def exponent_of_powers_slope(node, a, b):
    y = data(b)
    return node.data, (FLAT if y == 0 else y * node.data, *node.slopes[1:])


def tanh_without_its_chain_factor(node, a):
    return node.data, (1.0,)


def relu_with_slope_1_at_0(node, a):
    return node.data, (FLAT if a.data < 0 else 1.0,)


def relu_that_makes_nan_of_inf(node, a):
    return node.data, (0.0 if node.data == 0 else 1.0,)


def slopes_of_dot_swapped(node, w, x, b):
    own = [(1.0 if parent is b else parent.data) for parent in node.parents]
    return node.data, own


def altered(engine, name, wrong):
    """Replace a method of an engine by one whose node gets wrong data or slopes."""
    right = getattr(engine, name)

    def method(*operands):
        node = right(*operands)
        node.data, node.slopes = wrong(node, *operands)
        return node

    setattr(engine, name, staticmethod(method) if name == "dot" else method)


# -- wrong sweeps --------------------------------------------------------------------------------


def sweep(order=topological, reset=lambda node: node.op, plus=add):
    """Return a backward that is right but for what is given."""

    def backward(self):
        nodes = order(self)
        for node in nodes:
            if reset(node):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            grad = node.grad
            for parent, slope in zip(node.parents, node.slopes, strict=True):
                parent.grad = plus(parent.grad, grad * slope)

    return backward


def as_discovered(root):
    """Return the nodes in an order that is none: from the root, each when it is first seen."""
    found, stack = {root: None}, [root]
    while stack:
        node = next((p for p in stack[-1].parents if p not in found), None)
        if node is None:
            stack.pop()
        else:
            found[node] = None
            stack.append(node)
    return list(found)[::-1]


def counting_a_shared_node_twice(self):
    for node in topological(self):
        if node.op:
            node.grad = 0.0
    self.grad += 1.0

    def push(node):
        for parent, slope in zip(node.parents, node.slopes, strict=True):
            parent.grad += node.grad * slope
            push(parent)

    push(self)


# -- what is planted, and a small expression that shows it ---------------------------------------

TWO, THREE, HALF = ("leaf", 0, 0, 2.0), ("leaf", 0, 0, -3.0), ("leaf", 0, 0, 0.5)
ZERO = ("leaf", 0, 0, 0.0)
DIAMOND = [TWO, ("a * k", 0, 0, 1.5), ("a.tanh()", 0, 0, 0.0), ("a * b", 1, 0, 0.0)]
MINUS = [TWO, THREE, ("a - b", 1, 0, 0.0)]
RATIO = [TWO, THREE, ("a / b", 1, 0, 0.0)]
SQUASHED = [HALF, ("a.tanh()", 0, 0, 0.0)]
BLOCKED = [THREE, ("a.relu()", 0, 0, 0.0), ("a * k", 0, 0, math.inf)]
DOT = [TWO, THREE, ("m.dot([a, b], [b, k], a)", 1, 0, 1.5)]

OPERATIONS = [
    ("__sub__", operands_of_minus_swapped, MINUS),
    ("__sub__", sign_of_minus, MINUS),
    ("__truediv__", slopes_of_divide_swapped, RATIO),
    ("__truediv__", divide_that_multiplies, RATIO),
    ("__rpow__", operands_of_power_swapped, [TWO, ("k ** a", 0, 0, 3.0)]),
    ("__pow__", exponent_of_powers_slope, [TWO, ("a ** k", 0, 0, 3.0)]),
    ("tanh", tanh_without_its_chain_factor, SQUASHED),
    ("relu", relu_with_slope_1_at_0, [ZERO, ("a.relu()", 0, 0, 0.0)]),
    ("relu", relu_that_makes_nan_of_inf, BLOCKED),
    ("dot", slopes_of_dot_swapped, DOT),
]
SWEEPS = {
    "= for +=": (sweep(plus=lambda old, new: new), [TWO, ("a * b", 0, 0, 0.0)]),
    "no topological order": (sweep(order=as_discovered), DIAMOND),
    "recursion that counts a shared node twice": (counting_a_shared_node_twice, DIAMOND),
    "interior gradients not reset": (
        sweep(reset=lambda node: False),
        [TWO, ("a * b", 0, 0, 0.0), ("a * k", 0, 0, 2.0)],
    ),
    "leaves reset too": (sweep(reset=lambda node: True), [TWO, THREE]),
}


def assert_found(mutant, example):
    assert compare(example, mutant).wrong
    assert not compare(example).wrong
    with pytest.raises(AssertionError, match=r"of node \d+ is .*, in torch"):
        # Small ones, since a sweep without memory takes every path of a large one.
        assert_agrees_with_torch(graphs(WILD, most=12), mutant, phases=[Phase.generate])


@pytest.mark.parametrize(
    ("method", "wrong", "example"), OPERATIONS, ids=lambda x: getattr(x, "__name__", "")
)
def test_a_wrong_operation_is_found(method, wrong, example):
    engine = fresh().Value
    altered(engine, method, wrong)
    assert_found(engine, example)


@pytest.mark.parametrize("fault", SWEEPS)
def test_a_wrong_sweep_is_found(fault):
    engine = fresh().Value
    engine.backward, example = SWEEPS[fault]
    assert_found(engine, example)


def test_what_the_faults_are_planted_in_passes_the_same_check():
    engine = fresh().Value
    engine.backward = sweep()
    for method, _, _ in OPERATIONS:
        altered(engine, method, lambda node, *operands: (node.data, node.slopes))
    assert_agrees_with_torch(graphs(WILD, most=12), engine, phases=[Phase.generate])
