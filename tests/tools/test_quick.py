"""What make quick chooses, in a repository made for the purpose, and what it says."""

import os
import shutil
import subprocess
import sys

import pytest

from support.quick import CHAPTERS, changed, concerned
from support.repository import git, repository
from support.tree import ROOT

FILES = ("a.txt", "book/00-small.md", "src/fivelines/value.py")


@pytest.fixture
def root(tmp_path):
    """A repository on its branch main, with two commits and no remote."""
    repository(tmp_path)
    for name in FILES:
        write(tmp_path, name, "old\n")
    commit(tmp_path, "second")
    return tmp_path


def write(root, name, text="changed\n"):
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)


def commit(root, message):
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)


def test_on_main_without_a_remote_the_last_commit_counts(root):
    assert changed(root) == set(FILES)


def test_on_a_branch_all_that_it_changed_counts_committed_or_not(root):
    git(root, "switch", "--quiet", "--create", "branch")
    assert changed(root) == set()
    write(root, "a.txt")
    commit(root, "third")
    write(root, "src/fivelines/value.py")
    git(root, "add", "--all")
    (root / "book" / "00-small.md").rename(root / "book" / "01-a name.md")
    assert changed(root) == {*FILES, "book/01-a name.md"}


def test_main_that_went_on_does_not_count(root):
    git(root, "switch", "--quiet", "--create", "branch")
    git(root, "switch", "--quiet", "main")
    write(root, "a.txt")
    commit(root, "third")
    git(root, "switch", "--quiet", "branch")
    assert changed(root) == set()


@pytest.mark.parametrize("head", [True, False], ids=["origin/HEAD", "origin/main"])
def test_on_main_with_a_remote_what_was_not_pushed_counts(root, head, tmp_path_factory):
    remote = tmp_path_factory.mktemp("remote")
    git(remote, "init", "--quiet", "--bare")
    git(root, "remote", "add", "origin", str(remote))
    git(root, "push", "--quiet", "origin", "main")
    if head:
        git(root, "remote", "set-head", "origin", "main")
    assert changed(root) == set()
    for name in FILES[:2]:
        write(root, name)
        commit(root, name)
    assert changed(root) == set(FILES[:2])


def test_the_first_commit_has_none_before_it(tmp_path):
    repository(tmp_path)
    write(tmp_path, "new.txt")
    assert changed(tmp_path) == {"new.txt"}


def test_what_git_ignores_does_not_count(root):
    git(root, "switch", "--quiet", "--create", "branch")
    write(root, ".gitignore", "_build/\n")
    write(root, "_build/html/index.html")
    assert changed(root) == {".gitignore"}


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("src/fivelines/value.py", ["package", "tracing"]),
        ("src/fivelines/tracing/rules.py", ["tracing"]),
        ("src/fivelines/exercises/tasks/ex_01_4.py", ["exercises"]),
        ("src/fivelines/check.py", ["exercises"]),
        ("publishing/record/run.py", ["record"]),
        ("publishing/course.py", ["record", "page"]),
        ("live/lab/lab.css", ["live"]),
        ("book/01-gradients.md", CHAPTERS.split()),
        ("_toc.yml", CHAPTERS.split()),
        ("book/_static/text.css", ["site"]),
        (".github/workflows/publish.yml", ["project"]),
        ("tests/package/test_mlp.py", ["package/test_mlp.py"]),
        ("tests/package/test_gone.py", []),
        ("tests/support/javascript.py", ["tracing/test_javascript.py"]),
    ],
)
def test_a_file_is_mapped_to_its_tests(name, tests):
    found = concerned(ROOT, name)
    assert {ROOT / "tests" / test for test in tests} <= set(found)
    assert len(found) == len(tests) or "support" in name


def test_every_room_of_the_tests_belongs_to_something(root):
    names = git(ROOT, "ls-files").splitlines()
    rooms = {
        path.relative_to(ROOT / "tests").parts[0] for n in names for path in concerned(ROOT, n)
    }
    assert {path.parent.name for path in ROOT.glob("tests/*/test_*.py")} <= rooms


PYPROJECT = "[tool.pytest.ini_options]\nmarkers = ['slow: slow']\n"
SLOW = "import pytest\n@pytest.mark.slow\ndef test_slow(): pass\n"


def quick(root):
    """Run what make quick runs, with the plugin that it needs; return its end and its last line."""
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.quick"],
        cwd=root, env=os.environ | alone | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True,
    )  # fmt: skip
    return done.returncode, done.stdout.splitlines()[-1]


@pytest.mark.slow  # since it starts pytest three times
def test_it_runs_what_is_not_slow_says_what_is_left_and_fails_if_a_test_does(root):
    write(root, "tests/support/quick.py")
    shutil.copy(ROOT / "tests" / "support" / "quick.py", root / "tests" / "support")
    write(root, "pyproject.toml", PYPROJECT)
    write(root, ".gitignore", ".*_cache/\n")
    for name in ("package/test_a.py", "record/test_b.py"):
        write(root, f"tests/{name}", SLOW)
    commit(root, "third")
    git(root, "switch", "--quiet", "--create", "branch")
    assert quick(root) == (0, "quick: git tells of no change that has tests")
    head = f"quick, since {git(root, 'rev-parse', '--short=7', 'HEAD')}: "
    tail = " slow ones of these, and the other rooms"
    write(root, "tests/record/test_b.py", SLOW + "# changed\n")
    assert quick(root) == (0, f"{head}0 tests of record; left to make test: 1{tail}")
    two = f"{head}1 tests of package, record; left to make test: 2{tail}"
    write(root, "tests/package/test_a.py", SLOW + "def test_quick(): pass\n")
    assert quick(root) == (0, two)
    write(root, "tests/package/test_a.py", SLOW + "def test_quick(): assert 1 == 2\n")
    assert quick(root) == (1, two)
