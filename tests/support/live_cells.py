"""The cells that run in the page, what they printed when recorded, and the Python that ships."""

import json
import os
import subprocess
import sys

import pytest

from publishing.record.chapter import code_cells, load_record
from publishing.tools.prepare import prepared, shipped
from support.tree import ROOT

# Runs tasks, one a line on stdin, with the standard library alone; answers [what was printed,
# result]. "aside" is done by a copy of the process, so that the next task finds no trace of it.
WORKER = """
import io, json, os, sys
sys.path.insert(0, sys.argv[1])
answers, sys.stdout = sys.stdout, io.StringIO()
import page
for line in sys.stdin:
    task = json.loads(line)
    copied = task.pop("aside", False) and os.fork()
    if copied:
        os.wait()
        continue
    result = page.do(json.dumps(task))
    print(json.dumps([sys.stdout.getvalue(), json.loads(result)]), file=answers, flush=True)
    sys.stdout.seek(0), sys.stdout.truncate()
    if copied is not False:
        os._exit(0)
"""


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


@pytest.fixture
def worker(tmp_path):
    """A function that does a task of page.py and returns what it printed and its result."""
    ship(ROOT, tmp_path / "shipped")
    (tmp_path / "work").mkdir()
    process = subprocess.Popen(
        [sys.executable, "-IS", "-c", WORKER, tmp_path / "shipped"],
        cwd=tmp_path / "work", stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip

    def do(**task):
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    with process:
        yield do
        process.stdin.close()
