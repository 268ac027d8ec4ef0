"""The text of a record: plain Markdown, code, outputs, and ids that come from the source."""

from collections import Counter

import nbformat

from publishing import Refused
from publishing.record.chapter import (
    code_cells,
    digest,
    load_record,
    outputs_digest,
    record_of,
    with_recorded_outputs,
)
from publishing.record.glued import ROLE, glued, repeated
from publishing.record.portable import portable_markdown


def edition(notebook, chapter, files):
    """Return the text of the .ipynb file of a chapter that ran.

    files: {path: digest} of what the kernel loaded. Raises Refused where the chapter glues what no
    sentence uses, or one name twice.
    """
    texts, seen, cells = _glued(notebook, chapter), Counter(), []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            source = portable_markdown(cell.source, chapter, texts)
            if not source:
                continue
            new = nbformat.v4.new_markdown_cell(source)
        else:
            tags = cell.metadata.get("tags", [])
            new = nbformat.v4.new_code_cell(
                cell.source,
                execution_count=cell.execution_count,
                outputs=cell.outputs,
                metadata={"tags": tags} if tags else {},
            )
            if "hide-input" in tags:
                new.metadata["jupyter"] = {"source_hidden": True}
        key = digest(cell.source)[:8]
        seen[key] += 1
        new.id = key if seen[key] == 1 else f"{key}-{seen[key]}"
        cells.append(new)
    plain = nbformat.v4.new_notebook(cells=cells)
    plain.metadata["kernelspec"] = notebook.metadata.kernelspec
    plain.metadata["language_info"] = {"name": "python"}
    # As it will be read back, so that the digest is taken of the same thing.
    plain = nbformat.reads(nbformat.writes(plain), as_version=4)
    plain.metadata["record"] = {"loaded": files, "outputs": outputs_digest(plain)}
    return nbformat.writes(plain) + "\n"


def check(chapter):
    """Raise Refused unless the record is, byte for byte, what `make record` writes.

    So no tag, no key of metadata and no sentence can be in it that is not in the chapter.
    """
    notebook, record = with_recorded_outputs(chapter), load_record(chapter)
    files = record.metadata.get("record", {}).get("loaded", {})
    if edition(notebook, chapter, files) != record_of(chapter).read_text("utf8"):
        raise Refused(
            f"{record_of(chapter).name} is not what {chapter.name} gives: "
            "run `make record` and commit both"
        )


def _glued(notebook, chapter):
    """Return {name: text} of what the cells glue for sentences."""
    texts, twice = glued(code_cells(notebook)), repeated(code_cells(notebook))
    if twice:
        raise Refused(f"{chapter.name} glues {twice[0]!r} twice: give each its own name")
    used = set(ROLE.findall(chapter.read_text("utf8")))
    if unused := sorted(texts.keys() - used):
        raise Refused(f"{chapter.name} glues {unused[0]!r}, which no sentence of it asks for")
    return texts
