"""Every exercise, proved: the stub, the solution, each mutant, and answers that know nothing.

`make thorough` tries more seeds, and runs the chapters whole.
"""

import os
import random
import subprocess
import sys
from functools import lru_cache

import pytest

from fivelines import MLP, Value, exercises
from fivelines.exercises import reader
from fivelines.exercises.judge import judging
from fivelines.exercises.tasks.ex_02_3 import CASES, broken_run, line, outcome
from support.tree import ROOT

THOROUGH = "FIVELINES_THOROUGH" in os.environ
every_exercise = pytest.mark.parametrize("id", exercises.ids())
# The first returns its input.
KNOW_NOTHING = [lambda *a: a[0] if a else (), *(lambda *a, c=c: c for c in (None, 0, 1.0, "x", []))]


def seeds(exercise):
    """Return the seeds to try: fewer where each costs several runs of PyTorch and JAX."""
    return range((200 if exercise.slow else 1000) if THOROUGH else (5 if exercise.slow else 200))


def flaws(exercise, seeds):
    """Return what is wrong with an exercise, a sentence each."""
    found = []
    space = {"__name__": "stub"}
    exec(exercise.stub, space)
    if judging.judge(exercise, space[exercise.name], 0).state != "not attempted":
        found.append("the stub counts as an attempt")
    if len(exercise.hints) < 3:
        found.append("there are fewer than three hints")
    for seed in seeds:
        if (verdict := judging.judge(exercise, exercise.solution, seed)).state != "right":
            found.append(f"the solution is {verdict.state} on seed {seed}")
        for mutant in exercise.mutants:
            verdict = judging.judge(exercise, mutant, seed)
            if verdict.state != "wrong":
                found.append(
                    f"{mutant.__name__} is {verdict.state} on seed {seed}: no Case of this seed "
                    "shows its mistake; let the check yield a fixed one that does"
                )
            elif verdict.looks_like != judging.sentence(mutant):
                found.append(f"{mutant.__name__} has the diagnosis of another on seed {seed}")
        for i, answer in enumerate(KNOW_NOTHING):
            if judging.judge(exercise, answer, seed).state != "wrong":
                found.append(f"answer {i} that knows nothing is not wrong on seed {seed}")
    return found


@pytest.fixture
def run_once(monkeypatch):
    """Each answer runs once a seed, however often it is compared with another one."""
    monkeypatch.setattr(judging, "run", lru_cache(maxsize=64)(judging.run))


@every_exercise
def test_an_exercise_has_no_flaw(id, run_once):
    exercise = exercises.find(id)
    assert len(exercise.mutants) >= 3
    found = flaws(exercise, seeds(exercise))
    assert not found, "\n".join(found)


def test_there_are_at_least_the_sixteen():
    wanted = {f"00.{n}" for n in (1, 2, 3)}
    wanted |= {f"01.{n}" for n in range(1, 7)} | {f"02.{n}" for n in range(1, 8)}
    assert wanted <= set(exercises.ids())


def always_right(answer, rng):
    yield judging.Case("anything", answer([], 0.1) and 0, 0, "nobody", right=True)


def harmless(parameters, lr):
    """A mutant that is right."""
    for p in parameters:
        p.data = p.data - lr * p.grad


def climbs_too(parameters, lr):
    """A mutant that does what another one does."""
    for p in parameters:
        p.data = p.data + p.grad * lr


@pytest.mark.parametrize(
    ("plant", "sentence"),
    [
        (lambda e, m: e.mutants.append(harmless), "harmless is right on seed 0"),
        (lambda e, m: e.mutants.append(climbs_too), "climbs_too has the diagnosis of another"),
        (lambda e, m: m.setattr(e.module, "check", always_right), "climbs is right on seed 0"),
        (lambda e, m: m.setattr(e.module, "check", always_right), "answer 0 that knows nothing"),
        (lambda e, m: m.setattr(e.module, "HINTS", ["a", "b"]), "fewer than three hints"),
        (lambda e, m: setattr(e, "solution", e.mutants[0]), "the solution is wrong on seed 0"),
        (lambda e, m: m.setattr(reader, "PLACEHOLDER", "    pass\n"), "the stub counts as an"),
    ],
)
def test_a_planted_flaw_is_found(plant, sentence, monkeypatch):
    exercise = exercises.find("02.1")
    assert flaws(exercise, range(2)) == []
    name = exercise.name
    plant(exercise, monkeypatch)
    monkeypatch.setattr(exercises.Exercise, "name", name)
    assert any(sentence in flaw for flaw in flaws(exercise, range(2)))


