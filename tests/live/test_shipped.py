"""What ships to a page is what its list names, and a page can import all of it."""

import ast
import json
import subprocess
import sys
from importlib.util import resolve_name

import pytest

from publishing import Refused
from publishing.tools.prepare import shipped
from support.live_cells import ship
from support.tree import ROOT

LIST = "live/worker/ships.txt"
# Imports each module, then whatever the package gives by name; prints what went wrong with any.
IMPORT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from importlib import import_module
import fivelines

wrong = {}
def attempt(act, name):
    try:
        act(name)
    except Exception as error:
        wrong[name] = str(error)

for name in json.load(sys.stdin):
    attempt(import_module, name)
for name in [*fivelines.__all__, "check"]:
    attempt(lambda name: getattr(fivelines, name), name)
print(json.dumps(wrong))
"""


def module(path):
    """Return the name under which a shipped file is imported."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def cannot_be_imported(folder):
    """Return {module: reason} of what ships, where only the standard library is."""
    files = ship(ROOT, folder)
    names = [module(path) for path in files if path.endswith(".py")]
    done = subprocess.run(
        [sys.executable, "-IS", "-c", IMPORT, folder],
        input=json.dumps(names), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def asked_for(files):
    """Return the modules of the package that files import anywhere, inside functions too."""
    names = set()
    for path, data in files.items():
        package = module(path) if path.endswith("/__init__.py") else module(path).rpartition(".")[0]
        for node in ast.walk(ast.parse(data)):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                whole = resolve_name("." * node.level + (node.module or ""), package)
                names |= {whole, *(f"{whole}.{alias.name}" for alias in node.names)}
    return names & {
        module(path.relative_to(ROOT / "src").as_posix())
        for path in (ROOT / "src" / "fivelines").rglob("*.py")
    }


def test_all_of_it_is_imported_with_the_standard_library_alone(tmp_path):
    assert cannot_be_imported(tmp_path) == {}


def test_nothing_that_it_imports_is_missing():
    files = {path: data for path, data in shipped(ROOT).items() if path.endswith(".py")}
    there = set(map(module, files))
    assert asked_for(files) <= there
    assert "fivelines.exercises.judge.judging" in asked_for(files)


def test_an_import_that_a_page_cannot_do_is_found(tmp_path, monkeypatch):
    def planted(root):
        files = shipped(root)
        name = "fivelines/exercises/session.py"
        return files | {name: b"import numpy\n" + files[name]}

    monkeypatch.setattr("support.live_cells.shipped", planted)
    wrong = cannot_be_imported(tmp_path)
    assert wrong["fivelines.exercises.session"] == "No module named 'numpy'"


def test_a_new_room_does_not_ship_before_the_list_names_it(whole):
    room = whole.root / "src" / "fivelines" / "room"
    room.mkdir()
    (room / "new.py").write_text("")
    before = shipped(whole.root)
    assert before == shipped(ROOT)
    (whole.root / LIST).write_text((whole.root / LIST).read_text() + "room/*.py  # new\n")
    assert shipped(whole.root).keys() - before.keys() == {"fivelines/room/new.py"}


def test_a_pattern_that_matches_nothing_is_refused(whole):
    (whole.root / LIST).write_text("# a comment\n\nvalue.py\nold/*.py\n")
    with pytest.raises(Refused, match=r"^live/worker/ships.txt: old/\*.py matches no file in src"):
        shipped(whole.root)
