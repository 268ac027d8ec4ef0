"""The fused loss: the same numbers as eager Values, and a sentence where that cannot be."""

import math
import random

import numpy as np
import pytest

from fivelines import MLP, Trainer, Value, fuse, make_moons, mean_squared_error
from support.models import Weights, squared_error


def eager(sample_loss, model, X, targets):
    losses = [sample_loss(model, x, t) for x, t in zip(X, targets, strict=True)]
    return Value.sum(losses) / len(losses)


def value_and_gradient(loss, model):
    for p in model.parameters():
        p.grad = 0.0
    loss.backward()
    return [loss.data, *(p.grad for p in model.parameters())]


def assert_same(sample_loss, model, X, targets):
    fused = value_and_gradient(fuse(sample_loss)(model, X, targets), model)
    plain = value_and_gradient(eager(sample_loss, model, X, targets), model)
    assert fused == pytest.approx(plain, rel=1e-12, abs=1e-12, nan_ok=True)


def test_the_moons_train_to_the_same_losses():
    X, labels = make_moons()
    X, targets = X.tolist(), (2 * labels - 1).tolist()
    fast, slow = (
        Trainer(MLP(2, [8, 1], seed=1), loss, lr=0.5).fit(X, targets, steps=200)
        for loss in (fuse(squared_error), mean_squared_error)
    )
    assert fast.loss == pytest.approx(slow.loss, rel=1e-12)


def test_the_generated_function_can_be_read():
    loss = fuse(lambda model, x, target: (model.p[0] * x + model.p[1] - target) ** 2)
    loss(Weights(0.5, -1.5), [1, 2], [3, 4])
    assert loss.source == (
        "def fused(parameters, X, targets):\n"
        "    [p0, p1] = parameters\n"
        "    total = g0 = g1 = 0.0\n"
        "    for x, t in zip(X, targets):\n"
        "        v0 = p0 * x\n"
        "        v1 = v0 + p1\n"
        "        v2 = v1 - t\n"
        "        v3 = v2 * v2\n"
        "        total += v3\n"
        "        d2 = 2.0 * v2\n"
        "        g1 += d2\n"
        "        g0 += d2 * x\n"
        "    n = len(X)\n"
        "    return total / n, [g0 / n, g1 / n]\n"
    )


def test_it_is_traced_once_for_each_model_and_shape():
    calls = []

    def loss(model, x, target):
        calls.append(x)
        return squared_error(model, x, target)

    fused = fuse(loss)
    model = MLP(2, [3, 1], seed=0)

    def traces_of(*arguments):
        before = len(calls)
        fused(*arguments)
        return len(calls) - before

    example = ([[1.0, 2.0]], [1.0])
    assert traces_of(model, *example) == 2  # the trace, and the eager comparison of one example
    assert traces_of(model, *example) == 0
    assert traces_of(model, [[0.0, 1.0]] * 50, [1.0] * 50) == 0
    assert traces_of(MLP(2, [4, 1], seed=0), *example) == 2
    model.layers[0].neurons[0].b = Value(0.5)
    assert traces_of(model, *example) == 2
    assert traces_of(MLP(1, [1], seed=0), [[1.0]], [1.0]) == 2


def max_of(x):
    return max(x[0], x[1])


@pytest.mark.parametrize(
    "look",
    [
        lambda p, x, t: p if x[0] > 0 else -p,
        lambda p, x, t: p * x[0].data,
        lambda p, x, t: p * p.grad,
        lambda p, x, t: p * float(t),
        lambda p, x, t: p * math.tanh(x[0]),
        lambda p, x, t: p * max_of(x),
        lambda p, x, t: p if t == 1 else -p,
        lambda p, x, t: p if x[1] else -p,
        lambda p, x, t: p * int(t),
        lambda p, x, t: p * sorted(x)[0],
        lambda p, x, t: -p if p < 0 else p,
    ],
)
def test_a_loss_that_looks_at_a_number_is_refused(look):
    model = Weights(0.5)
    with pytest.raises(TypeError, match="cannot look at a number"):
        fuse(lambda m, x, t: look(m.p[0], x, t))(model, [[1.0, 2.0]], [1.0])
    assert type(model.p[0]) is Value
    assert (model.p[0] * 2).data == 1.0


def test_a_loss_that_is_another_one_each_time_is_refused():
    rng = random.Random(0)
    with pytest.raises(ValueError, match="the same operations for every example"):
        fuse(lambda m, x, t: m.p[0] * rng.random())(Weights(0.5), [1.0], [1.0])


def test_the_comparison_with_eager_leaves_the_gradients_alone():
    model = Weights(0.5)
    model.p[0].grad = 7.0
    fuse(lambda m, x, t: (m.p[0] * x - t) ** 2)(model, [1.0], [1.0])
    assert model.p[0].grad == 7.0


@pytest.mark.parametrize("activation", ["tanh", "relu", "sigmoid", "linear"])
def test_every_activation(activation):
    X = [[0.5, -1.0], [2.0, 0.3], [-0.7, 1.1]]
    assert_same(squared_error, MLP(2, [4, 3, 1], activation, seed=3), X, [1.0, -1.0, 0.5])


