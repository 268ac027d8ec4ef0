"""Nothing is launched that is in no commit, or in one that nobody can fetch."""

import runpy
import shutil

import pytest
from packaging.version import Version

from publishing import Refused
from publishing.launch import history, tree
from publishing.page import head
from support.repository import git, repository
from support.tree import ROOT


@pytest.fixture
def root(tmp_path):
    """A repository that was pushed, with something in each part of a launch tree."""
    for name in ("src/a.py", "notebooks/a.ipynb", "binder/a", "publishing/launch/setup_cell.py"):
        (tmp_path / "book" / name).parent.mkdir(parents=True)
        (tmp_path / "book" / name).write_text("a\n")
    for name in ("pyproject.toml", "setup.py", "LICENSE", "README.md", "_config.yml"):
        (tmp_path / "book" / name).write_text("a: 1\n")
    root = tmp_path / "book"
    git(tmp_path, "init", "--quiet", "--bare", "origin")
    repository(root, str(tmp_path / "origin"))
    commit(root)
    git(root, "push", "--quiet", "origin", "main")
    return root


def commit(root):
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "more")


def launch(root):
    history.committed(root, tree.PARTS)
    history.pushed(root, {})


def test_what_is_committed_and_pushed_is_launched(root):
    (root / "README.md").write_text("changed")  # nothing of a launch tree
    launch(root)
    git(root, "checkout", "--quiet", "--detach")
    launch(root)


@pytest.mark.parametrize(
    "file",
    ["src/a.py", "src/new.py", "notebooks/a.ipynb", "binder/a", "pyproject.toml", "setup.py",
     "LICENSE", "publishing/launch/setup_cell.py"],
)  # fmt: skip
@pytest.mark.parametrize("staged", [False, True])
def test_a_change_in_no_commit_is_refused_by_its_name(root, file, staged):
    (root / file).write_text("changed")
    if staged:
        git(root, "add", "--all")
    with pytest.raises(Refused, match=f"^{file} has changes that are in no commit, and .*commit"):
        launch(root)


def test_a_commit_that_nobody_can_fetch_is_refused(root):
    (root / "src/a.py").write_text("changed")
    commit(root)
    with pytest.raises(Refused, match=r"^commit [0-9a-f]+ is not on origin, .*: git push first"):
        launch(root)
    history.pushed(root, {"GITHUB_SHA": "a" * 40})  # Actions has its commit from there
    git(root, "push", "--quiet", "origin", "HEAD:refs/heads/other")
    launch(root)


def test_a_shallow_clone_and_a_fork_are_as_good_as_the_whole(root, tmp_path):
    git(
        tmp_path, "clone", "--quiet", "--depth=1", "--branch=main", f"file://{tmp_path}/origin", "s"
    )
    launch(tmp_path / "s")
    git(tmp_path, "init", "--quiet", "--bare", "fork")
    git(root, "remote", "rename", "origin", "upstream")
    git(root, "remote", "add", "origin", str(tmp_path / "fork"))
    with pytest.raises(Refused, match="is not on origin"):
        launch(root)  # a fork that was not brought up to date
    git(root, "push", "--quiet", "origin", "main")
    launch(root)


def test_where_git_knows_nothing_nothing_is_refused(root):
    git(root, "remote", "remove", "origin")
    launch(root)
    (root / ".git").rename(root / "no.git")
    (root / "src/a.py").write_text("changed")
    launch(root)


def test_make_launch_says_it_in_one_sentence(root, monkeypatch):
    monkeypatch.setattr(tree, "ROOT", root)
    (root / "src/a.py").write_text("changed")
    with pytest.raises(SystemExit, match=r"^no launch tree: src/a.py has changes"):
        tree.main()


def test_a_download_made_from_changes_names_no_commit(root):
    git(root, "remote", "set-url", "origin", "https://github.com/owner/name")
    commit = git(root, "rev-parse", "HEAD")
    assert tree.source(root) == f"git+https://github.com/owner/name@{commit}"
    (root / "src/a.py").write_text("changed")
    assert tree.source(root) == ""


@pytest.mark.parametrize("file", ["src/a.py", "README.md", "_config.yml"])
def test_the_foot_of_a_changed_book_says_so(root, monkeypatch, file):
    monkeypatch.setattr(head, "ROOT", root)
    monkeypatch.setattr(head, "edition", lambda root: "2.0.0")
    assert foot() == "2.0.0"
    (root / "new").touch()  # nothing that git knows: as _build, it need not be of the book
    assert foot() == "2.0.0"
    (root / file).write_text("b: 1\n")
    assert foot() == "2.0.0 with changes"


def foot():
    app = type("App", (), {})()
    head.find_address(app, type("Config", (), {})())
    return app.book_edition


# -- the version that pip sees ---------------------------------------------------------------------


def test_the_version_names_the_commit_and_its_changes(root):
    shutil.copy(ROOT / "setup.py", root)
    commit(root)
    first = git(root, "rev-parse", "HEAD")[:9]
    git(root, "tag", "v9.9.9")
    assert suffix(root) == f"+g{first}"
    (root / "src/a.py").write_text("changed")
    assert suffix(root) == f"+g{first}.changed"
    commit(root)
    assert suffix(root) == f"+g{git(root, 'rev-parse', 'HEAD')[:9]}" != f"+g{first}"
    assert Version(f"{head.edition(ROOT)}{suffix(root)}").local
    inside = root / "inside"  # somebody else's repository
    inside.mkdir()
    shutil.copy(ROOT / "setup.py", inside)
    assert suffix(inside) == ""
    (root / ".git").rename(root / "no.git")
    assert suffix(root) == ""


def suffix(root):
    """What setup.py adds to the version of the package in root."""
    with pytest.MonkeyPatch.context() as patch:
        told = {}
        patch.setattr("setuptools.setup", told.update)
        runpy.run_path(str(root / "setup.py"))
    return told["options"]["egg_info"]["tag_build"]
