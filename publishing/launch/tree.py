"""Assembles what a launched reader needs in _build/launch: python -m publishing.launch.tree.

The publish workflow makes this folder the one commit of the branch `launch`, which Colab and Binder
open. Binder builds an image for each commit that it has not seen, and its layers are reused as long
as what they were made from is the same, byte for byte. So binder/ names every package by its exact
version and nothing of this repository: no `-e .`, no postBuild. All layers up to and including the
installed packages then depend on binder/ alone, and a commit of prose or of code in src/ adds
only the last one, the copy of the notebooks and of src/, where the setup cell finds the package.
"""

import os
import shutil
import sys
from functools import cache
from pathlib import Path

import nbformat

from publishing import ROOT, Refused
from publishing.launch import address, history
from publishing.record import edition
from publishing.record.chapter import chapters, load_record
from publishing.site import assets

PACKAGE = "src", "pyproject.toml", "setup.py"
PARTS = (*PACKAGE, "notebooks", "binder", "LICENSE", "publishing/launch/setup_cell.py")
README = """# Five Lines, ready to run

This branch is made by `make launch`{commit}, for Colab and Binder to open.
Read and change the course on the default branch.
"""


def source(root=ROOT, environ=os.environ):
    """Return what pip installs the package from, the very commit that is being built, or "".

    It is "" too where files of the package were changed since: that commit has not what is here.
    GitHub Actions, which says the commit, checked just that one out.
    """
    place, commit = address.find(root, environ), address.commit(root, environ)
    changed = not environ.get("GITHUB_SHA") and history.changed(root, PACKAGE)
    return f"git+{place.url}@{commit}" if place and commit and not changed else ""


@cache
def setup_cell():
    """Return the setup cell's code, what it installs and expects not yet filled in."""
    return Path(__file__).with_name("setup_cell.py").read_text("utf8").strip()


def fingerprint(root=ROOT):
    """Return the fingerprint of the package in root, as the setup cell computes it."""
    cell = {}
    exec(setup_cell().partition("\ndef _setup(")[0], cell)
    return cell["_fingerprint"](root / "src" / "fivelines")


def launched(chapter, source):
    """Return the text of the chapter's notebook as it is launched and downloaded.

    It is the record with the setup cell in front, folded in Colab and in JupyterLab.
    source: what pip installs the package from, "" where nothing is known.
    """
    notebook = load_record(chapter)
    del notebook.metadata["record"]
    code = setup_cell().replace("@SOURCE@", source)
    cell = nbformat.v4.new_code_cell(
        code.replace("@FINGERPRINT@", fingerprint(chapter.parents[1])),
        id="setup",
        metadata={"cellView": "form", "jupyter": {"source_hidden": True}},
    )
    notebook.cells.insert(0, cell)
    return nbformat.writes(notebook) + "\n"


def assemble(folder, root=ROOT):
    """Fill folder with the launch tree of the book in root; the same commit gives the same bytes.

    Raises Refused where a chapter is not as it was recorded.
    """
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("src", "binder"):
        ignore = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")
        shutil.copytree(root / name, folder / name, ignore=ignore)
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(root / name, folder / name)
    commit = address.commit(root)
    # pyproject.toml names a README, without which the tree could not be installed.
    text = README.format(commit=f" from commit {commit}" if commit else "")
    (folder / "README.md").write_text(text, "utf8")
    (folder / "notebooks").mkdir()
    for chapter in chapters(root):
        edition.check(chapter)
        text = launched(chapter, source(root))
        (folder / "notebooks" / f"{chapter.stem}.ipynb").write_text(text, "utf8")


def zipped(texts):
    """Return the bytes of a zip of {file name: text}, all in the folder five-lines."""
    return assets.zipped({f"five-lines/{name}": text for name, text in texts.items()})


def main():
    """Assemble the launch tree, and say what its setup cell installs."""
    folder = ROOT / "_build" / "launch"
    try:
        history.committed(ROOT, PARTS)
        history.pushed(ROOT)
        assemble(folder)
    except Refused as reason:
        sys.exit(f"no launch tree: {reason}")
    what = source() or "nothing, since no address of this copy is known"
    print(f"{folder.relative_to(ROOT)}: the setup cell installs {what}")


if __name__ == "__main__":
    main()
