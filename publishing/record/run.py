"""Executes chapters and writes their records: python -m publishing.record.run [--all]."""

import argparse
import sys
from pathlib import Path

from publishing import Refused
from publishing.record import compare, loaded
from publishing.record.chapter import (
    chapters,
    check_record,
    code_cells,
    load_record,
    name_of,
    record_of,
    with_recorded_outputs,
    written,
)
from publishing.record.edition import edition
from publishing.record.execute import execute
from publishing.record.portable import portable_markdown
from publishing.record.traces import trace


def record(chapter, root, everything=False):
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
            load_record(chapter).metadata.record.loaded,
        )
    text = edition(notebook, chapter, files)
    done = f"executed twice, {why}" if why else "rewritten"
    if path.exists() and path.read_text("utf8") == text:
        return done if why else "unchanged"
    write(path, text)
    return done


def _stale(chapter, root):
    """Return why the record of a chapter does not hold any more, or None where it does."""
    notebook = written(chapter)
    try:
        old = load_record(chapter)
        check_record(chapter, notebook, old)
    except Refused:
        return "since its code is not what was recorded"
    file = loaded.changed(old.metadata.get("record", {}).get("loaded", {"its files": ""}), root)
    return file and f"since {file} changed"


def _executed(chapter, root):
    """Return the chapter run in a new kernel, fit to be kept, and the files that it loaded.

    It runs twice, since what a single run shows may be chance.
    """
    notebook = written(chapter)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":  # so that a slip in the prose shows before a long run
            portable_markdown(cell.source, chapter, glued=None)
    again = written(chapter)
    files = execute(notebook, chapter, root)
    for i, cell in enumerate(code_cells(notebook)):
        if flaw := _flaw(cell, root):
            raise Refused(f"{name_of(chapter, i, cell)} {flaw}")
    execute(again, chapter, root)
    pairs = zip(code_cells(again), code_cells(notebook), strict=True)
    for i, (new, old) in enumerate(pairs):
        _, why = compare.differences(new.outputs, old.outputs)
        if why:
            raise Refused(
                f"{name_of(chapter, i, old)} ran twice, and differs: "
                f"{why.replace('the record', 'the first run')}"
            )
    return notebook, files


def _flaw(cell, root):
    """Return what makes a cell's outputs unfit to be recorded, or None."""
    if "strange" in cell.metadata:
        return f"{cell.metadata.strange}, which a replay cannot follow"
    for output in cell.outputs:
        if output.get("name") == "stderr":
            return f"wrote to stderr: {output.text.strip()[:200]}"
        text = str(output.get("text", "")) + str(output.get("data", ""))
        if why := compare.unfit(output) or trace(text, root):
            return why
    return None


def write(path, text):
    """Put text into a file at once or not at all; nothing is left beside it.

    Raises Refused where it cannot be written, as on a full disk.
    """
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(text, "utf8")
        part.replace(path)
    except OSError as error:
        raise Refused(f"{path.name} could not be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def main():
    """Record the chapters that need it, or all of them; exit with one sentence where one fails."""
    parser = argparse.ArgumentParser(prog="publishing.record.run", description=main.__doc__)
    parser.add_argument("--all", action="store_true", help="execute every chapter")
    everything, root = parser.parse_args().all, Path.cwd()
    try:
        for chapter in chapters(root):
            print(f"{chapter.stem}: {record(chapter, root, everything)}", flush=True)
    except Refused as reason:
        sys.exit(f"not recorded: {reason}; the old record is kept")
    except KeyboardInterrupt:
        sys.exit(f"{chapter.stem}: stopped; the old record is kept")
    for orphan in set((root / "notebooks").glob("*.ipynb")) - set(map(record_of, chapters(root))):
        orphan.unlink()
        print(f"{orphan.stem}: removed, since no chapter has this name")


if __name__ == "__main__":
    main()
