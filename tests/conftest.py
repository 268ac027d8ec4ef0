"""Copies of the book to break, small and whole; a folder of its own, and what was printed."""

import gc
import re
import shutil
from importlib.util import find_spec

import pytest
from filelock import FileLock

from support.tree import SMALL, Tree, copy

# The fixtures of tests in a browser; test_oldest runs the package's tests where nothing else is.
PLUGINS = ["support.visit", "support.lab_page", "support.browsers", "support.reader"]
PLUGINS += ["support.live_cells", "support.gate"]
pytest_plugins = PLUGINS if find_spec("publishing") else []

# What takes seconds or minutes to make: whole books, a browser, other environments.
SLOW = {"book", "whole", "browser", "firefox", "webkit", "clean", "oldest"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    for item in items:
        if SLOW.intersection(item.fixturenames):
            item.add_marker("slow")


def pytest_collection_finish():
    # What is imported by now stays: looking for garbage in PyTorch would take half of the time.
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_address():
    """The tests give a copy of the book its address; the machine that runs them gives none.

    Nor does it give options to the pytest that a test starts.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL", "GITHUB_SHA", "PYTEST_ADDOPTS"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture(scope="session")
def once(tmp_path_factory, worker_id):
    """A function that gives the folder of a name; make(folder) fills it the first time.

    The first of pytest's workers that asks makes it for all of them.
    """
    common = tmp_path_factory.getbasetemp()
    common = common if worker_id == "master" else common.parent

    def filled(name, make):
        folder, finished = common / name, common / f"{name}-is-made"
        with FileLock(common / f"{name}.lock"):
            if not finished.exists():
                make(folder)
                finished.touch()
        return folder

    return filled


@pytest.fixture
def whole(tmp_path):
    """The whole book."""
    return copy(tmp_path / "book-copy")


@pytest.fixture
def small(tmp_path, recorded):
    """A book of one small chapter, recorded."""
    shutil.copytree(recorded, tmp_path / "book-copy")
    return Tree(tmp_path / "book-copy")


CHECKED = "(how-checked)=\n# How this book is checked\n\n```{replayed}\n```\n"


@pytest.fixture(scope="session")
def recorded(once):
    def make(folder):
        tree = copy(folder)
        for path in [*tree.root.glob("book/*.md"), *tree.root.glob("notebooks/*")]:
            path.unlink()
        (tree.root / "book" / "index.md").write_text("# A small book\n")
        (tree.root / "book" / "how-checked.md").write_text(CHECKED)
        project = tree.root / "pyproject.toml"  # without the words of this course's exercises
        project.write_text(re.sub(r"^words = .*\n", "", project.read_text(), flags=re.MULTILINE))
        (tree.root / "_toc.yml").write_text(
            "format: jb-book\nroot: index\nchapters:\n  - file: 00-small\n  - file: how-checked\n"
        )
        tree.write(SMALL)
        tree.give("00")
        done = tree.record()
        assert done.returncode == 0, done.stderr

    return once("small-book", make)


@pytest.fixture(scope="session")
def small_html(recorded, once):
    """The pages of the small book, built where no address is known."""

    def make(folder):
        shutil.copytree(recorded, folder)
        done = Tree(folder).build()
        assert done.returncode == 0, done.stdout + done.stderr

    return once("small-book-built", make) / "_build" / "html"


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
