"""A chapter, book/NN-name.md, and its record, notebooks/NN-name.ipynb."""

import hashlib
import json

import nbformat
from myst_nb.core.read import read_myst_markdown_notebook
from nbformat import NotebookNode

from publishing import ROOT, Refused
from publishing.record.allowed import check_chapter, first_line
from publishing.record.compare import unfit


def chapters(root=ROOT):
    """Return the paths of the chapters, in order."""
    return sorted((root / "book").glob("[0-9][0-9]-*.md"))


def record_of(chapter):
    """Return the path at which the chapter's record is kept."""
    return chapter.parent.parent / "notebooks" / f"{chapter.stem}.ipynb"


def written(chapter):
    """Return a chapter as a notebook without outputs, cut up as MyST-NB cuts the page.

    Raises Refused where it cannot be read, or asks for what is not on the white list.
    """
    name, data = chapter.name, chapter.read_bytes()
    if data.startswith(b"\xef\xbb\xbf"):
        raise Refused(f"{name} begins with a byte order mark: save it as UTF-8 without one")
    try:
        notebook = parse(data.decode("utf8"), chapter)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Refused(f"{name}, line {line}: save it as UTF-8, which this is not") from error
    except Exception as error:  # of the parsers of YAML, JSON and notebooks, each has its own
        raise Refused(f"{name} cannot be read: {' '.join(str(error).split())[:200]}") from error
    check_chapter(notebook, chapter)
    return notebook


def parse(text, path):
    """Return a chapter's text as a notebook; no check is made."""
    return read_myst_markdown_notebook(text, add_source_map=True, path=str(path))


def code_cells(notebook):
    """Return the code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def load_record(chapter) -> NotebookNode:
    """Return the record of a chapter. Raises Refused where there is none or it cannot be read."""
    path = record_of(chapter)
    if not path.exists():
        raise Refused(f"{chapter.name} has no record: run `make record` and commit {path.name}")
    try:
        return nbformat.read(path, as_version=4)
    except (nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise Refused(f"{path.name} is not a notebook: run `make record` again") from error


def with_recorded_outputs(chapter):
    """Return the chapter as a notebook, each code cell with the outputs of its record.

    Raises Refused unless the record is one of just this code, executed and untouched.
    """
    record, notebook = load_record(chapter), written(chapter)
    check_record(chapter, notebook, record)
    for cell, recorded in zip(code_cells(notebook), code_cells(record), strict=True):
        cell.outputs, cell.execution_count = recorded.outputs, recorded.execution_count
    return notebook


def check_record(chapter, notebook, record):
    """Raise Refused unless each code cell of the chapter was recorded, just as it stands.

    notebook: the chapter as it is written. record: what load_record returned.
    """
    cells, recorded = code_cells(notebook), code_cells(record)
    for i, cell in enumerate(cells):
        if i >= len(recorded) or cell.source != recorded[i].source:
            raise Refused(
                f"{name_of(chapter, i, cell)} differs from its record: "
                "run `make record` and commit both"
            )
    if len(recorded) > len(cells):
        raise Refused(
            f"{chapter.name} lacks code cells of its record: run `make record` and commit both"
        )
    check_executed(record, record_of(chapter).name)
    check_untouched(record, record_of(chapter).name)
    for i, cell in enumerate(recorded):
        for why in filter(None, map(unfit, cell.outputs)):
            raise Refused(f"{name_of(chapter, i, cell)} {why}")


def name_of(chapter, i, cell):
    """Return how a refusal names a code cell."""
    return f"{chapter.name}, code cell {i} ({first_line(cell)})"


def check_executed(record, name):
    """Raise Refused if a recorded cell never ran: nbval would compare nothing there."""
    for i, cell in enumerate(code_cells(record)):
        if cell.execution_count is None:
            raise Refused(
                f"{name}, code cell {i} ({first_line(cell)}) was never executed: "
                "run `make record ALL=1`"
            )


def check_untouched(record, name):
    """Raise Refused if the outputs are not those that `make record` wrote."""
    if outputs_digest(record) != record.metadata.get("record", {}).get("outputs"):
        raise Refused(f"the outputs in {name} were changed by hand: run `make record ALL=1`")


def outputs_digest(notebook):
    """Return a digest of all that the code cells show."""
    return digest([cell.outputs for cell in code_cells(notebook)])


def digest(thing):
    """Return 16 hexadecimal digits that stand for a thing made of lists, dicts and text."""
    return hashlib.sha256(json.dumps(thing, sort_keys=True).encode()).hexdigest()[:16]
