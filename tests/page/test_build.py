"""The build prints the record, starts no kernel, and refuses what was not recorded."""

import json
import re
from unittest.mock import Mock

import pytest

from publishing import Refused
from publishing.page import lay_in
from publishing.record.run import record


def test_the_page_shows_the_recorded_outputs_and_no_kernel_starts(small):
    # A value that no kernel would compute, in a record that is otherwise as it was written.
    import nbformat

    from publishing.record.chapter import outputs_digest

    notebook = nbformat.read(small.notebook, as_version=4)
    notebook.cells[1].outputs[1].text = "gradient 4242.0\n"
    notebook.metadata.record.outputs = outputs_digest(notebook)
    nbformat.write(notebook, small.notebook)
    done = small.build()
    assert done.returncode == 0, done.stdout + done.stderr
    page = (small.root / "_build" / "html" / "00-small.html").read_text()
    assert "gradient 4242.0" in page
    assert "The sum is" in page
    assert '<p class="minutes">About 5 minutes to read.</p>' in page
    assert "1.500" in page


def edit_chapter(tree):
    tree.edit('"gradient"', '"slope"')


def add_a_cell(tree):
    tree.edit("The sum", "```{code-cell} ipython3\n1 + 1\n```\n\nThe sum")


def type_a_number(tree):
    tree.edit("The sum", "The 3 sums")
    record(tree.chapter, tree.root)


def remove_the_record(tree):
    tree.notebook.unlink()


def change_record(change):
    def fault(tree):
        notebook = json.loads(tree.notebook.read_text())
        change(notebook["cells"][1])
        tree.notebook.write_text(json.dumps(notebook))

    return fault


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (edit_chapter, "00-small.md, code cell 0 (from fivelines import Value, glue, glue_ratio"),
        (edit_chapter, "differs from its record: run `make record`"),
        (add_a_cell, "00-small.md, code cell 0 (1 + 1) differs from its record: run `make record`"),
        (remove_the_record, "00-small.md has no record: run `make record`"),
        (change_record(lambda c: c.update(execution_count=None)), "was never executed: run `make"),
        (change_record(lambda c: c.update(outputs=[])), "changed by hand: run `make record ALL=1`"),
        (change_record(lambda c: c.update(source="1")), "differs from its record: run `make"),
        (type_a_number, "line 15: 3 has no source: glue it"),
        (lambda tree: tree.notebook.write_text("no JSON"), "is not a notebook: run `make record`"),
        (lambda tree: tree.edit("small`.", "smal`."), "no heading has the label 'smal'"),
        (lambda tree: tree.edit("small`.", "small` {cite:p}`n`."), "has no entry 'n'"),
        (lambda tree: tree.edit("small`.", "small` {term}`synapse`."), "has no entry 'synapse'"),
        (
            lambda tree: tree.edit("`sum`", "`summ`"),
            "glues 'sum', which no sentence of it asks for",
        ),
    ],
)
def test_the_build_refuses_a_chapter_that_is_not_as_recorded(small, fault, sentence):
    fault(small)
    (small.root / "book" / "references.bib").write_text("")
    app, config = Mock(srcdir=small.root / "book"), Mock(nb_custom_formats={})
    with pytest.raises(Refused) as reason:
        lay_in.configure(app, config)
    assert sentence in str(reason.value)


def test_a_refusal_ends_the_build_with_its_sentence(small):
    edit_chapter(small)
    done = small.build()
    assert done.returncode == 1
    assert done.stderr.startswith("The book was not built: 00-small.md, code cell 0")
    assert "Traceback" not in done.stdout + done.stderr


def test_every_dead_reference_fails_the_build_and_is_named(small):
    dead = [
        "[a](#nowhere)",
        "[a](nowhere.md)",
        "{cite:p}`nobody1900`",
        "{term}`synapse`",
        "{ref}`r`",
    ]
    (small.root / "book" / "index.md").write_text("\n\n".join(["# A small book", *dead]))
    done = small.build()
    assert done.returncode != 0
    for name in ("nowhere", "nowhere.md", "nobody1900", "synapse", "'r'"):
        assert re.search(f"WARNING.*{name}", done.stdout + done.stderr), name
