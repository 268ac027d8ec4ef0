"""The replay of the real chapters: a planted fault goes red, a changed timing does not.

Each fault is planted in a copy, and the record is cut off behind it, since nbval runs the cells in
order and those behind the fault prove nothing more.
"""

import re

import nbformat
import pytest

from publishing.record.chapter import code_cells
from publishing.record.replay import SVG, same_figure
from support.tree import ROOT

LOSS = re.compile(r"\b0\.\d{3,}\b")
TIME = re.compile(r"\d+(\.\d+)?(?= (s|ms|µs)\b)")
RATIO = re.compile(r"\d+(\.\d+)?(?= times as fast)")


def plant(tree, chapter, find, change):
    """Change the first recorded output in which find is found; return (notebook, cell number)."""
    path = next((tree.root / "notebooks").glob(f"{chapter}-*.ipynb"))
    notebook = nbformat.read(path, as_version=4)
    for i, cell in enumerate(code_cells(notebook)):
        for output in cell.outputs:
            place, key = (output, "text") if "text" in output else (output["data"], SVG)
            if found := find.search(place.get(key, "")):
                text = place[key]
                place[key] = text[: found.start()] + change(found[0]) + text[found.end() :]
                del notebook.cells[notebook.cells.index(cell) + 1 :]
                nbformat.write(notebook, path)
                return path, i
    raise AssertionError(f"no output of {path} matches {find.pattern}")


def other_last_digit(number):
    return number[:-1] + str((int(number[-1]) + 1) % 10)


@pytest.mark.parametrize(
    ("chapter", "find", "change"),
    [
        ("02", LOSS, other_last_digit),
        ("00", re.compile(r"(?<=d=\"M )\d+\.\d+"), lambda x: str(float(x) + 0.5)),
    ],
    ids=["last digit of a loss", "one coordinate of a figure"],
)
def test_a_changed_record_fails_and_names_chapter_and_cell(whole, chapter, find, change):
    path, i = plant(whole, chapter, find, change)
    done = whole.replay(path)
    assert done.returncode == 1
    assert f"notebooks/{path.name}::Cell {i}" in done.stdout
    assert "1 failed" in done.stdout


@pytest.mark.parametrize("find", [TIME, RATIO], ids=["timing", "speed-up"])
def test_a_changed_timing_passes(whole, find):
    path, i = plant(whole, "01", find, lambda number: "12345.678")
    done = whole.replay(path)
    assert done.returncode == 0, done.stdout
    assert f"replayed: {i + 1} cells" in done.stdout


def test_a_broken_derivative_in_the_package_fails(whole):
    engine = whole.root / "src" / "fivelines" / "value.py"
    rule = "(other.data, self.data))"
    text = engine.read_text()
    assert text.count(rule) == 1
    engine.write_text(text.replace(rule, "(self.data, other.data))"))
    path = whole.root / "notebooks" / "01-gradients.ipynb"
    done = whole.replay(path)
    assert done.returncode == 1
    assert "FAILED notebooks/01-gradients.ipynb::Cell" in done.stdout


@pytest.mark.slow
def test_other_data_in_a_figure_fails(small):
    notebook = small.notebook.read_text()
    assert notebook.count("plt.plot([1, 2, 3]") == 1
    small.notebook.write_text(notebook.replace("plt.plot([1, 2, 3]", "plt.plot([1, 2.1, 3]"))
    done = small.replay()
    assert done.returncode == 1
    assert "FAILED notebooks/00-small.ipynb::Cell 1" in done.stdout
    assert "mismatch 'image/svg+xml'" in done.stdout


def test_a_record_that_never_ran_is_refused(small):
    notebook = nbformat.read(small.notebook, as_version=4)
    notebook.cells[1].execution_count = None
    notebook.cells[1].outputs = []
    nbformat.write(notebook, small.notebook)
    done = small.replay()
    assert done.returncode != 0
    assert "00-small.ipynb, code cell 0" in done.stdout + done.stderr
    assert "was never executed: run `make record ALL=1`" in done.stdout + done.stderr


@pytest.mark.slow
def test_kernels_are_spoken_to_through_files(small):
    # With ports, a kernel in some two hundred found its own taken.
    small.edit('print("gradient", x.grad)', "print(get_ipython().kernel.parent.transport)")
    assert small.record().returncode == 0
    assert "ipc" in small.notebook.read_text()
    assert small.replay().returncode == 0


def test_figures_are_the_same_to_a_hundredth_of_a_point_and_not_beyond():
    svg = (
        '<path id="p1a" d="M 10.25 20 L 1e-05 3" style="fill: #0072b2"/>'
        '<use href="#p1a"/><g clip-path="url(#p1a)"><text x="1.5">loss 0.500</text></g>'
    )
    for old, new in [("10.25", "10.259"), ("M 10.25 20", "M 10.25 20.0001"), ("p1a", "p2b")]:
        assert same_figure(svg.replace(old, new), svg), new
    for old, new in [
        ("10.25", "10.27"),
        ("3", "4"),
        ("L 1e-05", "L 1e-05 2.5 L 1e-05"),
        ("loss", "cost"),
        ("0.500", "0.501"),
        ("0072b2", "0072b3"),
        ('href="#p1a"', 'href="#p3c"'),
    ]:
        assert not same_figure(svg.replace(old, new), svg), new


def test_only_times_and_ratios_are_masked():
    masks = (ROOT / "publishing" / "record" / "masks.cfg").read_text()
    patterns = re.findall(r"^regex: ?(.*)$", masks, re.MULTILINE)
    assert len(patterns) == 2
    for text in ["loss 0.0458", "step 200", "0.5 seconds", "12 steps", "3 m", "5 times"]:
        assert not any(re.search(p, text) for p in patterns), text
    for text in ["5.31 ms", "   12 µs", "0.9 s", "233 times as fast"]:
        assert sum(bool(re.search(p, text)) for p in patterns) == 1, text
