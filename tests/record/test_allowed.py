"""Tags, comments and metadata: nothing that nbval, Jupyter or MyST-NB obeys gets into a record."""

import nbformat
import pytest
from nbval.plugin import comment_markers, metadata_tags

from publishing import Refused
from publishing.record import edition
from publishing.record.chapter import written
from support.tree import FRONT

CELL = "```{code-cell} ipython3\nx = 1\n```\n"
TAGS = [*metadata_tags, "remove-output", "remove-cell", "hide-output", "skip-execution", "anything"]
OPTIONS = [
    "load: other.py",
    "mystnb: {remove_code_outputs: true}",
    "mystnb: {code_prompt_show: x}",
    "mystnb: {figure: {caption: The loss is 0.5}}",
    "mystnb: {image: {alt: a, width: 10px}}",
    "nbsphinx: hidden",
    "jupyter: {outputs_hidden: true}",
    "collapsed: true",
]


@pytest.fixture
def chapter(tmp_path):
    (tmp_path / "book").mkdir()
    (tmp_path / "lock.txt").touch()
    (tmp_path / "pyproject.toml").write_text(
        '[tool.record]\npackage = "src"\nlock = "lock.txt"\nversions = {}\ntags = ["live"]\n'
    )
    return tmp_path / "book" / "00-a.md"


def refused(chapter, text):
    chapter.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(Refused) as reason:
        written(chapter)
    assert str(reason.value).startswith("00-a.md")
    return str(reason.value)


def test_what_is_on_the_list_is_accepted(chapter):
    options = "---\ntags: [live]\nmystnb:\n  image:\n    alt: a line\n---\n"
    chapter.write_text(FRONT + CELL.replace("x = 1", f"{options}x = '; nothing' # NB;"))
    assert len(written(chapter).cells) == 1


@pytest.mark.parametrize("tag", TAGS)
def test_every_tag_that_is_not_known_is_refused_by_name(chapter, tag):
    said = refused(chapter, FRONT + CELL.replace("x = 1", f":tags: [live, {tag}]\n\nx = 1"))
    assert "code cell 0 (x = 1)" in said
    assert tag in said or "switching the comparison off" in said


@pytest.mark.parametrize("comment", comment_markers)
def test_every_comment_that_nbval_obeys_is_refused(chapter, comment):
    said = refused(chapter, FRONT + CELL.replace("x = 1", f"x = 1\n  # {comment}"))
    assert "switching the comparison off" in said


@pytest.mark.parametrize("option", OPTIONS)
def test_every_other_option_of_a_cell_is_refused_by_name(chapter, option):
    said = refused(chapter, FRONT + CELL.replace("x = 1", f"---\n{option}\n---\nx = 1"))
    assert "is not allowed" in said or "Can't read file from :load:" in said


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("mystnb: {execution_mode: force}\n", "front matter: 'mystnb' is not allowed"),
        ("mystnb: {output_stderr: remove}\n", "front matter: 'mystnb' is not allowed"),
        ("substitutions: {n: 34}\n", "front matter: 'substitutions' is not allowed"),
        ("nbval: {skip: true}\n", "front matter: 'nbval' is not allowed"),
        ("orphan: true\n", "front matter: 'orphan' is not allowed"),
    ],
)
def test_every_other_setting_of_a_notebook_is_refused_by_name(chapter, front, said):
    assert said in refused(chapter, FRONT.replace("---\njupytext", f"---\n{front}jupytext") + CELL)


def test_another_kernel_is_refused(chapter):
    said = refused(chapter, FRONT.replace("name: python3", "name: python2") + CELL)
    assert "kernelspec must be" in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (CELL.replace("x = 1", "1 + 1;"), "ends with a semicolon"),
        (CELL.replace("x = 1", "1 + 1;  # why"), "ends with a semicolon"),
        (CELL.replace("x = 1", ":tags: live\n\nx = 1"), "'live' is not of type 'array'"),
        ("```{raw-cell}\nx\n```\n", "a {raw-cell} cannot be recorded"),
        ('+++ {"nbval": "skip"}\nText\n', "the metadata {'nbval': 'skip'} of a text"),
        ("+++ {not json\nText\n", "could not be read"),
    ],
)
def test_what_a_replay_or_a_page_would_take_otherwise_is_refused(chapter, text, said):
    assert said in refused(chapter, FRONT + text)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xef\xbb\xbf" + (FRONT + CELL).encode(), "begins with a byte order mark"),
        ((FRONT + CELL).encode() + b"\nna\xefve", "line 16: save it as UTF-8"),
        (FRONT.replace("jupytext:", "jupytext: ["), "while parsing"),
    ],
)
def test_a_chapter_that_cannot_be_read_is_refused_in_a_sentence(chapter, data, said):
    assert said in refused(chapter, data)


# -- the record, changed by hand by somebody who knows how it is sealed ---------------------------


def tagged(tag):
    return lambda notebook: notebook.cells[1].metadata.update(tags=[tag])


RECORDS = {
    **{f"the tag {tag}": tagged(tag) for tag in [*metadata_tags, "live"]},
    "metadata of a cell": lambda n: n.cells[1].metadata.update(collapsed=True),
    "metadata of a text": lambda n: n.cells[0].metadata.update(tags=["remove-cell"]),
    "metadata of the notebook": lambda n: n.metadata.update(mystnb={"remove_code_outputs": True}),
    "another kernel": lambda n: n.metadata.kernelspec.update(name="python2"),
    "a number in a sentence": lambda n: n.cells[0].update(source="# 00 The sum is 1.501"),
    "a cell more": lambda n: n.cells.append(nbformat.v4.new_markdown_cell("The loss is 0.5.")),
    "a cell less": lambda n: n.cells.pop(),
    "cells in another order": lambda n: n.cells.reverse(),
    "glue under another name": lambda n: n.cells[1].outputs[0].metadata.scrapbook.update(name="b"),
    "a PNG": lambda n: n.cells[1].outputs.append(
        nbformat.v4.new_output("display_data", {"image/png": "iVBO"})
    ),
    "HTML": lambda n: n.cells[1].outputs.append(
        nbformat.v4.new_output("display_data", {"text/html": "34"})
    ),
    "an output with metadata": lambda n: n.cells[1].outputs[0].metadata.update(width=10),
    "a kept error": lambda n: n.cells[1].outputs.append(nbformat.v4.new_output("error")),
    "text on stderr": lambda n: n.cells[1].outputs.append(
        nbformat.v4.new_output("stream", name="stderr", text="34")
    ),
}


@pytest.mark.parametrize("change", RECORDS.values(), ids=RECORDS)
def test_a_record_is_what_make_record_writes_or_is_refused(small, change):
    edition.check(small.chapter)
    small.change_record(change)
    with pytest.raises(Refused, match=r"00-small\.(md|ipynb)"):
        edition.check(small.chapter)
