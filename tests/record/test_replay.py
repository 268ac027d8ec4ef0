"""The replay: planted faults go red, each named, and every cell of every chapter is judged."""

import json
import re
import shutil

import pytest

from publishing import Refused
from publishing.record import receipt, replay
from publishing.record.chapter import code_cells
from publishing.record.compare import SVG


def outputs(notebook):
    return [output for cell in code_cells(notebook) for output in cell.outputs]


def declared(notebook, i):
    return outputs(notebook)[i].metadata.measured


def other_time(notebook):
    measured = declared(notebook, 2)
    measured.figures[0][1] = "987.500"
    outputs(notebook)[2].data["text/plain"] = measured.template.format(
        *(figure for _, figure, _ in measured.figures)
    )


def another_coordinate(svg):
    return re.sub(r'(?<=d="M )\d+\.\d+', lambda x: str(float(x[0]) + 0.5), svg, count=1)


FAULTS = {  # what is changed in the record, the cell that must fail, what must be said
    "the last digit of a number": (
        lambda n: outputs(n)[1].update(text="gradient 2.1\n"), 0,
        "line 1: 'gradient 2.0' where the record has 'gradient 2.1'",
    ),
    "a time": (other_time, 1, "the time of 'slow' is 8.000 where the record has 987.500"),
    "a coordinate of a figure": (
        lambda n: outputs(n)[-1].data.update({SVG: another_coordinate(outputs(n)[-1].data[SVG])}),
        3, "mismatch 'image/svg+xml'",
    ),
}  # fmt: skip


@pytest.fixture
def deaf(small, monkeypatch):
    """A book whose replay is not stopped by the check of the records before it starts."""
    plugin = small.root / "publishing" / "record" / "replay.py"
    text = plugin.read_text()
    assert text.count("        edition.check(chapter)\n") == 1
    plugin.write_text(text.replace("        edition.check(chapter)\n", "        pass\n"))
    return small


@pytest.mark.slow
def test_every_planted_fault_of_a_record_fails_and_is_named(deaf):
    for change, _, _ in FAULTS.values():
        deaf.change_record(change)
    done = deaf.replay()
    assert done.returncode == 1
    for name, (_, i, said) in FAULTS.items():
        assert f"FAILED notebooks/00-small.ipynb::Cell {i}" in done.stdout, name
        assert said in done.stdout, name
    told = deaf.receipt()["cells"]
    assert [len(cell) for cell in told] == [2, 2, 1, 1]
    assert told[0][1] == {"verdict": "not compared", "why": "it failed"}
    assert told[2] == [{"verdict": "compared"}]


@pytest.mark.slow
def test_a_replay_writes_a_receipt_with_a_verdict_for_each_output(small):
    done = small.replay("-n", "1", "notebooks")
    assert done.returncode == 0, done.stdout
    assert "00-small: 4 of 4 cells and 6 of 6 outputs agree" in done.stdout
    told = small.receipt()
    assert str(small.root) not in json.dumps(told)
    timing = {"verdict": "timing, measured again", "recorded": [4.0], "measured": [4.0]}
    assert told["cells"][1][1] == timing
    assert receipt.of(small.chapter) == told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--deselect", "notebooks/00-small.ipynb::Cell 3", "notebooks"], "3 of 4 cells"),
        (["-k", "not Cell", "notebooks"], "0 of 4 cells"),
    ],
)
def test_a_cell_that_is_left_out_fails_the_replay(small, arguments, why):
    done = small.replay(*arguments)
    assert done.returncode == 1
    assert f"00-small: {why}" in done.stdout
    assert "every cell of every chapter must run and be judged" in done.stdout
    assert small.receipt()["cells"][3][0]["why"] == "it did not run"


@pytest.mark.slow
def test_a_broken_derivative_in_the_package_fails(small):
    engine = small.root / "src" / "fivelines" / "value.py"
    rule = "(other.data, self.data))"
    text = engine.read_text()
    assert text.count(rule) == 1
    engine.write_text(text.replace(rule, "(other.data, -self.data))"))
    done = small.replay()
    assert done.returncode == 1
    assert "FAILED notebooks/00-small.ipynb::Cell 0" in done.stdout


class Config:
    """As much of pytest's configuration as the check before a replay looks at."""

    def __init__(self, root, **options):
        self.rootpath, self.option = root, type("Options", (), options)


@pytest.mark.parametrize("option", replay.LOOSER)
def test_an_option_with_which_less_is_compared_is_refused_by_name(small, option):
    replay.check(Config(small.root, nbval=True))
    with pytest.raises(Refused, match=option.replace("_", "-")):
        replay.check(Config(small.root, nbval=True, **{option: "x"}))


@pytest.mark.parametrize("name", ["07-extra.ipynb", "conftest.py", "pytest.ini"])
def test_what_is_no_record_of_a_chapter_is_refused_by_name(small, name):
    shutil.copy(small.notebook, small.notebook.with_name(name))
    with pytest.raises(Refused, match=f"notebooks/{name} is no record of a chapter"):
        replay.check(Config(small.root))


def test_what_never_ran_or_is_tagged_is_refused_in_a_sentence(small):
    small.change_record(lambda n: n.cells[1].update(execution_count=None))
    done = small.replay()
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    said = (
        "not replayed: 00-small.ipynb, code cell 0 (from fivelines import Value, glue, glue_ratio"
    )
    assert said in done.stderr
    assert "was never executed: run `make record ALL=1`" in done.stderr
    assert "Traceback" not in done.stderr


def test_kernels_are_spoken_to_through_files_which_are_removed(small):
    # With ports, a kernel in some two hundred found its own taken.
    small.edit('print("gradient", x.grad)', "print(get_ipython().kernel.parent.transport)")
    assert small.record().returncode == 0
    assert "ipc" in small.notebook.read_text()
