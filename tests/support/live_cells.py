"""The cells that run in the page, what they printed when recorded, and the Python that ships."""

import os

import pytest

from publishing.record.chapter import code_cells, load_record
from publishing.tools.prepare import prepared, shipped


def made():
    return (prepared() / "made-from").exists()


# A machine without Node gets a book without live cells; in CI they are never left out.
needs_prepared = pytest.mark.skipif(
    not made() and "CI" not in os.environ, reason="python -m publishing.tools.prepare has not run"
)


def ship(root, folder):
    """Write what ships to a page into a folder, and return it as {path: bytes}."""
    files = shipped(root)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return files


def live_cells(chapter):
    """Return the recorded cells of a chapter that are tagged to run in the page."""
    return [c for c in code_cells(load_record(chapter)) if "live" in c.metadata.get("tags", [])]


def recorded(cell):
    """Return what a recorded cell printed."""
    return "".join(
        output.text if output.output_type == "stream" else output.data.get("text/plain", "") + "\n"
        for output in cell.outputs
        if "scrapbook" not in output.get("metadata", {})
    )


def same(text, cell):
    """Return whether a text is what a cell printed."""
    return text.rstrip() == recorded(cell).rstrip()
