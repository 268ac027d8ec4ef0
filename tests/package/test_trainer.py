"""The five lines, and the figures that they must reproduce."""

import math
import subprocess
import sys
from itertools import chain

import pytest
import torch

from fivelines import MLP, Trainer, Value, make_moons, mean_squared_error

LOSSES = {
    0: 0.5764994460593003,
    1: 0.4553931288554716,
    10: 0.3577238133730225,
    50: 0.3443764336329095,
    100: 0.2146334082465994,
    200: 0.045791970393542956,
}


@pytest.fixture(scope="module")
def moons():
    X, labels = make_moons()
    return X.tolist(), (2 * labels - 1).tolist()


def train(moons, *, batch_size=None, lr=0.5, **how_long):
    trainer = Trainer(MLP(2, [8, 1], seed=1), mean_squared_error, lr=lr, batch_size=batch_size)
    return trainer.model, trainer.fit(*moons, **how_long)


def test_full_batch_descent_reproduces_the_reference(moons):
    model, history = train(moons, steps=200)
    assert len(history.loss) == 201
    assert history.lr == [0.5] * 200
    assert {step: history.loss[step] for step in LOSSES} == pytest.approx(LOSSES, rel=1e-12)
    right = sum((model(x).data > 0) == (t > 0) for x, t in zip(*moons, strict=True))
    assert right == 100


@pytest.mark.parametrize(
    ("lr", "last", "highest"), [(0.01, 0.4211, 0.5765), (0.5, 0.1351, 0.5765), (10, 1.04, 1.4705)]
)
def test_learning_rates(moons, lr, last, highest):
    _, history = train(moons, lr=lr, steps=119)
    assert history.loss[-1] == pytest.approx(last, abs=5e-5)
    assert max(history.loss) == pytest.approx(highest, abs=5e-5)


@pytest.mark.parametrize(
    ("batch_size", "updates", "first", "last"),
    [
        (100, 30, 0.4553931288554716, 0.349315151997734),
        (10, 300, 0.37038046094978394, 0.05733776560608339),
    ],
)
def test_minibatches(moons, batch_size, updates, first, last):
    _, history = train(moons, batch_size=batch_size, epochs=30)
    assert len(history.lr) == updates
    assert len(history.epoch_loss) == 30
    assert history.epoch_loss[0] == pytest.approx(first, rel=1e-12)
    assert history.epoch_loss[-1] == pytest.approx(last, rel=1e-9)


def test_every_epoch_takes_each_example_once_and_shuffles_again(moons):
    seen = []

    def loss(model, X, targets):
        seen.append([tuple(x) for x in X])
        return mean_squared_error(model, X, targets)

    Trainer(MLP(2, [1], seed=0), loss, lr=0.1, batch_size=30).fit(*moons, steps=8)
    sizes = [len(batch) for batch in seen]
    assert sizes == [30, 30, 30, 10, 100, 30, 30, 30, 10, 100, 100]
    first, second = list(chain(*seen[:4])), list(chain(*seen[5:9]))
    assert first != second
    assert sorted(first) == sorted(second) == sorted(map(tuple, moons[0]))


def test_fit_again_goes_on(moons):
    _, whole = train(moons, steps=30)
    trainer = Trainer(MLP(2, [8, 1], seed=1), mean_squared_error, lr=0.5)
    trainer.fit(*moons, steps=10)
    assert trainer.fit(*moons, steps=20).loss[-1] == whole.loss[-1]


def test_lr_may_be_a_function_of_the_step(moons):
    _, history = train(moons, lr=lambda step: 0.5 / (1 + step), steps=3)
    assert history.lr == [0.5, 0.25, 0.5 / 3]


def test_a_loss_that_is_not_finite_stops_the_run(capsys):
    model = MLP(1, [1], seed=0)

    def loss(model, X, targets):
        return Value.sum((model(x) - t) ** 2 for x, t in zip(X, targets, strict=True))

    history = Trainer(model, loss, lr=100.0).fit([[10.0]], [1.0], steps=500)
    assert math.isinf(history.loss[-1])
    assert "at step" in history.stopped
    said = " ".join(capsys.readouterr().out.split())
    assert "lr 100: try a learning rate ten times smaller" in said


def test_ctrl_c_returns_the_history_so_far(moons):
    def loss(model, X, targets):
        if trainer.step == 3:
            raise KeyboardInterrupt
        return mean_squared_error(model, X, targets)

    trainer = Trainer(MLP(2, [8, 1], seed=1), loss, lr=0.5)
    history = trainer.fit(*moons, steps=10)
    assert len(history.lr) == 3
    assert history.stopped == "stopped by hand at step 3"


def test_the_same_trainer_trains_a_torch_module(moons):
    ours = MLP(2, [8, 1], seed=1)
    theirs = torch.nn.Sequential(
        torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)
    ).double()
    with torch.no_grad():
        for linear, layer in zip((theirs[0], theirs[2]), ours.layers, strict=True):
            weights = [[w.data for w in neuron.w] for neuron in layer.neurons]
            linear.weight.copy_(torch.tensor(weights, dtype=torch.float64))
            linear.bias.zero_()
    X = torch.tensor(moons[0], dtype=torch.float64)
    targets = torch.tensor(moons[1], dtype=torch.float64)

    def loss(model, X, targets):
        return ((model(X)[:, 0].tanh() - targets) ** 2).mean()

    for batch_size in (None, 30):
        mine = Trainer(ours, mean_squared_error, lr=0.5, batch_size=batch_size)
        torchs = Trainer(theirs, loss, lr=0.5, batch_size=batch_size)
        a, b = mine.fit(*moons, steps=20), torchs.fit(X, targets, steps=20)
        assert b.loss == pytest.approx(a.loss, rel=1e-9)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda t: t.fit([[1.0]], [], steps=1), "got 1 examples and 0 targets"),
        (lambda t: t.fit([], [], steps=1), "at least one"),
        (lambda t: t.fit([[1.0]], [1.0]), "either steps=... or epochs=..."),
        (lambda t: t.fit([[1.0]], [1.0], steps=1, epochs=1), "either steps=... or epochs=..."),
        (lambda t: Trainer(t.model, t.loss, lr=0.1, batch_size=0), "batch_size is a whole number"),
    ],
)
def test_bad_arguments_get_a_sentence(call, sentence):
    with pytest.raises(ValueError, match=sentence):
        call(Trainer(MLP(1, [1], seed=0), mean_squared_error, lr=0.1))


def test_the_engine_imports_the_standard_library_only():
    code = (
        "import sys; from fivelines import Value, MLP, Trainer, Neuron, Layer; "
        "bad = {'numpy', 'matplotlib', 'torch', 'jax', 'tqdm', 'IPython'} & set(sys.modules); "
        "sys.exit(f'imported {bad}' if bad else 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
