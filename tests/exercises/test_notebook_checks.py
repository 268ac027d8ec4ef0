"""The checks in a notebook: three outcomes, a time limit, and never a traceback."""

import importlib
import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

import numpy as np
import pytest

from fivelines import Value, check
from fivelines.exercises import Exercise, ids, progress
from fivelines.exercises.judge import judging, limits
from fivelines.exercises.judge.values import agree, plain, shape, show

pytestmark = pytest.mark.usefixtures("folder")


def no_squash(w, x, b):
    return sum(wi * xi for wi, xi in zip(w, x, strict=True)) + b


def right(w, x, b):
    return np.tanh(np.dot(w, x) + b)


def test_not_attempted(said):
    space = {"__name__": "cell"}
    exec(Exercise("00.1").stub, space)
    for stub in (space["neuron"], ...):
        assert said(check.ex_00_1, stub) == (
            "00.1 One neuron: not attempted yet.\n"
            "Put your code where the dots are in neuron, and run both cells again.\n"
        )
    assert said(check.ex_00_1, lambda w, x, b: len(x) and ...).startswith(
        "00.1 One neuron: not att"
    )


def test_wrong_shows_the_smallest_input_the_oracle_and_what_it_looks_like(said):
    assert said(check.ex_00_1, no_squash, seed=3) == (
        "00.1 One neuron: not right yet (seed 3).\n"
        "  input     w = [-0.5], x = [0.7], b = -1.0\n"
        "  expected  -0.874053   (by the formula tanh(w.x + b))\n"
        "  got       -1.35\n"
        "  it looks  like this: This is the score. The output is the score after the\n"
        "            squash, `math.tanh`.\n"
        '  A hint: check.hint("00.1")\n'
    )


def test_no_diagnosis_where_no_mutant_does_the_same(said):
    text = said(check.ex_00_1, lambda w, x, b: 0.25, seed=3)
    assert "got       0.25" in text
    assert "it looks" not in text


def test_an_answer_that_ends_otherwise_than_a_mutant_does_not_look_like_it(said):
    def other_order(W1, b1, W2, b2):
        return W1 @ W2, W2 @ b1 + b2  # shapes that do not fit raise ValueError

    def other_error(W1, b1, W2, b2):
        if W1.shape != W2.shape:
            raise KeyError
        return other_order(W1, b1, W2, b2)

    assert "it looks" in said(check.ex_00_2, other_order, seed=0)
    assert "it looks" not in said(check.ex_00_2, other_error, seed=0)


def test_right_is_kept_and_a_seed_repeats_the_inputs(said, folder):
    assert said(check.ex_00_1, right, seed=3) == "00.1 One neuron: right, on 4 inputs (seed 3).\n"
    assert json.loads((folder / progress.FILE).read_text())["right"] == ["00.1"]
    first, again, other = (said(check.ex_00_1, no_squash, seed=seed) for seed in (7, 7, 8))
    assert first == again != other


def test_the_seed_is_another_one_each_time_and_printed(said):
    seeds = {said(check.ex_00_1, right).split("seed ")[1] for _ in range(10)}
    assert len(seeds) > 1


def test_an_error_shows_the_learners_own_last_line_and_its_number(said):
    def answer(w, x, b):
        n = len(w)
        return n / helper(b)

    def helper(b):
        return {}[b]

    text = said(check.ex_00_1, answer, seed=3)
    line = helper.__code__.co_firstlineno + 1
    assert "neuron([-0.5], [0.7], -1) raised KeyError: -1.0\n" in text
    assert f"in line {line}: return {{}}[b]\n" in text
    assert "Traceback" not in text


def test_an_error_inside_a_library_shows_the_line_that_called_it(said):
    def answer(w, x, b):
        return json.loads("{")

    text = said(check.ex_00_1, answer)
    assert f"in line {answer.__code__.co_firstlineno + 1}: return json.loads" in text


class Evil:
    def tolist(self):
        raise RuntimeError("no list")

    def __call__(self, *arguments):
        return self


def loop(*arguments):
    knot = []
    knot.append(knot)
    return knot


@pytest.mark.parametrize(
    "answer",
    [
        None, 3, "neuron", [right], Value(1.0), np.zeros(3), int, Evil(), loop, exit,
        lambda: 1, lambda *a: loop, lambda *a: 1j, lambda *a: float("nan"), lambda *a: Value(1.0),
        lambda *a: np.zeros((3, 0)), lambda *a: (x for x in a), lambda *a: {1: 2},
        lambda *a: exec("raise SystemExit(3)"), lambda *a: exec("def f(): return f()\nf()"),
    ],
    ids=range(20),
)  # fmt: skip
def test_nothing_raises_whatever_the_answer(said, answer):
    for id in ids():
        text = said(getattr(check, f"ex_{id.replace('.', '_')}"), answer, seed=0)
        assert text.startswith(id)
        assert "not right yet" in text
        assert "Traceback" not in text
        assert " at 0x" not in text