@pytest.mark.parametrize(
    "operation",
    [
        lambda a, b, x: a + b - x,
        lambda a, b, x: 2 - a * b / x,
        lambda a, b, x: 3 / a + x / (1 + b * b),
        lambda a, b, x: abs(-a) ** b + 2**a + x**a + a**3 + a**2 + a**0,
        lambda a, b, x: a.exp() + a.log() + a.sqrt() + b.sigmoid() * b.relu() + (-b).relu(),
        lambda a, b, x: Value.sum([a, 2.0, x, a]) * Value.dot([a, b], [x, 1.5], b),
        lambda a, b, x: Value.dot([a, b], [a, b * x], a) ** 2,
        lambda a, b, x: Value.sum([]) + a,
        lambda a, b, x: x * 2,
        lambda a, b, x: b,
        lambda a, b, x: Value.sum(a * i for i in range(3000)),
    ],
)
def test_every_operation(operation):
    def loss(model, x, target):
        return operation(*model.p, x) * target

    assert_same(loss, Weights(0.7, 1.6), [0.5, 1.25], [1.0, -2.0])


@pytest.mark.parametrize("number", [0.0, -0.0, -2.0, 1000.0, math.inf, math.nan])
def test_edges_mean_what_they_mean_for_eager_values(number):
    for each in range(8):

        def one(model, x, target, each=each):
            a = model.p[0]
            parts = [a.exp(), a.log(), a.sqrt(), 1 / a, a**-1, a**0.5, abs(a), a.relu()]
            return parts[each]

        assert_same(one, Weights(number), [1.0], [1.0])


def test_a_loss_that_is_one_parameter():
    assert_same(lambda m, x, t: m.p[0], Weights(0.5, 2.0), [1.0, 2.0], [1.0, 2.0])


def test_shared_parameters_and_inputs_that_do_not_count():
    model = MLP(2, [2, 1], seed=0)
    model.layers[0].neurons[1].w = model.layers[0].neurons[0].w
    assert_same(lambda m, x, t: (m([x[0], x[0]]) - t) ** 2, model, [[0.5, 9.0]], [1.0])


def test_a_leaf_from_outside_the_model_gets_its_gradient_too():
    temperature = Value(2.0)
    loss = fuse(lambda m, x, t: (m.p[0] * x / temperature - t) ** 2)
    model = Weights(0.5)
    loss(model, [3.0], [1.0]).backward()
    assert temperature.grad == pytest.approx(2 * (0.75 - 1) * -0.75 / 2)
    temperature.data = 4.0
    assert loss(model, [3.0], [1.0]).data == pytest.approx((0.375 - 1) ** 2)


def test_a_value_computed_outside_is_refused():
    outside = Value(2.0) * 3
    with pytest.raises(TypeError, match="computed outside of it"):
        fuse(lambda m, x, t: m.p[0] * outside)(Weights(0.5), [1.0], [1.0])


def test_rows_may_be_of_any_kind():
    loss = fuse(lambda m, x, t: (m.p[0] * x[0] + m.p[1] * x[1] - t) ** 2)
    rows, targets, model = [[1, 2], [3, 4]], [1, -1], Weights(0.5, -1.5)
    expected = loss(model, rows, targets).data
    for X, t in [
        (np.array(rows), np.array(targets)),
        (np.array(rows, dtype=np.float32), targets),
        ([tuple(row) for row in rows], tuple(targets)),
        ((row for row in rows), iter(targets)),
        ([np.array(row) for row in rows], [np.int64(t) for t in targets]),
    ]:
        assert loss(model, X, t).data == expected


def test_targets_may_be_rows():
    def loss(model, x, target):
        return Value.sum((a - b) ** 2 for a, b in zip(model(x), target, strict=True))

    assert_same(loss, MLP(1, [3, 2], seed=0), [[0.5], [1.0]], [[1.0, 0.0], [0.0, 1.0]])


@pytest.mark.parametrize(
    ("X", "targets", "error", "sentence"),
    [
        ([], [], ValueError, "at least one: got 0 examples and 0 targets"),
        ([[1.0]], [], ValueError, "got 1 examples and 0 targets"),
        ([[1.0], [1.0, 2.0]], [1, 1], ValueError, "has 1 numbers, but row 1 has 2"),
        ([["one"]], [1.0], TypeError, "one real number"),
        ([[1.0]], [None], TypeError, "one real number"),
    ],
)
def test_bad_examples_get_a_sentence(X, targets, error, sentence):
    with pytest.raises(error, match=sentence):
        fuse(squared_error)(MLP(1, [1], seed=0), X, targets)


def test_a_loss_that_is_no_value_gets_a_sentence():
    with pytest.raises(TypeError, match="returns one Value, not list"):
        fuse(lambda m, x, t: [m.p[0]])(Weights(0.5), [1.0], [1.0])
