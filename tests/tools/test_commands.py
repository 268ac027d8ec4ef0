"""What the commands say on a machine that is not as they need it."""

import os
import shutil
import subprocess
import sys

import pytest

from support.browsers import open_firefox, open_webkit
from support.chromium import chromium
from support.tree import ROOT


def make(folder, *arguments):
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "requirements.txt"):
        (folder / name).touch()
    return subprocess.run(
        ["make", "setup", *arguments],
        cwd=folder, capture_output=True, text=True, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip


def test_an_old_python_gets_one_sentence(tmp_path):
    old = tmp_path / "python3.8"
    old.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "import sys; sys.version_info = (3, 8, 0); '
        'sys.version = \'3.8.0 (old)\'; exec(sys.argv[1])" "$2"\n'
    )
    old.chmod(0o755)
    done = make(tmp_path, f"PYTHON={old}")
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if not line.startswith("make:")]
    sentence = f"Five Lines needs Python 3.11 or newer, and {old} is 3.8.0"
    assert said == [f"{sentence}: make PYTHON=/path/to/python3.12"]
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_gets_one_sentence(tmp_path):
    done = make(tmp_path, "PYTHON=")
    assert done.returncode != 0
    assert "Five Lines needs Python 3.11 or newer; install it, or name it" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_no_browser_skips_a_test_and_fails_it_in_continuous_integration(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr("publishing.tools.browser.shutil.which", lambda name: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="there is no Chromium here: install it"):
        chromium()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="there is no Chromium here: install it"):
        chromium()


@pytest.mark.parametrize(
    ("open_browser", "says"),
    [(open_firefox, "there is no Firefox here"), (open_webkit, "there is no WebKitGTK")],
)
def test_nor_does_the_lack_of_another_pass_there(monkeypatch, tmp_path, open_browser, says):
    monkeypatch.setattr("support.browsers.shutil.which", lambda name: None)
    monkeypatch.setattr("support.browsers.sys.platform", "linux")
    arguments = [tmp_path] if open_browser == open_firefox else []
    for ci, outcome in (("", pytest.skip.Exception), ("true", pytest.fail.Exception)):
        monkeypatch.setenv("CI", ci)
        with pytest.raises(outcome, match=says), open_browser(*arguments):
            pass


def test_no_command_waits_for_grammars_that_it_never_reads():
    code = "import publishing, nbformat, sys\n"
    code += "print(*(name in sys.modules for name in ('jsonschema', 'lark')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout == "True False\n", done.stderr


@pytest.mark.xdist_group("together")
def test_groups_of_tests_are_kept_together(request, worker_id):
    # Some tests need those before them, or a fixture that takes a minute.
    assert worker_id == "master" or request.node.nodeid.endswith("@together")