def test_shapes_come_before_values_and_nothing_is_broadcast(said):
    text = said(check.ex_00_2, lambda W1, b1, W2, b2: (W2 @ W1, (W2 @ b1 + b2)[None]), seed=0)
    assert "expected  a list of (a list of [a list of 1 number], a list of 1 number)" in text
    assert "got       2 lists, each of a list of [a list of 1 number]" in text
    text = said(check.ex_00_1, lambda w, x, b: [np.tanh(np.dot(w, x) + b)], seed=0)
    assert "expected  a number   " in text
    assert "got       a list of 1 number" in text


@pytest.mark.parametrize(
    ("got", "expected", "same"),
    [
        (1.0, 1, True), (np.float64(1), 1, True), ((1, 2), [1, 2], True),
        ([1, 2], [1, 2, 3], False), ([[1, 2]], [1, 2], False), (1, [1], False), ([1], 1, False),
        (True, 1, False),
        (1, True, False), (float("nan"), float("nan"), False), (float("inf"), 1.0, False),
        (float("inf"), float("inf"), True), (1e6 + 1e-4, 1e6, True), (1 + 1e-8, 1, False),
        ("a", "a", True), (None, 0, False), (1j, 1, False), ([], [], True),
    ],
)  # fmt: skip
def test_what_counts_as_the_same(got, expected, same):
    assert agree(plain(got), plain(expected), 1e-9) is same


def test_numbers_that_differ_beyond_the_usual_digits_are_shown_in_full():
    case = judging.Case("x", 0.123456789, 0.123456788, "nobody")
    assert case.told() == ("0.123456788", "0.123456789")


def test_shapes_in_words():
    assert shape([[1, 2, 3], [4, 5, 6]]) == "2 lists, each of a list of 3 numbers"
    assert (
        shape([1.0, "a", None, True])
        == "a list of (a number, a text, nothing (None), True or False)"
    )
    assert shape([Value(1), Value(2)]) == "a list of 2 Values"
    assert show(list(range(100))).endswith("...")


def forever(*arguments):
    while True:
        pass


def forever_and_stubborn(*arguments):
    while True:
        with suppress(Exception):
            time.sleep(0.01)


def forever_and_deaf(*arguments):
    for _ in range(2):
        try:
            while True:
                pass
        except:  # noqa: E722
            pass


@pytest.mark.parametrize("answer", [forever, forever_and_stubborn, forever_and_deaf])
def test_an_endless_loop_is_stopped(said, answer, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS", 0.2)
    text = said(check.ex_00_1, answer)
    assert "was stopped after 0.2 seconds: is there a loop that never ends?" in text or (
        answer is forever_and_deaf and "got       nothing (None)" in text
    )
    assert "it looks" not in text


def test_an_endless_loop_is_stopped_without_an_alarm_clock(said, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS", 0.2)
    tracing = sys.gettrace()
    worker = threading.Thread(target=check.ex_00_1, args=(forever_and_stubborn,), daemon=True)
    worker.start()
    worker.join(60)
    assert not worker.is_alive()
    assert "was stopped after 0.2 seconds" in said(lambda: None)
    assert sys.gettrace() is tracing


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no alarm clock")
def test_the_alarm_clock_is_left_as_it_was():
    import signal

    before = signal.getsignal(signal.SIGALRM)
    with limits.time_limit(5):
        assert signal.getsignal(signal.SIGALRM) is not before
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_ctrl_c_still_ends_a_check():
    def answer(*arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check.ex_00_1(answer)


def test_names_of_checks():
    assert "ex_02_3" in dir(check)
    assert check.ex_01_4.__doc__.startswith("Check an answer for exercise 01.4")
    for name in ("ex_09_1", "ex", "hints"):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            getattr(check, name)


def test_the_check_brings_in_nothing_but_the_standard_library():
    code = "import sys; before = set(sys.modules); import fivelines; fivelines.check.progress(); "
    code += "print({m.partition('.')[0] for m in set(sys.modules) - before}"
    code += " - set(sys.stdlib_module_names))"
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[-1] == "{'fivelines'}", done.stderr


def test_the_check_may_be_asked_for_as_an_attribute():
    assert importlib.import_module("fivelines").check is check
