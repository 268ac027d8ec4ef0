"""The arrows between the rooms: an import against one of them goes red."""

import os
import shutil
import subprocess

import pytest

from support.tree import BIN, ROOT


@pytest.fixture(scope="module")
def rooms(tmp_path_factory):
    """A copy of the two packages, and the contracts."""
    folder = tmp_path_factory.mktemp("rooms")
    for name in ("src", "publishing"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def broken(rooms):
    """Return what the linter says, or "" where it finds nothing."""
    done = subprocess.run(
        [BIN / "lint-imports", "--no-logo", "--no-cache"],
        cwd=rooms, env={**os.environ, "PYTHONPATH": str(rooms / "src")},
        capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("publishing/course.py", "import fivelines", "never import each other"),
        ("src/fivelines/plots.py", "import publishing.site", "never import each other"),
        ("src/fivelines/value.py", "from . import mlp", "Layers of the package"),
        ("src/fivelines/tracing/lines.py", "from ..exercises import ids", "Layers of the package"),
        ("src/fivelines/new.py", "", "Layers of the package"),
        ("src/fivelines/exercises/session.py", "from .terminal import work", "of the exercises"),
        ("src/fivelines/exercises/judge/words.py", "from ..progress import FILE", "exercises"),
        ("publishing/record/chapter.py", "import publishing.page", "Layers of publishing"),
        ("publishing/site/assets.py", "import publishing.launch.tree", "Layers of publishing"),
        ("src/fivelines/mlp.py", "def f():\n    import numpy", "Python's own library"),
        ("src/fivelines/trainer.py", "from . import plots", "Python's own library"),
        ("src/fivelines/plots.py", "import torch", "PyTorch and JAX are referees"),
    ],
)
def test_an_import_against_an_arrow_is_found(rooms, file, line, contract):
    path = rooms / file
    before = path.read_text() if path.exists() else None
    path.write_text(f"{before or ''}\n{line}\n")
    try:
        said = broken(rooms)
        assert "BROKEN" in said
        assert contract in said
    finally:
        path.unlink() if before is None else path.write_text(before)


def test_no_import_goes_against_an_arrow(rooms):
    assert broken(rooms) == ""
