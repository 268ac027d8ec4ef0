"""The engine: values, gradients, and what it refuses."""

import math

import numpy as np
import pytest

from fivelines import Value
from fivelines.value import number, topological


def gradients(f, *numbers):
    leaves = [Value(n) for n in numbers]
    f(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def test_chain_rule_by_hand():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    loss = (a * b + c) ** 2
    loss.backward()
    assert (loss.data, a.grad, b.grad, c.grad) == (16.0, -24.0, 16.0, 8.0)


def test_neuron_of_the_reference():
    got = gradients(lambda w1, w2, b: (w1 * 0.5 + w2 * -1.2 + b).tanh(), 0.8, -0.3, 0.1)
    assert got == pytest.approx([0.25761263, -0.61827030, 0.51522525], abs=1e-8)


@pytest.mark.parametrize(
    "f",
    [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: a * b,
        lambda a, b: a / b,
        lambda a, b: a**b,
        lambda a, b: 3 + a - 2 * b,
        lambda a, b: 3 - a / 2 + 1 / b,
        lambda a, b: 2**a + b**3,
        lambda a, b: -a + abs(-b),
        lambda a, b: a.tanh() * b.relu(),
        lambda a, b: a.exp() / b.log(),
        lambda a, b: a.sqrt() * b.sigmoid(),
        lambda a, b: Value.sum([a, b, a, 2.0]) * b,
        lambda a, b: Value.dot([a, b], [b, 0.5], a),
        lambda a, b: (a * b + a) * (a * b),
    ],
)
def test_gradients_agree_with_a_central_difference(f):
    x, y, h = 0.7, 1.6, 1e-6

    def value(x, y):
        return f(Value(x), Value(y)).data

    nudged = [
        (value(x + h, y) - value(x - h, y)) / (2 * h),
        (value(x, y + h) - value(x, y - h)) / (2 * h),
    ]
    assert max(map(abs, nudged)) > 0.05  # far from zero, so that a broken rule shows
    assert gradients(f, x, y) == pytest.approx(nudged, abs=1e-7)


def test_a_value_used_twice_adds_its_gradients():
    assert gradients(lambda a: a + a, 3.0) == [2.0]
    assert gradients(lambda a: a * a, 3.0) == [6.0]


def test_a_shared_interior_node_waits_for_all_its_users():
    def shared(x):
        y = x * 2
        return y * y + y

    assert gradients(shared, 3.0) == [2 * (2 * 6.0 + 1)]


def test_a_second_sweep_doubles_the_leaves_and_nothing_else():
    x = Value(3.0)
    y = x * x
    z = y * 2
    z.backward()
    z.backward()
    assert (x.grad, y.grad, z.grad) == (24.0, 2.0, 1.0)


def test_a_leaf_that_is_the_root_accumulates():
    x = Value(3.0)
    x.backward()
    x.backward()
    assert x.grad == 2.0


def test_a_chain_of_a_million_needs_no_recursion():
    x = total = Value(1.0)
    for _ in range(1_000_000):
        total = total + 1.0
    total.backward()
    assert (total.data, x.grad) == (1_000_001.0, 1.0)
    del total


def test_overflow_gives_inf_and_not_a_traceback():
    assert Value(1000.0).exp().data == math.inf
    assert (Value(1.0) / 0).data == math.inf
    assert Value(0.0).log().data == -math.inf
    assert math.isnan((Value(-8.0) ** 0.5).data)


def test_numpy_scalars_work_on_either_side():
    for v in (np.float64(2) * Value(3.0), Value(3.0) * np.float32(2), np.int64(2) * Value(3.0)):
        assert isinstance(v, Value)
        assert v.data == 6.0


def test_dot_wants_a_number_for_each_weight():
    with pytest.raises(ValueError, match="dot takes a number for each weight: 1 for 2 weights"):
        Value.dot([Value(1.0), Value(2.0)], [3.0], Value(0.0))


def test_a_flat_relu_keeps_its_parent():
    x = Value(-1.0)
    assert x.relu().parents == (x,)
    assert x.relu().slopes == (0.0,)


def test_equal_by_value_and_hashed_by_identity():
    a, b = Value(0.5), Value(0.5)
    assert a == b == 0.5
    assert len({a, b}) == 2
    assert a < 1 <= Value(1)


@pytest.mark.parametrize("wrong", ["3", None, [1], 1j])
def test_only_a_real_number_makes_a_value(wrong):
    with pytest.raises(TypeError, match="a Value holds one real number"):
        Value(wrong)


def test_an_array_is_refused_and_never_becomes_an_object_array():
    for operation in (lambda v, a: v * a, lambda v, a: a * v, lambda v, a: a + v):
        with pytest.raises(TypeError, match=r"one real number.*ndarray"):
            operation(Value(1.0), np.ones(3))


def test_number_and_topological_are_there_for_others():
    assert [type(number(x)) for x in (1, True, np.float32(0.5))] == [float] * 3
    with pytest.raises(TypeError, match="not Value"):
        number(Value(1.0))
    a, b = Value(2.0), Value(3.0)
    product = a * b
    order = topological(product + a)
    assert {*order[:-2]} == {a, b}
    assert order[-2] is product
    assert order[-1].parents == (product, a)