@every_exercise
def test_what_the_learner_reads_prints_on_every_console(id):
    exercise = exercises.find(id)
    text = exercise.file_text + exercise.solution_text + "".join(exercise.hints)
    text += "".join(map(judging.sentence, exercise.mutants))
    assert text.isascii()
    assert max(map(len, exercise.file_text.splitlines())) <= 100
    compile(exercise.file_text, "file", "exec")


ALONE = """
import importlib.abc, random, sys

class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {names}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Absent())
from fivelines import check, exercises
from fivelines.exercises.judge.judging import judge

for id in {ids}:
    exercise = exercises.find(id)
    for answer in [exercise.solution, *exercise.mutants]:
        print(id, judge(exercise, answer, 1).state)
"""
LIBRARIES = [
    "torch",
    "jax",
    "numpy",
    "matplotlib",
    "tqdm",
    "click",
    "rich",
    "watchfiles",
    "IPython",
]


@pytest.mark.parametrize(
    ("chapters", "names"), [("00", ["torch", "jax"]), (("01", "02"), LIBRARIES)]
)
def test_only_two_exercises_need_more_than_the_standard_library(chapters, names):
    alone = [id for id in exercises.ids() if id.startswith(chapters) and id not in ("01.6", "02.6")]
    done = subprocess.run(
        [sys.executable, "-c", ALONE.format(names=names, ids=alone)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    states = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert {id for id, state in states if state == "right"} == set(alone)
    assert sum(state == "right" for _, state in states) == len(alone)
    assert {state for _, state in states} == {"right", "wrong"}


def test_the_two_name_what_is_missing_after_they_were_attempted(monkeypatch):
    monkeypatch.setattr(judging, "find_spec", lambda name: None)
    for id, what in [("01.6", "pip install jax"), ("02.6", "pip install torch jax")]:
        exercise = exercises.find(id)
        verdict = judging.judge(exercise, exercise.solution, 0)
        assert (verdict.state, verdict.trouble) == ("missing", what)


def test_halving_the_nudge_and_the_largest_rate_are_decided_by_running_them():
    """A formula of the learner's own, with other rounding, is as right as ours."""
    central, largest = exercises.find("01.1"), exercises.find("02.4")

    def mean_of_two(f, x, h):
        return ((f(x + h) - f(x)) / h + (f(x) - f(x - h)) / h) / 2

    def by_bisection(gradient):
        return 0.99 * 2 / (gradient(3.0) - gradient(2.0))

    assert judging.judge(central, mean_of_two, 5).state == "right"
    assert judging.judge(largest, by_bisection, 5).state == "right"


@pytest.mark.parametrize(
    ("order", "state"),
    [("GCAE", "right"), ("CGAE", "right"), ("GAEC", "right"), ("CGCAE", "right"), ("GCA", "wrong")],
)
def test_every_order_that_trains_in_the_same_way_is_right(order, state):
    assert judging.judge(exercises.find("02.2"), lambda: order, 0).state == state


def test_the_labels_of_the_broken_loops_hold_on_random_lines():
    """The exercise takes the sums over the points once; here the loop goes over the points."""
    words = ["converges", "oscillates", "stays flat", "climbs", "explodes", "explodes"]
    for seed in range(500):
        X, y = line(random.Random(seed), 50)
        for fault, word in zip(CASES, words, strict=True):
            losses, errors = broken_run(fault, 0.3, X, y)
            assert outcome(losses, errors) == word
            if seed < 5:
                off = 1e-9 * max(losses[:6])
                assert point_by_point(fault, X, y) == pytest.approx(losses[:6], abs=off)


def point_by_point(fault, X, y):
    model, losses, lr = MLP(1, [1]), [], 30 if fault == "lr_x_100" else 0.3
    for p in model.parameters():
        p.data = 0.0
    for _ in range(6):
        loss = Value.sum((model([x]) - t) ** 2 for x, t in zip(X, y, strict=True))
        loss = loss if fault == "sum_not_mean" else loss / len(X)
        losses.append(loss.data)
        if fault != "no_zero_grad":
            model.zero_grad()
        loss.backward()
        if fault == "late_zero_grad":
            model.zero_grad()
        for p in model.parameters():
            p.data += (lr if fault == "sign_flip" else -lr) * p.grad
    return losses
