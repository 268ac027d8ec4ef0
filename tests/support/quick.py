"""Runs the tests of what changed, without the slow ones: python -m tests.support.quick.

Changed is what differs from the commit at which this branch left the default one, committed or not;
on the default branch, from the last commit that is on a remote, or else from the one before.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# Not all of tests/record, most of which is about the recorder.
CHAPTERS = (
    "record/test_chapters.py record/test_prose.py exercises/test_exercises_in_chapters.py "
    "live/test_cells_without_a_browser.py"
)
ELSE = {  # the tests of a file in no room that the tests have too, by how its name begins
    "src/fivelines/check.py": "exercises",
    "src/": "package tracing",
    "publishing/": "record page",
    "book/_": "site",
    "book/": CHAPTERS,
    "notebooks/": CHAPTERS,
    "_toc.yml": CHAPTERS,
    "binder/": "launch",
    "audit/": "tools",
    "tests/conftest.py": "page",
    "": "project",
}


def git(root, *command):
    done = subprocess.run(["git", "-C", root, *command], capture_output=True, text=True)
    return done.stdout.strip()


def base(root):
    """Return the commit that the files are compared with."""
    local = "HEAD~1" if git(root, "branch", "--show-current") == "main" else "main"
    met = (git(root, "merge-base", "HEAD", name) for name in ("origin/HEAD", "origin/main", local))
    return next(filter(None, met), "HEAD")


def changed(root):
    """Return the names of all files that were changed, removed or are new."""
    differ = git(root, "diff", "--name-only", "--no-renames", "-z", base(root))
    new = git(root, "ls-files", "--others", "--exclude-standard", "-z")
    return {name for name in f"{differ}\0{new}".split("\0") if name}


def concerned(root, name):
    """Return the tests of a file: itself, those that use it, or those of its rooms."""
    tests, path = root / "tests", Path(name)
    if path.match("tests/support/*"):
        return [test for test in tests.glob("*/test_*.py") if f".{path.stem} " in test.read_text()]
    if path.match("tests/*/test_*.py"):
        return [root / path] if (root / path).exists() else []
    rooms = [part for part in path.parts[:-1] if part != "tests" and (tests / part).is_dir()]
    other = next(rooms for beginning, rooms in ELSE.items() if name.startswith(beginning))
    return [tests / room for room in rooms or other.split()]


def main():
    """Run the tests, and say how many there were."""
    found = {test for name in changed(ROOT) for test in concerned(ROOT, name)}
    if not found:
        print("quick: git tells of no change that has tests")
        return 0
    options = "-q", "-n", "2", "--dist", "loadgroup", "-m", "not slow"
    plugins = "-p", "tests.support.quick", "-p", "no:nbval"  # which takes seconds to load
    status = pytest.main([*options, *plugins, *map(str, sorted(found))])
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else status


# As a plugin. Each worker of pytest-xdist leaves out the same tests, and the last one tells.


def pytest_deselected(items):
    items[0].config.workeroutput["left"] = len(items)


def pytest_testnodedown(node):
    node.config.left = getattr(node, "workeroutput", {}).get("left", 0)


def pytest_unconfigure(config):
    if reporter := config.pluginmanager.get_plugin("terminalreporter"):
        ran = sum(len(reporter.getreports(how)) for how in ("passed", "failed", "skipped", "error"))
        rooms = ", ".join(sorted({Path(test).relative_to(ROOT).parts[1] for test in config.args}))
        left = f"left to make test: {config.left} slow ones of these, and the other rooms"
        print(f"quick, since {base(ROOT)[:7]}: {ran} tests of {rooms}; {left}")


if __name__ == "__main__":
    sys.exit(main())
