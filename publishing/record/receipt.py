"""A chapter's receipt: what the replay found out about each output, on what, and of which files.

Written by the replay into _build/receipts/, read by the build. It holds for just the tree that was
replayed: for the code and tags of the chapter, its outputs, the package, the lock file, and the
rules by which outputs are compared.
"""

import datetime
import json
import platform
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from publishing.record import compare, measured
from publishing.record.chapter import code_cells, digest, load_record, outputs_digest
from publishing.record.settings import settings

NOT_COMPARED = "not compared"
RULES = [Path(module.__file__) for module in (compare, measured)]


def digests(chapter):
    """Return {what: digest} of all that a receipt for the chapter depends on."""
    root, record = chapter.parent.parent, load_record(chapter)
    known = settings(root)
    return {
        "code and tags": digest([[cell.source, cell.metadata] for cell in code_cells(record)]),
        "outputs": outputs_digest(record),
        "package": _of_files(known.package.rglob("*"), known.package),
        "lock": _of_files([known.lock], root),
        "rules": _of_files(RULES, RULES[0].parent),
    }


def write(chapter, digests, cells, seconds):
    """Keep what was found out about a chapter.

    digests: those of before the replay. cells: for each code cell a list of {"verdict": ...}, one
    for each output; with the figures where it is a timing, and "why" where it was not compared.
    """
    root = chapter.parent.parent
    system = {"Darwin": "macOS"}.get(platform.system(), platform.system())
    path = _path(chapter)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(
        {
            "date": datetime.datetime.now(datetime.UTC).strftime("%-d %B %Y"),
            "platform": f"{system} ({platform.machine()}), Python {platform.python_version()}",
            "versions": {name: version(dist) for dist, name in settings(root).versions.items()},
            "seconds": round(seconds, 2),
            "digests": digests,
            "cells": cells,
        },
        indent=1,
    )
    path.write_text(text + "\n", "utf8")


def of(chapter):
    """Return the receipt of a chapter; None where there is none that fits the tree."""
    path = _path(chapter)
    if not path.exists():
        return None
    try:
        told = json.loads(path.read_text("utf8"))
        return told if told["digests"] == digests(chapter) else None
    except (ValueError, KeyError, TypeError):  # cut off, or of another edition
        return None


def verdicts(told):
    """Return all verdicts of a receipt, one for each output."""
    return [verdict for cell in told["cells"] for verdict in cell]


def furthest(timings):
    """Return how many times apart the figures of timings are at most."""
    pairs = [pair for t in timings for pair in zip(t["recorded"], t["measured"], strict=True)]
    return max((measured.apart(*pair) for pair in pairs), default=1.0)


def _path(chapter):
    return chapter.parent.parent / "_build" / "receipts" / f"{chapter.stem}.json"


def _of_files(paths, root):
    """Return a digest of the names and contents of files, without what Python makes beside them."""
    files = [path for path in paths if path.is_file() and path.suffix != ".pyc"]
    files = [path for path in files if not any(p.endswith(".egg-info") for p in path.parts)]
    told = {p.relative_to(root).as_posix(): sha256(p.read_bytes()).hexdigest() for p in files}
    return digest(told)
