"""Nothing is wrong with the scripts and styles of the pages, and the linters would tell."""

import os
import re
import shutil
from pathlib import Path

import pytest

from publishing.tools import lint
from publishing.tools.prepare import installed
from support.tree import ROOT

# A machine without Node does without; in CI nothing is left out.
needs_node = pytest.mark.skipif(
    not installed() and "CI" not in os.environ, reason="python -m publishing.tools.prepare says why"
)
FAULTS = [  # the file, what to replace, by what, what must be said of this file
    (
        "live/cells/store.js",
        "export const progress",
        "const n = 1;\nexport const progress",
        ":.*noUnusedV",
    ),
    ("live/lab/judge.js", "  let sum = 0;", "  let sum=0", " format .*"),
    ("live/lab/judge.js", "loss.toFixed(4)", "loss.toFixd(4)", r"\(10,42\): error TS2551"),
    ("live/training/run.js", "networks[settings.width]", "networks[settings.lr > 1]", ".*TS2538"),
    ("live/worker/worker.js", "pyodide.setStdout", "pyodide.setStdOut", ".* error TS2551"),
    ("live/cells/editor.js", "view.setTabFocusMode(false)", "view.setFocus(false)", ".*TS2339"),
    (
        "live/lab/lab.css",
        "border-radius: 4px;\n  grid",
        "border-raduis: 4px;\n  grid",
        ":.*noUnknownP",
    ),
    ("book/_static/text.css", "max-width: 100%", "max-width:100%", " format .*"),
    ("book/_static/site.js", "menu.open = false", "menu.opn = false", ".*'opn'"),
]


@pytest.fixture
def copy(tmp_path):
    """A copy of what is linted, with the tools themselves."""
    without = shutil.ignore_patterns("node_modules")
    shutil.copytree(ROOT / "live", tmp_path / "live", ignore=without)
    (tmp_path / "live" / "node_modules").symlink_to(ROOT / "live" / "node_modules")
    shutil.copytree(ROOT / "book" / "_static", tmp_path / "book" / "_static")
    return tmp_path


@needs_node
def test_nothing_is_wrong_and_each_planted_fault_is_found(copy):
    assert lint.complaints(copy) == ""
    for file, old, new, _ in FAULTS:
        text = (copy / file).read_text("utf8")
        assert text.count(old) == 1, (file, old)
        (copy / file).write_text(text.replace(old, new), "utf8")
    said = lint.complaints(copy)  # of all of them at once, since each call starts two programs
    faults = [f"{Path(file).name}{says}" for file, _, _, says in FAULTS]
    assert [fault for fault in faults if not re.search(fault, said)] == [], said


def test_without_the_tools_one_sentence_is_said_and_in_ci_it_fails(monkeypatch, capsys):
    monkeypatch.setattr(lint, "installed", lambda: False)
    monkeypatch.delenv("CI", raising=False)
    lint.main()
    assert capsys.readouterr().out.startswith("Scripts and styles were not linted: ")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(SystemExit, match="were not linted"):
        lint.main()
