"""What runs in a page, run without one: the cells, the checks, the build's part of it."""

import json
import re

import pytest

from publishing.record.allowed import first_line
from publishing.record.chapter import chapters
from publishing.tools.prepare import SCRIPTS
from support.live_cells import live_cells, recorded, same
from support.tree import ROOT


@pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)
def test_each_live_cell_prints_its_record_after_those_above_that_are_no_asides(worker, chapter):
    cells = live_cells(chapter)
    for i, cell in enumerate(cells):
        aside = "aside" in cell.metadata.tags
        text, result = worker(do="run", id="cell", source=cell.source, fresh=i == 0, aside=aside)
        where = f"{chapter.name}, the live cell that begins {first_line(cell)!r}"
        assert not result["error"], (
            f"{where}: {result['error']}\nOnly the live cells above it have run, with Python's "
            "own library and the engine"
        )
        assert same(text, cell), (
            f"{where}, printed\n{text}\nand when it was recorded\n{recorded(cell)}\n"
            "A cell that prints a time, or anything else that changes, cannot be live"
        )


def test_a_cell_that_prints_something_else_would_be_found():
    (cell,) = (c for c in live_cells(chapters()[1]) if c.source.startswith("def f(x)"))
    assert same(recorded(cell), cell)
    assert not same(recorded(cell).replace("9", "8"), cell)
    assert not same("", cell)


def test_for_a_check_the_cells_above_are_defined_and_not_run(worker):
    one = "import math\nprint('not this')\nk = 2\nn = print('nor this')\n"
    above = [one, "this is no Python", "def twice(x):\n    return k * x"]
    assert worker(do="light", id="a", source="twice(3)", above=above)[0] == "6\n"
    text, result = worker(do="light", id="a", source="n", above=above)
    assert (text, result["kind"]) == ("", "NameError")


def test_a_long_traceback_is_cut_and_the_lines_of_libraries_left_out(worker):
    deep = "def f(n):\n    return f(n + 1)\n"
    source = f"import json\n{deep}\njson.loads('[', object_hook=f)"
    _, result = worker(do="run", id="a", source=source, fresh=True)
    lines = result["error"].splitlines()
    assert lines[0] == "line 5:"
    assert lines[2].startswith("json.decoder.JSONDecodeError: ")
    _, result = worker(do="run", id="b", source="f(0)", fresh=False)
    assert result["kind"] == "RecursionError"
    assert result["error"].startswith("line 1:\n    f(0)\nline 3 of a, in f:\n")
    _, result = worker(do="run", id="c", source=f"{deep}f(0)", fresh=True)
    assert re.search(r"\n\.\.\. and \d+ more\n", result["error"])
    assert result["error"].count("\n") < 30


def test_an_endless_answer_is_stopped(worker):
    source = "def neuron(x, w, b):\n    while True:\n        pass"
    text, _ = worker(do="check", id="a", source=source, above=[], exercise="00.1")
    assert "was stopped after 4 seconds" in text


def test_other_moons_are_refused_with_a_sentence(worker):
    source = "from fivelines import make_moons\nmake_moons(seed=1)"
    _, result = worker(do="run", id="a", source=source, fresh=True)
    assert "ValueError: in the page, make_moons has the points of n=100" in result["error"]


def test_the_moons_of_the_page_are_those_of_the_package():
    from fivelines import make_moons

    X, labels = make_moons(n=100, noise=0.1, seed=0)
    kept = json.loads((ROOT / "live" / "worker" / "moons.json").read_text())
    assert kept == {"X": X.tolist(), "labels": labels.tolist()}


def test_the_npm_packages_are_pinned_and_no_registry_is_named():
    lock = (ROOT / "live" / "package-lock.json").read_text()
    package = json.loads((ROOT / "live" / "package.json").read_text())
    asked = package["dependencies"] | package["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in asked.values())
    assert "resolved" not in lock
    assert "registry" not in lock
    packages = {k: p for k, p in json.loads(lock)["packages"].items() if k}
    assert all("integrity" in p for p in packages.values())
    assert asked.items() <= {k[13:]: p["version"] for k, p in packages.items()}.items()


def test_a_book_without_live_cells_gets_nothing_of_it(small_html):
    static = small_html / "_static"
    assert not [p for p in static.iterdir() if re.match("(live|python)-", p.name)]


def test_where_pyodide_is_missing_the_book_is_built_and_one_line_says_so(small):
    small.edit("```{code-cell} ipython3\nfrom", "```{code-cell} ipython3\n:tags: [live]\n\nfrom")
    assert "rewritten" in small.record().stdout
    node = small.root / "publishing" / "tools" / "prepare.py"
    node.write_text(node.read_text().replace("fivelines-live", "not-there"))
    done = small.build()
    assert done.returncode == 0
    assert done.stderr.count("Built without live cells: ") == 1
    assert "boot.js" not in (small.root / "_build" / "html" / "00-small.html").read_text()


def test_what_node_makes_depends_on_files_that_are_there():
    for name in SCRIPTS:
        assert (ROOT / "live" / name).is_file()
