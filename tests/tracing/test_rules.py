"""The text of Value and the table of operations say the same, in Python and in JavaScript."""

import json
import math
import shutil
import subprocess
import sys
from collections import defaultdict
from itertools import product
from operator import methodcaller
from pathlib import Path

import pytest

import fivelines
from fivelines import Value, fuse
from fivelines.tracing.javascript import _HELPERS, CALL, loss_function
from fivelines.tracing.rules import RULES, Rule
from support.expressions import FUNCTIONS
from support.javascript import evaluate, floats
from support.models import EDGES, Weights

UPSTREAM = [1.0, -2.0, math.inf, 0.0, math.nan]


def operation(op):
    """Return a row of the table as a function of a and b."""
    method, binary = RULES[op].method, RULES[op].by_b
    return lambda a, b: methodcaller(method, *([b] if binary else []))(a)


OPERATIONS = {op: operation(op) for op, rule in RULES.items() if rule.method} | {
    "square": lambda a, b: a**2,
    "sum": lambda a, b: Value.sum([a, b, 2.0]),
    "dot": lambda a, b: Value.dot([a, b], [b, 1.5], a),
}
THEN = {"": lambda v: v, "1 / ": lambda v: 1 / v}  # the second shows the sign of a zero


# -- the same operations -------------------------------------------------------------------------


def operations_of_value():
    """Return {op: its methods}, found by calling all that Value has with one and two Values."""
    found = defaultdict(set)
    for name, thing in vars(Value).items():
        for operands in ([Value(0.5)], [Value(0.5), Value(0.25)]):
            try:
                made = thing(*operands)
            except (TypeError, AttributeError):
                continue
            reflected = f"__{name.removeprefix('__r')}" in vars(Value)
            if type(made) is Value and made.op and not reflected:
                found[made.op].add(name)
    return dict(found)


def operations_of_the_table():
    return {op: {rule.method} for op, rule in RULES.items() if rule.method}


def test_every_operation_of_value_is_in_the_table_and_the_other_way_round():
    assert operations_of_value() == operations_of_the_table()
    assert not compared_with_nothing(), "add it to OPERATIONS in tests/support/expressions.py"


def compared_with_nothing():
    """Return the operations of the table that no test compares with torch."""
    leaves = Value(0.5), Value(0.25), 0.5
    compared = {FUNCTIONS[text](Value, *leaves).op for text in FUNCTIONS}
    return operations_of_the_table().keys() - compared


def test_an_operation_that_is_not_compared_with_torch_is_found(monkeypatch):
    monkeypatch.delitem(FUNCTIONS, "a.exp()")
    assert compared_with_nothing() == {"exp"}


def unknown_to_javascript(folder):
    """Return the functions of the table that neither JavaScript's Math nor a helper has."""
    text = " ".join(" ".join(rule[1:]) for rule in RULES.values())
    called = sorted({name for name in CALL.findall(text) if name not in _HELPERS})
    script = f"const result = {json.dumps(called)}.filter((name) => !(name in Math));"
    return evaluate(script, folder)


def test_javascript_has_every_function_of_the_table(tmp_path, monkeypatch):
    assert unknown_to_javascript(tmp_path) == [], "add it to _HELPERS in tracing/javascript.py"
    monkeypatch.setitem(RULES, "erf", Rule("erf", "erf(a)", "exp(-a * a)"))
    assert unknown_to_javascript(tmp_path) == ["erf"]


def test_an_operation_in_one_of_the_two_only_is_found(monkeypatch):
    monkeypatch.delitem(RULES, "exp")
    assert "exp" in operations_of_value().keys() - operations_of_the_table().keys()
    monkeypatch.setattr(Value, "cube", lambda self: Value(self.data**3, "cube", (self,)), False)
    assert operations_of_value()["cube"] == {"cube"}


# -- the same numbers ----------------------------------------------------------------------------


class Unchecked(fuse):
    """Without the comparison with eager, which would find a planted fault first."""

    def _compare_with_eager(self, *_):
        pass


def disagreements(op, folder):
    """Return [(language, a, b, upstream, got, expected)] wherever a language is not with Value."""
    binary = op not in RULES or RULES[op].by_b
    points = [*product(EDGES, EDGES if binary else [1.0], UPSTREAM)]
    wrong = []
    for then in THEN.values():

        def sample_loss(model, x, target, then=then):
            return then(OPERATIONS[op](*model.p)) * x

        fused, model, expected, python = Unchecked(sample_loss), Weights(0.5, 0.5), [], []
        for a, b, upstream in points:
            plain = Weights(a, b)
            loss = sample_loss(plain, upstream, 0.0)
            loss.backward()
            expected.append([loss.data, *(p.grad for p in plain.p)])
            model.p[0].data, model.p[1].data = a, b
            loss = fused(model, [upstream], [0.0])
            python.append([loss.data, *loss.slopes])
        script = (
            f"const loss = {loss_function(sample_loss, model)};\n"
            f"const result = {json.dumps(points)}"
            ".map(([a, b, upstream]) => loss([a, b], [upstream], [0]).flat());"
        )
        javascript = floats(evaluate(script, folder))
        for language, numbers, tolerance in [
            ("Python", python, 0.0),
            ("JavaScript", javascript, 1e-13),  # its exp, log and power are not those of libm
        ]:
            wrong += [
                (language, *point, got, want)
                for point, got, want in zip(points, numbers, expected, strict=True)
                if not all(close(x, y, tolerance) for x, y in zip(got, want, strict=True))
            ]
    return wrong


