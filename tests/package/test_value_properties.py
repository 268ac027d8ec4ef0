"""Value against torch.float64 and against central differences.

HYPOTHESIS_PROFILE=nightly draws 10,000 expressions where the default draws a few hundred.
"""

import math
import re
from collections import Counter
from itertools import product

import pytest
from hypothesis import given

from fivelines import Value
from support.expressions import (
    EDGES,
    FUNCTIONS,
    OPERANDS,
    OPERATIONS,
    WHOLE,
    WILD,
    Torch,
    agree,
    assert_agrees_with_torch,
    build,
    column,
    graphs,
    made,
    refused_by_torch,
    same_sign,
    used,
)

# -- every operation at the edges ----------------------------------------------------------------

TABLE = [*EDGES, 1e308, -1e308, 1e-308, 1e200, -1e-200, 5e-324, 710.0, -745.0, 20.0, -40.0]
UPSTREAM = [1.0, -1.0, math.inf, 0.0, math.nan]


def by_value(operation, x, y, upstream, one_leaf):
    """Return the result and the gradients of a and b, with a = x and b = k = y."""
    a = Value(x)
    b = a if one_leaf else Value(y)
    try:
        result = FUNCTIONS[operation](Value, a, b, y)
    except (ArithmeticError, ValueError) as error:
        pytest.fail(f"{operation} raises {error!r} at a = {x}, b = k = {y}: see fivelines/ieee.py")
    (result * upstream).backward()
    return result.data, a.grad, b.grad


def by_torch(operation, rows, one_leaf):
    """Return by_value of each row, for the whole table at once: in columns, torch is fast."""
    x, y, upstream = zip(*rows, strict=True)
    a, k = column(x, requires_grad=True), column(y)
    b = a if one_leaf else column(y, requires_grad=True)
    result = FUNCTIONS[operation](Torch, a, b, k)
    (result * column(upstream)).sum().backward()
    gradients = [column([0.0] * len(rows)) if p.grad is None else p.grad for p in (a, b)]
    return zip(result.tolist(), *(g.tolist() for g in gradients), strict=True)


def reciprocal_overflows(operation, x, y, upstream):
    """Tell whether 1 / divisor is inf though the divisor is not 0.

    Then the slope of a quotient is inf, and with an upstream gradient of 0 torch, which divides
    the upstream gradient by the divisor, gives 0 where Value's 0 * inf gives nan. To keep a divisor
    in every node beside its slope would be a high price for numbers below 5.6e-309.
    """
    divisor = {"a / b": y, "a / k": y, "k / a": x, "a.log()": x}.get(operation, 1.0)
    return upstream == 0 and 0 < abs(divisor) < 5.6e-309


def assert_row_by_row(operation, rows, one_leaf=False):
    rows = [row for row in rows if not reciprocal_overflows(operation, *row)]
    for row, theirs in zip(rows, by_torch(operation, rows, one_leaf), strict=True):
        ours = by_value(operation, *row, one_leaf)
        assert all(map(agree, ours, theirs)), f"{row}: {ours}, torch {theirs}"
        assert same_sign(ours[0], theirs[0]), f"{row}: {ours[0]}, torch {theirs[0]}"


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_operation_at_the_edges_and_with_every_upstream_gradient(operation):
    assert_row_by_row(operation, [*product(TABLE, TABLE, UPSTREAM)])


def test_an_operation_that_raises_or_that_tensors_have_not_is_named(monkeypatch):
    monkeypatch.setattr(Value, "sine", lambda a: Value(math.sin(a.data)), raising=False)
    monkeypatch.setitem(FUNCTIONS, "a.sine()", lambda m, a, b, k: a.sine())
    said = re.escape("a.sine() raises ValueError('math domain error') at a = inf, b = k = 1.0")
    with pytest.raises(pytest.fail.Exception, match=said):
        by_value("a.sine()", math.inf, 1.0, 1.0, False)
    said = refused_by_torch("a.sine()")
    assert said.startswith("a.sine(): 'Tensor' object has no attribute 'sine': write m.name(a)")


@pytest.mark.parametrize("operation", [text for text in OPERATIONS if len(OPERANDS[text]) == 2])
def test_one_value_as_both_operands_at_the_edges(operation):
    assert_row_by_row(operation, [(x, x, g) for x in TABLE for g in UPSTREAM], one_leaf=True)


# -- random expressions --------------------------------------------------------------------------


@pytest.mark.parametrize("special", [WHOLE, WILD], ids=["numbers", "with edges"])
def test_random_expressions_agree_with_torch(special):
    seen = assert_agrees_with_torch(graphs(special))
    assert seen["compared"] > 20_000
    # Which graphs are drawn depends on the constants in the modules that hypothesis finds loaded.
    assert seen["skipped"] < 0.1 * seen["compared"]


def test_random_expressions_agree_with_central_differences():
    seen = Counter()

    @given(graphs(WHOLE).map(tamed))
    def agrees(steps):
        nodes = build(steps, Value, Value, float)
        nodes[-1].backward()
        for i in [i for i in sorted(used(steps)) if steps[i][0] == "leaf"][:4]:
            near, far = (central_difference(steps, i, h) for h in (1e-5, 2e-5))
            # Too curved to measure, or too flat to tell a wrong rule from a right one.
            if not abs(near - far) <= 1e-6 * abs(near) or abs(near) < 0.01:
                seen["skipped"] += 1
                continue
            seen["compared"] += 1
            assert nodes[i].grad == pytest.approx(near, rel=1e-5), f"leaf {i}"

    agrees()
    assert seen["compared"] > 500
    assert seen["skipped"] < 0.1 * seen["compared"]


def tamed(steps):
    """Replace each step whose result is not between 0.2 and 5 in size by a leaf that is.

    What is left has no kink, pole or overflow near; without the slopes that are no number, it has
    no negative number to a variable power either.
    """
    tame, nodes = [], []
    for operation, i, j, k in steps:
        k = math.copysign(max(abs(k), 0.3), k)
        step = (operation, i, j, k)
        node = made(step, nodes, Value, Value, float)
        if not (0.2 <= abs(node.data) <= 5 and all(map(math.isfinite, node.slopes))):
            step, node = ("leaf", 0, 0, k), Value(k)
        tame.append(step)
        nodes.append(node)
    return tame


def central_difference(steps, i, h):
    """Return the slope of the root toward leaf i, from two values of the root."""

    def root(x):
        moved = [*steps[:i], ("leaf", 0, 0, x), *steps[i + 1 :]]
        return build(moved, Value, Value, float)[-1].data

    x = steps[i][3]
    return (root(x + h) - root(x - h)) / (2 * h)
