"""The speed ladder: all engines make the same run, and one that does not is never timed."""

import json
import re
from pathlib import Path
from socket import gethostname

import matplotlib.pyplot as plt
import pytest

from benchmarks import __main__ as bench
from benchmarks import compiled, figure, graph, report
from benchmarks.arrays import JAX, NumPy, PyTorch
from benchmarks.engine import moons_run
from benchmarks.growth import grow, overtakes
from benchmarks.harness import Disagreement, Timing, agree, race
from benchmarks.scalar import Eager, Fused, Micrograd
from fivelines import plots

LOSSES = [
    0.5764994460593003,
    0.4553931288554716,
    0.4214928614813507,
    0.4012848711971012,
    0.3875343576706554,
    0.3778328565513037,
    0.3709196195843192,
    0.3659556279697826,
    0.3623534718047160,
    0.3597035694113718,
    0.3577238133730225,
]
FOLDER = Path(bench.__file__).parent
needs_compiler = pytest.mark.skipif(bool(compiled.missing()), reason=compiled.missing() or "-")


class Wrong(Eager):
    """Learns at another rate, so that its first loss is right and its second is not."""

    name = "wrong"

    def step(self):
        loss = super().step()
        for p in self.model.parameters():
            p.data += 1e-6 * p.grad
        return loss


@pytest.mark.parametrize(
    "kind",
    [Micrograd, Eager, Fused, NumPy, PyTorch, JAX, pytest.param(compiled.C, marks=needs_compiler)],
)
def test_every_engine_reproduces_the_first_losses(kind):
    engine = kind(moons_run())
    assert engine.losses(10) == pytest.approx(LOSSES, rel=0, abs=1e-9)
    assert engine.losses(1) == pytest.approx(LOSSES[:2], rel=0, abs=1e-9)  # from the start again


@pytest.mark.parametrize("work", [{"examples": 10}, {"width": 2}, {"width": 33}])
def test_the_engines_agree_on_other_work(work):
    kinds = [Eager, Micrograd, Fused, NumPy, PyTorch, JAX]
    agree([kind(moons_run(**work)) for kind in kinds], 2)