def close(x, y, tolerance):
    return math.isclose(x, y, rel_tol=tolerance) or (x != x and y != y)


@pytest.mark.parametrize("op", OPERATIONS)
def test_value_and_the_table_agree_at_ordinary_points_and_at_the_edges(op, tmp_path):
    assert disagreements(op, tmp_path) == []


@pytest.mark.parametrize(
    ("op", "field"),
    [
        (op, field)
        for op, rule in RULES.items()
        for field in Rule._fields[1:]
        if getattr(rule, field)
    ],
)
def test_a_wrong_entry_in_the_table_is_found(op, field, tmp_path, monkeypatch):
    monkeypatch.setitem(RULES, op, RULES[op]._replace(**{field: "0.75"}))
    assert {language for language, *_ in disagreements(op, tmp_path)} == {"Python", "JavaScript"}


@pytest.mark.parametrize(
    ("op", "field", "fault"),
    [
        ("relu", "by_a", "0.0 if a <= 0 else 1.0"),  # not flat: nan where inf comes in
        ("relu", "by_a", "flat if a < 0 else 1.0"),
        ("**", "by_a", "b * power(a, b - 1.0)"),
        ("**", "by_b", "v * log(a)"),
        ("-", "by_b", "1.0"),
        ("abs", "by_a", "1.0 if a >= 0 else -1.0"),
    ],
)
def test_a_slope_that_is_wrong_at_an_edge_only_is_found(op, field, fault, tmp_path, monkeypatch):
    monkeypatch.setitem(RULES, op, RULES[op]._replace(**{field: fault}))
    assert {language for language, *_ in disagreements(op, tmp_path)} == {"Python", "JavaScript"}


def test_a_wrong_slope_in_value_is_found(tmp_path, monkeypatch):
    monkeypatch.setattr(Value, "tanh", lambda a: Value(math.tanh(a.data), "tanh", (a,), (1.0,)))
    assert {language for language, *_ in disagreements("tanh", tmp_path)} == {
        "Python",
        "JavaScript",
    }


# -- one more operation --------------------------------------------------------------------------

METHOD = """

def _sin(self):
    return Value(math.sin(self.data), "sin", (self,), (math.cos(self.data),))


Value.sin = _sin
"""
ROW = """
RULES["sin"] = Rule("sin", "sin(a)", "cos(a)")
"""
USE = """
import json
from fivelines import MLP, Value, fuse
from fivelines.tracing.javascript import loss_function

class Model:
    def __init__(self):
        self.p = Value(0.5)
    def parameters(self):
        return [self.p]

def loss(model, x, target):
    return (model.p.sin() * x).sin()

eager, fused = Model(), Model()
result = loss(eager, 3.0, 0.0)
result.backward()
mean = fuse(loss)(fused, [3.0], [0.0])
mean.backward()
print(json.dumps({
    "eager": [result.data, eager.p.grad],
    "fused": [mean.data, fused.p.grad],
    "javascript": loss_function(loss, fused),
}))
"""


def test_a_new_operation_is_a_method_of_value_and_a_row_of_the_table(tmp_path):
    package = shutil.copytree(Path(fivelines.__file__).parent, tmp_path / "fivelines")
    for file, text in [("value.py", METHOD), ("tracing/rules.py", ROW)]:
        (package / file).write_text((package / file).read_text() + text)
    done = subprocess.run(
        [sys.executable, "-c", USE], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    inner = 3.0 * math.sin(0.5)
    expected = [math.sin(inner), math.cos(inner) * 3.0 * math.cos(0.5)]
    script = f"const result = ({got['javascript']})([0.5], [3], [0]).flat();"
    assert got["eager"] == pytest.approx(expected, rel=1e-15)
    assert got["fused"] == pytest.approx(expected, rel=1e-15)
    assert floats(evaluate(script, tmp_path)) == pytest.approx(expected, rel=1e-14)


def test_a_generated_function_with_every_operation_runs_alone(tmp_path):
    def loss(model, x, target):
        return Value.sum(operation(*model.p) for operation in OPERATIONS.values()) * x

    model = Weights(0.5, 1.5)
    mean = fuse(loss)(model, [2.0], [0.0])
    script = f"const result = ({loss_function(loss, model)})([0.5, 1.5], [2], [0]).flat();"
    expected = [mean.data, *mean.slopes]
    assert floats(evaluate(script, tmp_path)) == pytest.approx(expected, rel=1e-13)
