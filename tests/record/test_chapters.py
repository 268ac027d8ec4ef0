"""The chapters as they stand: recorded, portable, and with something said of every figure."""

import re
from collections import defaultdict

import nbformat
import pytest
import yaml

from publishing import Refused
from publishing.record import edition, loaded
from publishing.record.allowed import first_line
from publishing.record.chapter import (
    chapters,
    code_cells,
    load_record,
    record_of,
    with_recorded_outputs,
)
from publishing.record.portable import glossary_terms
from support.tree import ROOT

CODE, PRINTED = 80, 56  # characters in a line

every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)


@every_chapter
def test_the_record_is_what_make_record_would_write(chapter):
    try:
        edition.check(chapter)
    except Refused as reason:
        pytest.fail(str(reason))


@every_chapter
def test_the_record_is_of_the_files_of_today(chapter):
    """Else the next author of a sentence would execute the chapter, and commit other timings."""
    file = loaded.changed(load_record(chapter).metadata.record.loaded, ROOT)
    assert file is None, f"{file} changed since {chapter.name} was recorded: run `make record`"


@every_chapter
def test_the_notebook_is_valid_and_holds_nothing_that_only_this_book_can_show(chapter):
    notebook = nbformat.read(record_of(chapter), as_version=4)
    nbformat.validate(notebook)
    prose = "\n".join(c.source for c in notebook.cells if c.cell_type == "markdown")
    assert not re.search(r"^\s*(```|:::+)\s*\{", prose, re.MULTILINE)
    assert not re.search(r"\{[\w:]+\}`", prose)
    assert not re.search(r"^\([\w-]+\)=$", prose, re.MULTILINE)


@every_chapter
def test_every_figure_is_folded_shown_once_and_described(chapter):
    figures = 0
    for cell in code_cells(with_recorded_outputs(chapter)):
        drawn = sum("image/svg+xml" in output.get("data", {}) for output in cell.outputs)
        figures += drawn
        where = f"{chapter.name}, the cell that begins {first_line(cell)!r}"
        if drawn:
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            assert drawn == 1, f"{where}, draws {drawn} figures: one a cell"
            assert cell.source.endswith("plt.show()"), f"{where}, must end with plt.show()"
            assert "hide-input" in cell.metadata.get("tags", []), f"{where}, lacks hide-input"
            assert len(alt.split()) >= 10, (
                f"{where}, has the alternative text {alt!r}: say in ten words or more what is to "
                "be seen (CONTRIBUTING, 'A figure')"
            )
        assert not any(line.endswith(";") for line in cell.source.split("\n")), (
            f"{where}, has a line that ends with a semicolon, which nbval mistakes"
        )
    assert figures >= 5, f"{chapter.name} has {figures} figures, not five"


@every_chapter
def test_what_a_cell_prints_and_says_fits_a_phone(chapter):
    """Verdicts are sentences and may wrap, and the stub of an exercise is its task's."""
    for cell in code_cells(with_recorded_outputs(chapter)):
        where = f"{chapter.name}, the cell that begins {first_line(cell)!r}"
        if "# your code here" not in cell.source:
            wide = [line for line in cell.source.split("\n") if len(line) > CODE]
            assert wide == [], f"{where}, has lines of more than {CODE} characters"
        if not cell.source.startswith("check."):
            texts = [o.get("text") or o.get("data", {}).get("text/plain", "") for o in cell.outputs]
            wide = [line for text in texts for line in text.split("\n") if len(line) > PRINTED]
            assert wide == [], f"{where}, prints more than {PRINTED} characters in a line"


@every_chapter
def test_the_reader_commits_to_predictions(chapter):
    predictions = chapter.read_text().count("**Predict.**")
    assert predictions >= 5, f"{chapter.name} has {predictions} predictions, not five"


def test_every_term_of_the_glossary_is_linked_once_from_the_chapter_that_it_names():
    links = defaultdict(list)
    for chapter in chapters():
        for term in re.findall(r"\{term\}`(?:[^`<]*<)?([^`<>]+)>?`", chapter.read_text()):
            links[" ".join(term.split())].append(chapter.name)
    entries = (ROOT / "book" / "glossary.md").read_text().split("\n\n")
    for term in glossary_terms(ROOT / "book"):
        assert len(links[term]) == 1, (
            f"the term {term!r} is linked from {links[term]}: link it once, from the chapter that "
            "explains it, and write it as a plain word elsewhere"
        )
        (entry,) = [entry for entry in entries if entry.startswith(f"{term}\n")]
        assert f"]({links[term][0]})" in entry, (
            f"the term {term!r} is linked from {links[term][0]}, and its entry in glossary.md does "
            "not link to that chapter"
        )


def checked_gradients(chapter):
    """Yield (source, numbers) of each cell that prints gradients beside what they should be."""
    for cell in code_cells(with_recorded_outputs(chapter)):
        text = "".join(output.get("text", "") for output in cell.outputs)
        if re.search(r"expected|agree", text) and re.search(r"grad|backward|sweep", cell.source):
            yield cell.source, [abs(float(x)) for x in re.findall(r"-?\d+\.\d+", text)]


def test_every_gradient_that_chapter_01_checks_is_away_from_zero():
    """A check of gradients that all print as 0.0000 would pass with a broken engine."""
    checks = dict(checked_gradients(chapters()[1]))
    # The one exception shows just that, on purpose: large weights, and a broken engine that passes.
    saturated = [source for source in checks if "check_neuron([16.0, -6.0, 2.0])" in source]
    assert len(saturated) == 1
    assert min(checks.pop(saturated[0])) == 0.0
    assert len(checks) >= 6
    for source, numbers in checks.items():
        assert min(numbers, default=1.0) >= 0.05, source


def test_the_contents_list_every_page_and_chapters_are_numbered_in_order():
    contents = yaml.safe_load((ROOT / "_toc.yml").read_text())
    listed = [contents["root"], *(page["file"] for page in contents["chapters"])]
    pages = {path.stem for path in (ROOT / "book").glob("*.md")}
    assert set(listed) == pages, f"in _toc.yml or in book/, not in both: {pages ^ set(listed)}"
    assert len(listed) == len(pages), "_toc.yml names a page twice"
    numbered = [name for name in listed if name[0].isdigit()]
    assert numbered == [path.stem for path in chapters()]
    assert [int(name[:2]) for name in numbered] == list(range(len(numbered)))


@every_chapter
@pytest.mark.parametrize("page", ["index", "session-guide"])
def test_the_pages_that_tell_of_all_chapters_tell_of_each(chapter, page):
    text = (ROOT / "book" / f"{page}.md").read_text()
    assert f"]({chapter.name})" in text, f"book/{page}.md has no link to {chapter.name}"


def test_every_command_that_a_page_names_is_in_the_makefile():
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    pages = [ROOT / "README.md", *(ROOT / "book").glob("*.md")]
    named = {m for page in pages for m in re.findall(r"(?:^|`)make (\w+)", page.read_text(), re.M)}
    assert {"book", "test"} <= named <= set(targets)
