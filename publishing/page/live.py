"""Cells tagged `live` and the exercises run in the reader's page.

Marks those cells with classes that live/cells/boot.js looks for, adds that script to pages that
have any, and copies what it fetches after the first click. Pyodide and the editor were prepared by
publishing.tools.prepare; where they were not, the book is built without, and one line says so.
"""

import json
import re
import sys

from docutils import nodes

from publishing import ROOT, course
from publishing.page import pack
from publishing.site import assets
from publishing.tools.prepare import prepared, shipped

SCRIPTS = {
    "cells": (
        "boot.js",
        "cells.js",
        "running.js",
        "showing.js",
        "editing.js",
        "keeping.js",
        "beside.js",
        "store.js",
        "carry.js",
        "python.js",
        "live.css",
    ),
    "worker": ("worker.js",),
    "offline": ("arriving.js", "module.js"),
}
MISSING = {"jax", "matplotlib", "numpy", "torch"}  # in a page
# Cells for which those above need not run: what these define is enough.
LIGHT = re.compile(r"check\.(predict|reveal)\(|from fivelines import check$")


def prepare(app):
    """Collect the files that pages with live cells need, in folders named by their content."""
    app.live_files, app.live_pages = {}, set()
    if not (prepared() / "made-from").exists():
        return
    python = {path.name: path.read_bytes() for path in (prepared() / "python").iterdir()}
    pieces = pack.pieces(python)
    inside = [(name, len(python.pop(name))) for name in pack.IN_PACK]
    beside = sorted((name, len(data)) for name, data in python.items())
    python |= pieces
    python |= {p.name: p.read_bytes() for p in (ROOT / "live" / "licences").iterdir()}
    folder = assets.folder("python", python)
    scripts = {
        name: (ROOT / "live" / room / name).read_bytes()
        for room, names in SCRIPTS.items()
        for name in names
    }
    for name in ("editor.js", "LICENCES-editor.txt"):
        scripts[name] = (prepared() / name).read_bytes()
    scripts["fivelines.zip"] = assets.zipped(shipped(ROOT))
    where = {
        "PYTHON": f"../../{folder}/",
        "PIECES": [(f"../../{folder}/{name}", len(data)) for name, data in pieces.items()],
        "PACKED": inside,
        "SCRIPTS": [
            *((f"../../{folder}/{name}", size) for name, size in beside),
            ("fivelines.zip", len(scripts["fivelines.zip"])),
        ],
    }
    lines = (f"export const {name} = {json.dumps(value)};\n" for name, value in where.items())
    scripts["where.js"] = "".join(lines).encode()
    app.live_folder = assets.folder("live", scripts)
    for place, files in ((folder, python), (app.live_folder, scripts)):
        app.live_files |= {f"{place}/{name}": data for name, data in files.items()}


def mark(app, doctree):
    """Give the cells that run in the page their classes."""
    checks, before = _exercises(ROOT), None
    for cell in doctree.findall(nodes.container):
        if cell.get("nb_element") != "cell_code":
            continue
        classes, source = cell["classes"], next(cell.findall(nodes.literal_block)).astext()
        if "tag_live" in classes:
            classes.append("live")
            classes += ["live-aside"] * ("tag_aside" in classes)
        elif LIGHT.match(source):
            classes += ["live", "live-light"]
        elif id := checks.get(source.rstrip()):
            before["classes"] += ["live", f"live-exercise-{id.replace('.', '-')}"]
        before = cell


def _exercises(root):
    """Return {the cell that checks it: id} of the exercises whose check runs in a page."""
    return {
        exercise["check"]: id
        for id, exercise in course.exercises(root).items()
        if MISSING.isdisjoint(exercise["needs"])
    }


def add_script(app, pagename, templatename, context, doctree):
    """Add the script and its style to a page with live cells."""
    if doctree is None or not any("live" in n["classes"] for n in doctree.findall(nodes.container)):
        return
    app.live_pages.add(pagename)
    if app.live_files:
        folder = app.live_folder.removeprefix("_static/")  # Sphinx puts that in front itself
        app.add_css_file(f"{folder}/live.css")
        app.add_js_file(f"{folder}/boot.js", type="module")


def write(app):
    """Write what live cells fetch into the site, if a page has any."""
    if not app.live_pages:
        return
    if not app.live_files:
        print(
            "Built without live cells: python -m publishing.tools.prepare says why.",
            file=sys.stderr,
        )
    assets.write(app.outdir, app.live_files)
