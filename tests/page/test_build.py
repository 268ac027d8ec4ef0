"""The build prints the record, starts no kernel, and refuses what was not recorded."""

import json

import pytest


def test_the_page_shows_the_recorded_outputs_and_no_kernel_starts(small):
    # A value that no kernel would compute, in a record that is otherwise as it was written.
    import nbformat

    from publishing.record.chapter import outputs_digest

    notebook = nbformat.read(small.notebook, as_version=4)
    notebook.cells[1].outputs[1].text = "gradient 4242.0\n"
    notebook.metadata.fivelines.outputs = outputs_digest(notebook)
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
        (edit_chapter, "00-small.md, code cell 0 (from fivelines import Value, glue) differs"),
        (add_a_cell, "00-small.md, code cell 0 (1 + 1) differs from its record: run `make record`"),
        (remove_the_record, "00-small.md has no record: run `make record`"),
        (change_record(lambda c: c.update(execution_count=None)), "was never executed: run `make"),
        (change_record(lambda c: c.update(outputs=[])), "changed by hand: run `make record ALL=1`"),
        (change_record(lambda c: c.update(source="1")), "differs from its record: run `make"),
        (lambda tree: tree.edit("`sum`", "`summ`"), "'summ' is glued by no cell of this section"),
        (lambda tree: tree.edit("The sum", "The 3 sums"), "line 15: 3 has no source: glue it"),
        (lambda tree: tree.notebook.write_text("no JSON"), "is not a notebook: run `make record`"),
    ],
)
def test_a_chapter_that_is_not_as_recorded_is_refused(small, fault, sentence):
    fault(small)
    done = small.build()
    assert done.returncode == 1
    assert done.stderr.startswith("The book was not built: ")
    assert sentence in done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("see {ref}`small`", "see [there](#nowhere)"),
        ("see {ref}`small`", "see [there](nowhere.md)"),
        ("see {ref}`small`", "see {cite:p}`nobody1900`"),
        ("see {ref}`small`", "see {term}`synapse`"),
    ],
)
def test_a_dead_reference_fails_the_build(small, old, new):
    small.edit(old, new)
    done = small.build()
    assert done.returncode != 0
    assert "WARNING" in done.stdout + done.stderr
