"""Neuron, Layer and MLP."""

import json

import pytest

from fivelines import MLP, Layer, Neuron, Value


def test_the_reference_network():
    model = MLP(2, [8, 1], seed=1)
    first = [p.data for p in model.parameters()[:3]]
    assert first == [-0.5170870448647804, 0.49134550280260053, 0.0]
    assert len(model.parameters()) == 33
    assert repr(model) == "MLP(2 -> 8 -> 1, 33 parameters)"


def test_a_neuron_is_a_dot_product_plus_bias_through_a_squash():
    neuron = Neuron(2)
    neuron.w[0].data, neuron.w[1].data, neuron.b.data = 0.8, -0.3, 0.1
    assert neuron([0.5, -1.2]).data == pytest.approx((Value(0.86).tanh()).data)


def test_several_outputs_come_as_a_list():
    assert len(MLP(3, [4, 2], seed=0)([1.0, 2.0, 3.0])) == 2
    assert len(Layer(3, 5)([1, 2, 3])) == 5


def test_zero_grad_clears_every_gradient():
    model = MLP(2, [3, 1], seed=0)
    model([1.0, 2.0]).backward()
    assert any(p.grad for p in model.parameters())
    model.zero_grad()
    assert not any(p.grad for p in model.parameters())


def test_saved_parameters_come_back(tmp_path):
    model, other = MLP(2, [3, 1], seed=0), MLP(2, [3, 1], seed=5)
    model.save(tmp_path / "model.json")
    other.load(tmp_path / "model.json")
    assert [p.data for p in other.parameters()] == [p.data for p in model.parameters()]


def test_a_wrong_shape_is_refused_before_anything_changes(tmp_path):
    path = tmp_path / "model.json"
    MLP(2, [3, 1], seed=0).save(path)
    other = MLP(2, [4, 1], seed=5)
    before = [p.data for p in other.parameters()]
    with pytest.raises(ValueError, match=r"shape \[2, 3, 1\], but this one is \[2, 4, 1\]"):
        other.load(path)
    state = json.loads(path.read_text())
    state["parameters"].pop()
    path.write_text(json.dumps(state))
    with pytest.raises(ValueError, match="13 parameters"):
        MLP(2, [3, 1]).load(path)
    assert [p.data for p in other.parameters()] == before


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: MLP(2, []), "at least one layer"),
        (lambda: MLP(2, 8), "at least one layer"),
        (lambda: MLP(0, [1]), "number of inputs"),
        (lambda: MLP(2, [0]), "number of neurons"),
        (lambda: MLP(2, [3, 1], activation="swish"), "choose one of tanh, relu"),
        (lambda: MLP(2, [3, 1])([1.0]), "takes 2 inputs, but got 1"),
        (lambda: Neuron(2)(3.0), "a row of 2 numbers"),
    ],
)
def test_bad_input_gets_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
