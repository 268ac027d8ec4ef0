"""Which `fivelines` the setup cell takes, mentions, replaces and refuses, wherever a reader is."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from publishing.launch import tree
from support.repository import git, repository

SOURCE = "git+https://github.com/owner/name@"
OTHERS = "but older, newer, changed or somebody else's"
RESTART = "restart the kernel, and run this cell again."


@pytest.fixture
def reader(tmp_path, monkeypatch):
    """A folder in which a reader runs the setup cell, a checkout, and a folder that pip fills."""
    checkout, desk, site = (tmp_path / name for name in ("checkout", "desk", "site"))
    for folder in (desk, site):
        folder.mkdir()
    package(checkout / "src")
    (checkout / "pyproject.toml").write_text('[project]\nname = "fivelines"\nversion = "2.0"\n')
    paths = [path for path in sys.path if not (Path(path or ".") / "fivelines").is_dir()]
    monkeypatch.setattr(sys, "path", [str(site), *paths])
    monkeypatch.setattr(sys, "meta_path", [f for f in sys.meta_path if "editable" not in repr(f)])
    monkeypatch.delitem(sys.modules, "fivelines", raising=False)
    monkeypatch.chdir(desk)
    return SimpleNamespace(checkout=checkout, desk=desk, site=site, source=f"{SOURCE}{'a' * 40}")


def package(folder, text="x = 1\n"):
    (folder / "fivelines" / "data").mkdir(parents=True)
    (folder / "fivelines" / "__init__.py").write_text(text)
    (folder / "fivelines" / "data" / "ladder.json").write_text("{\n}\n")
    return folder / "fivelines"


def installed(reader, text="x = 1\n", version="2.0+gabc"):
    """What pip leaves behind."""
    info = reader.site / f"fivelines-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: fivelines\nVersion: {version}\n")
    return package(reader.site, text)


def run(reader, capsys, source=None):
    """What the cell says: what it prints, or the sentence at which it stops."""
    code = tree.setup_cell().replace("@SOURCE@", reader.source if source is None else source)
    try:
        exec(code.replace("@FINGERPRINT@", tree.fingerprint(reader.checkout)), {})
    except Exception as stop:
        assert "_render_traceback_" in dir(stop), stop
        return str(stop)
    return capsys.readouterr().out


def refused(place, what):
    return f"{place} is not the fivelines that this notebook was made with, {OTHERS}: {what}, "


def update(reader):
    return f'run `%pip install --force-reinstall --no-deps "fivelines @ {reader.source}"`'


def test_the_same_package_is_taken(reader, capsys):
    installed(reader)
    assert run(reader, capsys).startswith("fivelines 2.0+gabc, Python 3.")


def test_other_line_ends_and_what_python_and_jupyter_leave_are_no_difference(reader, capsys):
    place = installed(reader)
    (place / "__init__.py").write_bytes(b"x = 1\r\n")
    for name in ("__pycache__/x.pyc", ".ipynb_checkpoints/x.py"):
        (place / name).parent.mkdir()
        (place / name).write_text("left")
    assert run(reader, capsys).startswith("fivelines 2.0+gabc, ")


@pytest.mark.parametrize(
    ("text", "version"),
    [("y = 0\n", "0.0.1"), ("x = 0\n", "1.0"), ("x = 2\n", "3.0"), ("x = 1 # edited\n", "2.0")],
    ids=["somebody else's", "older", "newer", "edited"],
)
def test_another_package_is_refused_with_what_to_type(reader, capsys, text, version):
    place = installed(reader, text, version)
    assert run(reader, capsys) == refused(place, update(reader)) + RESTART
    what = "open this notebook in the folder of the copy of the course that it is from"
    assert run(reader, capsys, source="") == refused(place, what) + RESTART


@pytest.mark.parametrize("change", ["a data file", "a new file", "a file less", "a name"])
def test_a_difference_of_any_kind_is_seen(reader, capsys, change):
    place = installed(reader)
    data = place / "data" / "ladder.json"
    if change == "a data file":
        data.write_text("[]")
    elif change == "a new file":
        (place / "more.py").touch()
    elif change == "a file less":
        data.unlink()
    else:
        data.rename(place / "ladder.json")
    assert run(reader, capsys) == refused(place, update(reader)) + RESTART


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_package_that_pip_does_not_know_is_to_be_moved_away(reader, capsys, kind, monkeypatch):
    monkeypatch.syspath_prepend(reader.desk)
    place = reader.desk / "fivelines.py"
    if kind == "folder":
        place = package(reader.desk, "y = 0\n")
    else:
        place.write_text("y = 0\n")
    assert run(reader, capsys) == refused(place, "move it away") + RESTART


def pip(monkeypatch, effect):
    """Let the cell's pip do something else, and return what it was asked for."""
    asked, real = [], subprocess.run

    def fake(command, **options):
        if "pip" not in command:
            return real(command, **options)
        asked.append(command[4:])
        effect()
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", fake)
    return asked


def test_a_folder_of_that_name_is_no_package(reader, capsys, monkeypatch):
    (reader.site / "fivelines").mkdir()

    def fill():
        (reader.site / "fivelines").rmdir()
        installed(reader)

    asked = pip(monkeypatch, fill)
    assert run(reader, capsys).startswith("fivelines 2.0+gabc, ")
    assert asked == [["--quiet", "--no-compile", f"fivelines @ {reader.source}"]]


