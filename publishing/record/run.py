"""Executes chapters and writes their records: python -m publishing.record.run [--all]."""

import argparse
import os
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path
from uuid import uuid4

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from tqdm import tqdm
from traitlets.config import Config

from publishing import ROOT, Refused
from publishing.record import loaded
from publishing.record.chapter import (
    chapters,
    check_record,
    code_cells,
    digest,
    first_line,
    load_record,
    outputs_digest,
    parse,
    record_of,
    with_recorded_outputs,
)
from publishing.record.glued import glued
from publishing.record.portable import portable_markdown

# What a chapter may see of the machine: no progress bars on stderr, no search for a GPU.
QUIET = {"TQDM_DISABLE": "1", "JAX_PLATFORMS": "cpu"}
# Words by which a chapter would switch nbval's comparison off.
SWITCHES = re.compile(r"nbval[-_]|raises[-_]exception|pytest_validate", re.IGNORECASE)


def record(chapter, root=ROOT, everything=False):
    """Bring the record of one chapter up to date; return what was done, in a few words.

    Executes only if the chapter's code changed, or a file that its kernel loaded the last time, or
    if everything is asked for. Raises Refused, and leaves the old record as it is, if the chapter
    cannot be recorded.
    """
    path = record_of(chapter)
    why = "as asked" if everything else _stale(chapter, root)
    if why:
        notebook, files = _executed(chapter, root)
    else:
        notebook, files = (
            with_recorded_outputs(chapter),
            load_record(chapter).metadata.fivelines.loaded,
        )
    text = edition(notebook, chapter, files)
    done = f"executed, {why}" if why else "rewritten"
    if path.exists() and path.read_text("utf8") == text:
        return done if why else "unchanged"
    path.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf8") as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
    return done


def _stale(chapter, root):
    """Return why the record of a chapter does not hold any more, or None where it does."""
    try:
        old = load_record(chapter)
        check_record(chapter, old)
    except Refused:
        return "since its code is not what was recorded"
    file = loaded.changed(old.metadata.fivelines.get("loaded", {"its loaded files": ""}), root)
    return file and f"since {file} changed"


def channels():
    """Return the settings by which a kernel manager talks to its kernel through files.

    With the default, a port that was free when it was chosen may be taken when the kernel opens it.
    """
    return {"transport": "ipc", "ip": f"{tempfile.gettempdir()}/kernel-{uuid4().hex[:12]}"}


def _executed(chapter, root):
    """Return the chapter run in a new kernel, fit to be kept, and the files that it loaded."""
    notebook = parse(chapter.read_text("utf8"), chapter)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":  # so that a slip in the prose shows before a long run
            portable_markdown(cell.source, chapter, glued=None)
    cells = code_cells(notebook)
    for i, cell in enumerate(cells):
        if SWITCHES.search(cell.source + str(cell.metadata.get("tags", ""))):
            raise Refused(f"{_name(chapter, i, cell)}: switching the comparison off is not allowed")
    bar = tqdm(total=len(cells), desc=chapter.stem, unit="cell")
    notebook.cells.append(loaded.ask())
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,  # where a slow cell is cut into messages is chance
        extra_arguments=["--log-level=ERROR", loaded.WATCH],
        config=Config(KernelManager=channels()),
        resources={"metadata": {"path": str(chapter.parent)}},
        on_cell_executed=lambda cell, **_: bar.update(cell in cells),
    )
    try:
        client.execute(env={**os.environ, **QUIET})
    except CellExecutionError as error:
        i = next(i for i, cell in enumerate(cells) if _raised(cell))
        raise Refused(
            f"{_name(chapter, i, cells[i])} raised {error.ename}: {error.evalue}; "
            "the old record is kept"
        ) from error
    finally:
        bar.close()
    files = loaded.answered(notebook.cells.pop(), root)
    for i, cell in enumerate(cells):
        if flaw := _flaw(cell):
            raise Refused(f"{_name(chapter, i, cell)} {flaw}; the old record is kept")
    return notebook, files


def _name(chapter, i, cell):
    return f"{chapter.name}, code cell {i} ({first_line(cell)})"


def _raised(cell):
    return any(output.output_type == "error" for output in cell.outputs)


def _flaw(cell):
    """Return what makes a cell's outputs unfit to be recorded, or None."""
    for output in cell.outputs:
        if output.get("name") == "stderr":
            return f"wrote to stderr: {output.text.strip()[:200]}"
        text = str(output.get("text", "")) + str(output.get("data", ""))
        if found := re.search(r"\bat 0x[0-9a-f]{6,}", text):
            return f"shows a memory address ({found[0]}), which is another one on each run"
        for place in {str(ROOT), str(Path.home()), tempfile.gettempdir()}:
            if f"{place}/" in text:
                return f"shows a path of this machine ({place})"
    return None


def edition(notebook, chapter, files):
    """Return the text of the .ipynb file: plain Markdown, code, outputs, ids from the source.

    files: {path: digest} of what the kernel loaded.
    """
    texts = glued(code_cells(notebook))
    seen, cells = Counter(), []
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
    plain.metadata["fivelines"] = {"loaded": files, "outputs": outputs_digest(plain)}
    return nbformat.writes(plain) + "\n"


def main():
    """Record the chapters that need it, or all of them; exit with one sentence where one fails."""
    parser = argparse.ArgumentParser(prog="publishing.record.run", description=main.__doc__)
    parser.add_argument("--all", action="store_true", help="execute every chapter")
    everything = parser.parse_args().all
    try:
        for chapter in chapters():
            print(f"{chapter.stem}: {record(chapter, everything=everything)}", flush=True)
    except Refused as reason:
        sys.exit(f"not recorded: {reason}")
    for orphan in set((ROOT / "notebooks").glob("*.ipynb")) - set(map(record_of, chapters())):
        orphan.unlink()
        print(f"{orphan.stem}: removed, since no chapter has this name")


if __name__ == "__main__":
    main()
