"""Sphinx extension: prints each chapter with the outputs of its record, so that no kernel starts.

MyST-NB can be given a reader for files with a certain ending. Each chapter's whole file name is
registered as such an ending, and its reader returns the chapter with the recorded outputs laid in.
"""

from pathlib import Path

import nbformat

from publishing import Refused
from publishing.page.provenance import foot
from publishing.record.chapter import chapters, with_recorded_outputs


def read(text, path):
    """Return the chapter at path as MyST-NB wants it; text is what the file holds."""
    notebook = with_recorded_outputs(Path(path))
    notebook.cells.append(nbformat.v4.new_markdown_cell(foot(Path(path))))
    notebook.metadata.source_map.append(len(text.split("\n")))
    return notebook


def _configure(app, config):
    config.nb_execution_mode = "off"
    try:
        for chapter in chapters(Path(app.srcdir).parent):
            with_recorded_outputs(chapter)
            reader = [f"{__name__}.read", {"path": str(chapter)}, False]
            config.nb_custom_formats[chapter.name] = reader
    except Refused as reason:
        # SystemExit passes through Sphinx and Jupyter Book as one line, without their traceback.
        raise SystemExit(f"The book was not built: {reason}") from None


def setup(app):
    """Register with Sphinx, after MyST-NB has turned its own formats into source suffixes."""
    app.connect("config-inited", _configure, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