def test_without_a_compiler_there_is_a_sentence(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert compiled.missing() == "C is left out: there is no compiler named cc on this machine."


def test_a_wrong_engine_is_rejected_before_any_time_is_taken_or_printed(monkeypatch, capsys):
    def clock():
        raise AssertionError("a time was taken")

    monkeypatch.setattr("time.perf_counter", clock)
    monkeypatch.setattr(bench, "Fused", Wrong)
    with pytest.raises(SystemExit, match=r"wrong has a loss of .* after step 1, but micrograd has"):
        bench.main()
    assert capsys.readouterr().out == ""


def test_a_wrong_engine_is_rejected_at_each_size():
    class WrongWhenWide(Wrong):
        def step(self):
            return super().step() if self.run.width > 3 else Eager.step(self)

    with pytest.raises(Disagreement, match="after step 1"):
        grow([Eager, WrongWhenWide], [3, 4], "width", rounds=3, budget=0.0)


def test_a_loss_that_is_no_number_is_a_disagreement():
    class Lost(Eager):
        def step(self):
            return float("nan")

    with pytest.raises(Disagreement, match="nan"):
        agree([Eager(moons_run(10)), Lost(moons_run(10))], 1)


def test_a_chain_with_a_wrong_gradient_is_rejected(monkeypatch):
    monkeypatch.setattr(graph.Value, "backward", lambda self: None)
    with pytest.raises(Disagreement, match=r"should leave a gradient of 20, not 0\.0"):
        graph.backward_per_node(rounds=1, sizes=(10, 20))


def test_a_chain_has_so_many_nodes():
    _, root = graph.chain(10)
    seen, stack = set(), [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            stack += node.parents
    assert len(seen) == 10


class Counted(Eager):
    """Writes down when it had a turn, and computes nothing."""

    def __init__(self, run, name, log):
        super().__init__(run)
        self.name, self.log = name, log

    def step(self):
        self.log.append(self.name)
        return 0.0


class Clock:
    """A clock that moves on by 0.12 s whenever it is read, so that two readings fill a turn."""

    now = 0.0

    def read(self):
        self.now += 0.12
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("time.perf_counter", clock.read)
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    return clock


def test_rounds_are_interleaved_and_each_begins_with_another_engine(clock):
    log = []
    timings = race([Counted(moons_run(10), name, log) for name in "abc"], rounds=3)
    turns = re.sub(r"(.)\1", r"\1", "".join(log))  # two steps fill a turn
    assert turns == "abc" + "abc" + "bca" + "cab"  # how long a turn is, then three rounds
    assert timings["a"] == Timing(*[pytest.approx(60)] * 4, 3, 0)


def test_an_engine_leaves_when_its_budget_is_spent_but_not_before_three_turns(clock):
    timings = race([Counted(moons_run(10), "a", [])], rounds=9, budget=0.56)
    assert timings["a"].rounds == 5
    timings = race([Counted(moons_run(10), "a", [])], rounds=9, budget=0.0)
    assert timings["a"].rounds == 3


def test_an_engine_that_would_take_too_long_is_left_out(clock):
    class Slow(Eager):
        name = "slow"

        def step(self):
            clock.now += 1.0 * len(self.run.X) / 10
            return super().step()

    results = grow([Eager, Slow], [10, 16, 20], "examples", rounds=3, budget=0.0)
    left = [list(row) for row in results.values()]
    assert left == [["eager Value", "slow"], ["eager Value", "slow"], ["eager Value"]]


def rows(slow, fast):
    """{size: {engine: Timing}} for two lists of milliseconds at sizes 1, 10, 100, ..."""
    return {
        10**i: {"s": Timing(a, a, a, a, 1, 1.0), "f": Timing(b, b, b, b, 1, 1.0)}
        for i, (a, b) in enumerate(zip(slow, fast, strict=True))
    }


@pytest.mark.parametrize(
    ("slow", "fast", "size"),
    [
        ([1, 10, 100], [10, 10, 10], 10),
        ([1, 10, 100], [31.6227766, 31.6227766, 31.6227766], 31.6227766),
        ([1, 1, 1, 1], [2, 0.5, 2, 0.5], 316.227766),  # the last crossing counts
        ([1, 10, 100], [0.5, 0.5, 0.5], 1),
        ([1, 10, 100], [200, 200, 200], None),
    ],
)
def test_where_one_engine_overtakes_another(slow, fast, size):
    found = overtakes(rows(slow, fast), "s", "f")
    assert found == (size and pytest.approx(size, rel=1e-4))


def made_up(**ms):
    """Results of a bench in which each engine takes `ms[name]`, 1 ms unless told."""
    names = [kind.name for kind in (Micrograd, Eager, Fused, PyTorch, JAX, NumPy, compiled.C)]
    ladder = {n: Timing(*[ms.get(n.split()[0], 1.0)] * 4, 5, 1.0) for n in names}
    few = {n: t for n, t in ladder.items() if n != "micrograd"}
    growth = {"examples": {10: ladder, 100: few}, "width": {2: ladder, 4: ladder}}
    backward = {10_000: 100.0, 1_000_000: ms.get("backward", 150.0)}
    return report.collect(report.machine(), ladder, growth, backward, ["A note."])


def test_targets_are_met_or_not_as_the_numbers_say():
    good = made_up(micrograd=500.0, eager=20.0, fused=1.0, PyTorch=2.5)
    assert [t["met"] for t in good["targets"]] == [True] * 4
    bad = made_up(micrograd=499.0, eager=20.0, fused=1.0, PyTorch=2.49, backward=201.0)
    assert [t["met"] for t in bad["targets"]] == [False] * 4
    said = report.text(bad)
    assert "NOT MET  eager Value at least 25 times faster than micrograd: 24.9\n" in said
    assert "NOT MET  fused loss at least 2.5 times faster than PyTorch eager: 2.49\n" in said
    assert "- left out: a step would take more than 2 s" in said
    assert "A note." in said


def test_the_figure_shows_the_numbers_and_is_the_same_each_time(tmp_path):
    results = json.loads(json.dumps(made_up(micrograd=500.0, eager=20.0, NumPy=0.0625)))
    for name in ("a.svg", "b.svg"):
        figure.save(results, tmp_path / name)
    svg = (tmp_path / "a.svg").read_text()
    assert svg == (tmp_path / "b.svg").read_text()
    assert "0.0625 ms, 8,000×" in svg
    assert all(name in svg for name in results["ladder"])


def test_the_figure_of_chapter_02_says_when_it_was_measured_and_on_what():
    text = (FOLDER.parent / "src" / "fivelines" / "data" / "ladder.json").read_text()
    machine = json.loads(text)["machine"]
    plots.use_style()
    ax = plots.speed_ladder(plt.figure().add_subplot())
    assert ax.get_title(loc="left").startswith(f"measured on {machine['date']}: {machine['cpu']}")
    plt.close(ax.figure)


def test_the_committed_files_belong_together_and_tell_nothing_private():
    text = (FOLDER.parent / "src" / "fivelines" / "data" / "ladder.json").read_text()
    svg = (FOLDER / "ladder.svg").read_text()
    results = json.loads(text)
    assert results["targets"] == report.verdicts(
        {name: Timing(**timing) for name, timing in results["ladder"].items()},
        {int(nodes): ns for nodes, ns in results["backward"].items()},
    )
    for name, timing in results["ladder"].items():
        assert name in svg
        assert f"{report.short(timing['median'])} ms" in svg
    assert set(results["machine"]) == set(report.machine())
    assert gethostname() not in results["machine"].values()
    assert "/" not in text  # no path
    assert str(FOLDER.parent) not in svg