@pytest.mark.parametrize("imported", [False, True])
def test_colab_updates_the_package_itself(reader, capsys, monkeypatch, imported):
    place = installed(reader, "x = 0\n", "1.0")
    monkeypatch.setitem(sys.modules, "google.colab", ModuleType("colab"))
    if imported:
        load(monkeypatch, place)
    asked = pip(monkeypatch, lambda: (place / "__init__.py").write_text("x = 1\n"))
    said = run(reader, capsys)
    assert asked[0][1:3] == ["--force-reinstall", "--no-deps"]
    if imported:
        assert said == f"fivelines is updated now, {RESTART}"
        said = run(reader, capsys)  # what was imported is still the old one
        assert said == f"Another fivelines was imported before this cell, {RESTART}"
    else:
        assert said.startswith("fivelines 1.0, ")
    assert len(asked) == 1


def test_what_pip_installed_is_looked_at_too(reader, capsys, monkeypatch):
    pip(monkeypatch, lambda: installed(reader, "y = 0\n"))
    assert run(reader, capsys).startswith(refused(reader.site / "fivelines", update(reader)))
    shutil.rmtree(reader.site)
    pip(monkeypatch, lambda: None)
    assert (
        run(reader, capsys) == f"pip put fivelines where this kernel does not look yet, {RESTART}"
    )


def load(monkeypatch, place):
    module = ModuleType("fivelines")
    module.__file__ = str(place / "__init__.py")
    monkeypatch.setitem(sys.modules, "fivelines", module)


def test_a_package_imported_before_from_elsewhere_is_refused(reader, capsys, monkeypatch):
    place = installed(reader)
    load(monkeypatch, place)
    assert run(reader, capsys).startswith("fivelines 2.0+gabc, ")
    load(monkeypatch, reader.desk / "fivelines")
    assert run(reader, capsys) == f"Another fivelines was imported before this cell, {RESTART}"


# -- a checkout: on Binder, of a reader who changes the package, of one who has not pulled --------


@pytest.fixture
def history(reader, monkeypatch):
    """The checkout is a repository at the commit of the notebook; the reader is inside it."""
    repository(reader.checkout)
    commit(reader)
    reader.source = SOURCE + git(reader.checkout, "rev-parse", "HEAD")
    monkeypatch.chdir(reader.checkout)
    return reader


def commit(reader):
    git(reader.checkout, "add", "--all")
    git(reader.checkout, "commit", "--quiet", "--message", "more")


def change(reader):
    """Change the package; return the note that tells of it."""
    place = reader.checkout / "src" / "fivelines"
    before = tree.fingerprint(reader.checkout)
    (place / "__init__.py").write_text("x = 0\n")
    return before, f"Note: {place} differs from the package that this notebook was made with.\n"


def run_as(before, reader, capsys, monkeypatch):
    monkeypatch.setattr(tree, "fingerprint", lambda root: before)
    return run(reader, capsys)


def test_a_checkout_is_taken_before_what_is_installed(history, capsys):
    installed(history, "y = 0\n")
    assert run(history, capsys).startswith("fivelines 2.0, Python 3.")


@pytest.mark.parametrize("committed", [False, True])
def test_a_reader_who_changes_the_package_is_told_and_not_stopped(
    history, capsys, monkeypatch, committed
):
    before, note = change(history)
    if committed:
        commit(history)
    said = run_as(before, history, capsys, monkeypatch)
    assert said.startswith("fivelines 2.0, ")
    assert said.endswith(note)


def test_a_checkout_without_the_commit_of_the_notebook_is_refused(history, capsys, monkeypatch):
    history.source = f"{SOURCE}{'a' * 40}"
    before, note = change(history)
    assert run_as(before, history, capsys, monkeypatch).endswith(note)  # changed on purpose
    commit(history)
    assert run_as(before, history, capsys, monkeypatch) == (
        f"{history.checkout} has not the commit of this notebook: `git pull` there, {RESTART}"
    )


def test_where_git_cannot_tell_a_checkout_is_not_refused(reader, capsys, monkeypatch):
    before, note = change(reader)
    monkeypatch.chdir(reader.checkout)
    assert run_as(before, reader, capsys, monkeypatch).endswith(note)
    repository(reader.checkout)
    commit(reader)
    head = git(reader.checkout, "rev-parse", "HEAD")
    (reader.checkout / ".git" / "shallow").write_text(f"{head}\n")
    assert run_as(before, reader, capsys, monkeypatch).endswith(note)


def test_a_checkout_of_something_else_is_none(reader, capsys, monkeypatch):
    installed(reader)
    monkeypatch.chdir(reader.checkout)
    for text in ('[project]\nname = "other"\n', "[tool.x]\n", "not toml"):
        (reader.checkout / "pyproject.toml").write_text(text)
        assert run(reader, capsys).startswith("fivelines 2.0+gabc, ")


def test_an_editable_checkout_elsewhere_is_a_checkout_too(reader, capsys, monkeypatch):
    monkeypatch.syspath_prepend(reader.checkout / "src")
    before, note = change(reader)
    assert run_as(before, reader, capsys, monkeypatch).endswith(note)
