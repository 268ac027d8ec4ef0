"""Prints each chapter with the outputs of its record, so that no kernel starts.

MyST-NB can be given a reader for files with a certain ending. Each chapter's whole file name is
registered as such an ending, and its reader returns the chapter with the recorded outputs laid in.
"""

from pathlib import Path

import nbformat

from publishing.numbers import sources
from publishing.page.replayed import foot
from publishing.record import edition
from publishing.record.chapter import chapters, code_cells, with_recorded_outputs
from publishing.record.glued import glued, laid_in


def read(text, path):
    """Return the chapter at path as MyST-NB wants it; text is what the file holds."""
    notebook = with_recorded_outputs(Path(path))
    texts = glued(code_cells(notebook))
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = laid_in(cell.source, texts)
        elif image := cell.metadata.get("mystnb", {}).get("image"):
            image["alt"] = laid_in(image.get("alt", ""), texts)
    notebook.cells.append(nbformat.v4.new_markdown_cell(foot(Path(path))))
    notebook.metadata.source_map.append(len(text.split("\n")))
    return notebook


def configure(app, config):
    """Register a reader for each chapter, once MyST-NB has registered its own."""
    config.nb_execution_mode = "off"
    for chapter in chapters(Path(app.srcdir).parent):
        edition.check(chapter)
        reader = [f"{__name__}.read", {"path": str(chapter)}, False]
        config.nb_custom_formats[chapter.name] = reader
    sources.check(Path(app.srcdir).parent)
