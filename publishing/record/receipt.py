"""What was replayed, when and on what: written by the replay, read by the build."""

import datetime
import json
import platform
from importlib.metadata import version

from publishing.record.chapter import chapters, load_record

PACKAGES = {"numpy": "NumPy", "matplotlib": "Matplotlib", "torch": "PyTorch", "jax": "JAX"}


def write(root, replayed):
    """Keep what was replayed for the build that follows.

    replayed: {chapter name: {"cells": ..., "figures": ..., "seconds": ...}}, for those chapters of
    which every cell agreed with its record.
    """
    for chapter in chapters(root):
        if chapter.stem in replayed:
            replayed[chapter.stem]["outputs"] = load_record(chapter).metadata.fivelines.outputs
    system = {"Darwin": "macOS"}.get(platform.system(), platform.system())
    run = {
        "date": datetime.datetime.now(datetime.UTC).strftime("%-d %B %Y"),
        "platform": f"{system} ({platform.machine()}), Python {platform.python_version()}",
        "versions": {name: version(package) for package, name in PACKAGES.items()},
        "chapters": replayed,
    }
    path = root / "_build" / "replay.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(run, indent=1) + "\n")


def of(chapter):
    """Return (run, part): the last replay and what it says of this record; part None if nothing."""
    path = chapter.parent.parent / "_build" / "replay.json"
    run = json.loads(path.read_text()) if path.exists() else {"chapters": {}}
    part = run["chapters"].get(chapter.stem)
    if part and part["outputs"] != load_record(chapter).metadata.fivelines.outputs:
        part = None  # recorded anew since
    return run, part
