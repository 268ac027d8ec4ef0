"""While one thread traces a function, everybody else's Values are plain ones."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from fivelines import MLP, Value, fuse
from fivelines.tracing.trace import Traced, inputs, trace
from support.models import Weights, squared_error


def test_another_thread_gets_plain_values_while_a_trace_runs():
    traced, done, zero = Event(), Event(), Value(0.0)

    def loss(model, x, target):
        result = Value.dot(model.p, [x, 1.5], zero) + Value.sum([]) + Value.sum([1.0, 2.0])
        if isinstance(x, Traced):
            traced.set()
            assert done.wait(timeout=30)
            assert isinstance(Value.sum([x]), Traced)
        return result

    def plain():
        assert traced.wait(timeout=30)
        try:
            a, b = Value(2.0), Value(-3.0)
            result = Value.sum([Value.dot([a], [b], a), a, 1.0])
            result.backward()
            return type(result), result.data, a.grad, b.grad, MLP(1, [1], seed=0)([1.0]).op
        finally:
            done.set()

    with ThreadPoolExecutor() as pool:
        other = pool.submit(plain)
        mean = fuse(loss)(Weights(2.0, 3.0), [0.5], [0.0])
        assert other.result() == (Value, -1.0, -1.0, 2.0, "dot")
    assert (mean.data, *mean.slopes[:2]) == (8.5, 0.5, 1.5)


def test_two_threads_may_trace_one_model():
    model = MLP(2, [3, 1], seed=0)

    def one(_):
        x, target = inputs("x", 2), inputs("t", None)
        return type(trace(squared_error, model.parameters(), model, x, target))

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(one, range(400))} == {Traced}
    assert {type(p) for p in model.parameters()} == {Value}


class Named(Value):
    """A subclass with a __dict__, as most have."""

    def __init__(self, data, name):
        super().__init__(data)
        self.name = name

    def tanh(self):
        return super().tanh() * 2.0


class Slim(Value):
    __slots__ = ()


class Noted(Value):
    __slots__ = ("note",)


@pytest.mark.parametrize("parameter", [Named(0.5, "w"), Slim(0.5), Noted(0.5)])
@pytest.mark.parametrize("refused", [False, True])
def test_a_parameter_of_a_subclass_comes_back_as_what_it_was(parameter, refused):
    def loss(model, x, target):
        return Value(float(model.p[0])) if refused else (model.p[0].tanh() * x - target) ** 2

    kind, model = type(parameter), Weights(1.0)
    model.p.append(model.p[0])
    model.p[0] = parameter
    if refused:
        with pytest.raises(TypeError, match="cannot look at a number"):
            fuse(loss)(model, [2.0], [1.0])
    else:
        assert fuse(loss)(model, [1.0], [0.5]).data == ((parameter.tanh() - 0.5) ** 2).data
    assert [type(p) for p in model.p] == [kind, Value]
    assert getattr(parameter, "name", "w") == "w"
    assert float(parameter) == 0.5


def test_a_dot_of_unequal_lengths_is_refused_while_tracing_too():
    with pytest.raises(ValueError, match="dot takes a number for each weight: 1 for 2 weights"):
        fuse(lambda m, x, t: Value.dot(m.p, [x], Value(0.0)))(Weights(1.0, 2.0), [1.0], [1.0])
