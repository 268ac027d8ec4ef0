"""The JavaScript back end of fuse: the same numbers as Python, run by Node."""

import json
import math

import pytest

from fivelines import MLP, Value, fuse, make_moons
from fivelines.tracing.javascript import forward_function, loss_function
from fivelines.tracing.rules import RULES
from support.javascript import evaluate, floats
from support.models import EDGES, Weights, squared_error


def moons():
    X, labels = make_moons()
    return X.tolist(), (2.0 * labels - 1).tolist()


TRAIN = """
let parameters = {start};
const X = {X}, targets = {targets}, result = [];
for (let step = 0; step <= 200; step++) {{
  const [mean, gradient] = loss(parameters, X, targets);
  const right = scores(parameters, X).filter((score, i) => score > 0 === targets[i] > 0).length;
  result.push([mean, right, ...parameters]);
  parameters = parameters.map((p, i) => p - 0.5 * gradient[i]);
}}
"""


def test_the_moons_run_agrees_with_python_at_every_step(tmp_path):
    X, targets = moons()
    model, loss = MLP(2, [8, 1], seed=1), fuse(squared_error)
    parameters, expected = model.parameters(), []
    functions = (
        f"const loss = {loss_function(squared_error, model, 2)};\n"
        f"const scores = {forward_function(model, 2)};\n"
    )
    start = [p.data for p in parameters]
    for _ in range(201):
        mean = loss(model, X, targets)
        right = sum((model(x).data > 0) == (t > 0) for x, t in zip(X, targets, strict=True))
        expected.append([mean.data, right, *(p.data for p in parameters)])
        for p in parameters:
            p.grad = 0.0
        mean.backward()
        for p in parameters:
            p.data -= 0.5 * p.grad
    got = floats(evaluate(functions + TRAIN.format(start=start, X=X, targets=targets), tmp_path))
    assert (f"{got[0][0]:.4f}", f"{got[200][0]:.4f}") == ("0.5765", "0.0458")
    assert len(got) == 201
    for step in range(201):
        assert got[step] == pytest.approx(expected[step], rel=0, abs=1e-12), step


ONE = {
    "neg": lambda a: -a,
    "abs": abs,
    "square": lambda a: a**2,
    **{op: lambda a, op=op: getattr(a, op)() for op in RULES if hasattr(Value, op)},
}
TWO = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "**": lambda a, b: a**b,
}
# Several numbers at once; constants, which are written into the lines; the sign of a zero.
MORE = [
    lambda a, b: Value.sum([a, b, a, 2.0]) * Value.dot([a, b], [b, 1.5], a),
    lambda a, b: a * -0.5 - -0.0 + 1e-7 * b - 1e22,
    lambda a, b: -(a * math.inf) + b * math.nan,
    lambda a, b: 2**a + a**-1 + a**0.5 + a**3 - b**0,
    lambda a, b: Value.sum(a * i for i in range(120)) + b,
    lambda a, b: 1 / a.relu() + 1 / b.sqrt(),
]


def test_every_operation_has_a_rule_and_a_test():
    assert set(RULES) == set(ONE) | set(TWO)


@pytest.mark.parametrize(
    "operation",
    [*ONE.values(), *TWO.values(), *MORE],
    ids=[*ONE, *TWO, *(f"more {i}" for i in range(len(MORE)))],
)
def test_an_operation_means_the_same_at_the_edges_too(operation, tmp_path):
    two = operation not in ONE.values()
    pairs = [(a, b) for a in EDGES for b in (EDGES if two else [1.0])]

    def sample_loss(model, x, target):
        # The 3 tells a slope that was taken the wrong way round; the target is not used.
        return operation(*(model.p if two else model.p[:1])) * 3.0

    expected = []
    for a, b in pairs:
        mean = fuse(sample_loss)(Weights(a, b), [1.0], [1.0])
        expected.append([mean.data, *mean.slopes])
    source = (
        f"const loss = {loss_function(sample_loss, Weights(0.5, 0.5))};\n"
        f"const result = {json.dumps(pairs)}"
        ".map((p) => loss(p, [1], [1]).flat());"
    )
    for pair, got, value in zip(pairs, floats(evaluate(source, tmp_path)), expected, strict=True):
        assert got == pytest.approx(value, rel=1e-13, abs=0, nan_ok=True), pair
        signs = [[math.copysign(1, x) for x in xs if x == 0] for xs in (got, value)]
        assert signs[0] == signs[1], pair


def test_the_generated_function_can_be_read():
    model = Weights(0.5, -1.5)
    source = loss_function(lambda m, x, t: abs(m.p[0] * x[1] - t) ** m.p[1], model, 2)
    assert source == (
        "(parameters, X, targets) => {\n"
        "  const power = (a, b) => "
        "a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b;\n"
        "  const { abs, log } = Math;\n"
        "  const [p0, p1] = parameters;\n"
        "  let total = 0, g0 = 0, g1 = 0;\n"
        "  for (let i = 0; i < X.length; i++) {\n"
        "    const [x0, x1] = X[i], t = targets[i];\n"
        "    let v0 = p0 * x1;\n"
        "    let v1 = v0 - t;\n"
        "    let v2 = abs(v1);\n"
        "    let v3 = power(v2, p1);\n"
        "    total += v3;\n"
        "    let d2 = p1 === 0 ? 0.0 : p1 * power(v2, p1 - 1.0);\n"
        "    g1 += v2 === 0 && p1 >= 0 ? 0.0 : v3 * log(v2);\n"
        "    let d1 = d2 * ((v1 > 0) - (v1 < 0));\n"
        "    g0 += d1 * x1;\n"
        "  }\n"
        "  const n = X.length;\n"
        "  return [total / n, [g0 / n, g1 / n]];\n"
        "}"
    )


def test_what_cannot_be_written_gets_a_sentence():
    model, outside = Weights(0.5), Value(2.0)
    with pytest.raises(ValueError, match="is not among"):
        loss_function(lambda m, x, t: m.p[0] * outside, model)
    with pytest.raises(TypeError, match="cannot look at a number"):
        loss_function(lambda m, x, t: m.p[0] * float(x), model)
    with pytest.raises(TypeError, match="returns one Value, not list"):
        loss_function(lambda m, x, t: [m.p[0]], model)
