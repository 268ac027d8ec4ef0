"""Copies of the book to break, small and whole; a folder of its own, and what was printed."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# The fixtures of tests in a browser; test_oldest runs the package's tests where nothing else is.
pytest_plugins = ["visit", "lab_page"] if find_spec("publishing") else []
BIN = Path(sys.executable).parent
FRONT = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

"""
SMALL = """(small)=
# 00 A small chapter

The sum is {glue:text}`sum`, see {ref}`small`.

```{code-cell} ipython3
from fivelines import Value, glue
x = Value(0.5)
(x * x + x).backward()
glue("sum", f"{x.data + 1:.3f}")
print("gradient", x.grad)
```

```{code-cell} ipython3
import matplotlib.pyplot as plt
from fivelines import plots
plots.use_style()
plt.plot([1, 2, 3], [x.grad, 1, 2])
plt.show()
```
"""


class Tree:
    """A copy of the repository, its commands, and what they said."""

    def __init__(self, root):
        self.root = root
        self.chapter = root / "book" / "00-small.md"
        self.notebook = root / "notebooks" / "00-small.ipynb"

    def run(self, *command):
        environment = {**os.environ, "PYTHONPATH": f"{self.root}/src"}
        return subprocess.run(
            [BIN / command[0], *command[1:]],
            cwd=self.root, env=environment, capture_output=True, text=True,
        )  # fmt: skip

    def write(self, text):
        self.chapter.write_text(FRONT + text)

    def edit(self, old, new):
        text = self.chapter.read_text()
        assert text.count(old) == 1
        self.chapter.write_text(text.replace(old, new))

    def record(self, *arguments):
        return self.run("python", "-m", "publishing.record.run", *arguments)

    def replay(self, notebook="notebooks"):
        return self.run(
            *("python", "-m", "pytest", "-p", "publishing.record.replay", "--nbval", "--color=no"),
            *("--nbval-sanitize-with", "publishing/record/masks.cfg", str(notebook)),
        )

    def build(self):
        shutil.rmtree(self.root / "_build" / "html", ignore_errors=True)
        return self.run(
            *("jupyter-book", "build", "book", "--config", "_config.yml"),
            *("--toc", f"{self.root}/_toc.yml", "--path-output", ".", "-W", "-n", "--keep-going"),
        )


def copy(root):
    for name in ("binder", "book", "live", "notebooks", "publishing", "src"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "_config.yml", "_toc.yml", "pyproject.toml"):
        shutil.copy(ROOT / name, root / name)
    return Tree(root)


@pytest.fixture(scope="session", autouse=True)
def no_address():
    """The tests give a copy of the book its address; the machine that runs them gives none.

    Nor does it give options to the pytest that a test starts.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_SHA", "PYTEST_ADDOPTS"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def whole(tmp_path):
    """The whole book."""
    return copy(tmp_path / "book-copy")


@pytest.fixture
def small(tmp_path, recorded):
    """A book of one small chapter, recorded."""
    shutil.copytree(recorded, tmp_path / "book-copy")
    return Tree(tmp_path / "book-copy")


@pytest.fixture(scope="session")
def recorded(tmp_path_factory):
    tree = copy(tmp_path_factory.mktemp("small") / "book-copy")
    for path in [*tree.root.glob("book/*.md"), *tree.root.glob("notebooks/*")]:
        if path.name != "how-checked.md":
            path.unlink()
    (tree.root / "book" / "index.md").write_text("# A small book\n")
    (tree.root / "_toc.yml").write_text(
        "format: jb-book\nroot: index\nchapters:\n  - file: 00-small\n  - file: how-checked\n"
    )
    tree.write(SMALL)
    done = tree.record()
    assert done.returncode == 0, done.stderr
    return tree.root


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to work in, where the learner's progress is kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def said(capsys):
    """Call something, and return what it printed."""

    def call(function, *arguments, **options):
        assert function(*arguments, **options) is None
        return capsys.readouterr().out

    return call
