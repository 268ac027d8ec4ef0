"""The command `fivelines`: files that are never overwritten, checks, hints, all consoles."""

import os
import subprocess
import sys
import threading
import tomllib

import pytest
from click.testing import CliRunner

from fivelines import exercises
from fivelines.exercises import progress
from fivelines.exercises.judge import limits
from fivelines.exercises.terminal import commands as terminal
from support.tree import ROOT

RUN = "from fivelines.exercises.terminal.commands import main; main(prog_name='fivelines')"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder in which `fivelines start` was typed, as the current one."""
    monkeypatch.chdir(tmp_path)
    assert "Next:  cd work" in fivelines("start", "work")
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


def fivelines(*arguments, code=0):
    done = CliRunner().invoke(terminal.main, arguments, prog_name="fivelines")
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.output


def command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        capture_output=True,
    )


def solve(folder, id):
    exercise = exercises.find(id)
    path = folder / f"ex_{id.replace('.', '_')}.py"
    path.write_text(exercise.solution_text)
    return path


def test_the_help_fits_a_screen():
    lines = fivelines("--help").splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    for name in terminal.main.commands:
        assert len(fivelines(name, "--help").splitlines()) <= 24


def test_the_readme_names_every_command_that_it_should():
    named = {line.split()[1] for line in terminal.README.splitlines() if line[:9] == "fivelines"}
    assert named == {"watch", "check", "hint", "solution", "reset", "progress"}
    assert named < set(terminal.main.commands)


def test_start_writes_a_file_for_each_exercise_and_touches_none_that_exists(folder, monkeypatch):
    for id in exercises.ids():
        path = folder / f"ex_{id.replace('.', '_')}.py"
        assert path.read_text() == exercises.find(id).file_text
    (folder / "ex_01_4.py").write_text("mine")
    (folder / "ex_02_2.py").unlink()
    monkeypatch.chdir(folder.parent)
    there = len(exercises.ids())  # and the README, less the one that is gone
    assert f"1 files written to work, {there} were there" in fivelines("start", "work")
    assert (folder / "ex_01_4.py").read_text() == "mine"
    assert (folder / "ex_02_2.py").exists()


def test_every_untouched_file_is_not_attempted(folder):
    text = fivelines("check", code=1)
    assert text.count("not attempted yet.\n") == len(exercises.ids())
    assert not (folder / progress.FILE).exists()


def test_every_solution_is_right_and_the_progress_says_so(folder):
    for id in exercises.ids():
        solve(folder, id)
    text = fivelines("check", "--seed", "5")
    assert text.count(": right, on ") == len(exercises.ids())
    n = sum(id.startswith("00") for id in exercises.ids())
    assert f"{n} of {n}" in fivelines("progress")


def test_wrong_says_what_why_and_what_next(folder):
    (folder / "ex_00_1.py").write_text("def neuron(w, x, b):\n    return w[0] * x[0] + b\n")
    assert fivelines("check", "00.1", "--seed", "3", code=1) == (
        "00.1 One neuron: not right yet (seed 3).\n"
        "  input     w = [-0.5], x = [0.7], b = -1.0\n"
        "  expected  -0.874053   (by the formula tanh(w.x + b))\n"
        "  got       -1.35\n"
        "  A hint: fivelines hint 00.1\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def neuron(w, x, b):\n    return w.y\n", "no attribute 'y'\n  in line 2: return w.y"),
        ("x = 1\ndef neuron(w:\n", "ex_00_1.py raised SyntaxError: "),
        ("x = 1\ndef neuron(w:\n", "  in line 2: def neuron(w:\n"),
        ("import nosuch\n", "No module named 'nosuch'\n  in line 1: import nosuch\n"),
        ("raise SystemExit\n", "ex_00_1.py raised SystemExit\n  in line 1: raise SystemExit"),
        ("def nuron(w, x, b):\n    return 0\n", "has no function neuron. Did its name change?"),
        ("while True:\n    pass\n", "ex_00_1.py was stopped after 0.2 seconds: is there a loop"),
        ("def neuron(w, x, b):\n    while True: pass\n", "was stopped after 0.2 seconds: is there"),
        ("neuron = 3\n", "not a number."),
        ("\x00", "ex_00_1.py raised "),
    ],
)  # fmt: skip
def test_a_file_that_breaks_gets_a_sentence_and_the_line(folder, text, said, monkeypatch):
    monkeypatch.setattr(limits, "SECONDS", 0.2)
    (folder / "ex_00_1.py").write_text(text)
    assert said in fivelines("check", "00.1", code=1)


def test_an_edited_file_shows_its_new_line(folder):
    for line in ("w.first", "w.second"):
        (folder / "ex_00_1.py").write_text(f"def neuron(w, x, b):\n    return {line}\n")
        assert f"in line 2: return {line}\n" in fivelines("check", "00.1", code=1)


def test_a_missing_file_and_an_unknown_exercise(folder):
    (folder / "ex_00_1.py").unlink()
    assert "There is no ex_00_1.py here. Type `fivelines start`" in fivelines(
        "check", "00.1", code=1
    )
    for name in ("check", "hint", "solution", "reset"):
        assert "Error: There is no exercise '7'; there are 00.1," in fivelines(name, "7", code=1)


def test_hints_and_the_solution(folder):
    assert fivelines("hint", "01.1").startswith("Hint 1 of 3 for 01.1: ")
    assert fivelines("hint", "01.1").startswith("Hint 2 of 3 for 01.1: ")
    assert "The solution: fivelines solution 01.1" in fivelines("hint", "01.1")
    assert "return (f(x + h) - f(x - h)) / (2 * h)" in fivelines("solution", "01.1")
    assert "(solution shown: 01.1)" in fivelines("progress")


def test_reset_keeps_the_learners_version(folder):
    for n in (1, 2):
        (folder / "ex_01_1.py").write_text(f"# my try {n}")
        assert f"Your version is now ex_01_1.mine-{n}.py." in fivelines("reset", "01.1")
        assert (folder / f"ex_01_1.mine-{n}.py").read_text() == f"# my try {n}"
    assert (folder / "ex_01_1.py").read_text() == exercises.find("01.1").file_text


def test_progress_goes_from_the_terminal_to_another_place(folder, tmp_path, monkeypatch):
    solve(folder, "00.1")
    fivelines("check", "00.1")
    code = fivelines("progress").split()[-1]
    monkeypatch.chdir(tmp_path)
    n = sum(id.startswith("00") for id in exercises.ids())
    assert f"1 of {n}" in fivelines("progress", code)
    assert "Error: 'nonsense' is not a progress code" in fivelines("progress", "nonsense", code=1)


def test_a_damaged_progress_file_is_set_aside(folder):
    (folder / progress.FILE).write_text("{")
    assert "was damaged. It is now fivelines-progress-damaged-1.json" in fivelines("progress")


def test_watch_checks_what_was_saved_and_moves_on(folder, monkeypatch):
    def saves(where, **options):
        assert where.resolve() == folder
        yield {(1, str(folder / "notes.txt")), (1, str(folder / "ex_00_1.py"))}
        yield {(1, str(solve(folder, "00.1")))}
        yield {(1, str(folder / "ex_00_1.mine-1.py")), (3, str(folder / "ex_09_9.py"))}

    monkeypatch.setattr(terminal.watchfiles, "watch", saves)
    lines = fivelines("watch").splitlines()
    assert lines[0] == "Next: 00.1 One neuron, in ex_00_1.py"
    assert lines[2] == "00.1 One neuron: not attempted yet."
    assert lines[4].startswith("00.1 One neuron: right, on 4 inputs (seed ")
    assert lines[5] == "Next: 00.2 Collapse two layers into one, in ex_00_2.py"
    assert len(lines) == 6


def test_watch_sees_a_real_file_being_saved(folder):
    watching = subprocess.Popen(
        [sys.executable, "-u", "-c", RUN, "watch"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    seen = threading.Event()

    def save():  # until it is noticed: when the watch begins is not known here
        while not seen.wait(0.3):
            solve(folder, "00.1")

    saving = threading.Thread(target=save)
    saving.start()
    try:
        assert any("00.1 One neuron: right" in line for line in watching.stdout)
    finally:
        seen.set()
        saving.join()
        watching.terminate()
        watching.wait()
        watching.stdout.close()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_every_console_can_print_it(folder, encoding):
    (folder / "ex_00_1.py").write_text(
        "def neuron(w, x, b):\n    raise ValueError('\u2202 \u4e2d')  # \u2211\n", "utf8"
    )
    for arguments in (["check", "00.1"], ["progress"], ["solution", "02.3"], ["--help"]):
        done = command(*arguments, PYTHONIOENCODING=encoding)
        assert done.stderr == b""
        text = done.stdout.decode(encoding)
        assert "\u2588" not in text or encoding == "utf-8"
    assert "chapter 00  " in command("progress", PYTHONIOENCODING=encoding).stdout.decode(encoding)


def test_without_its_libraries_the_command_says_what_to_install(tmp_path):
    (tmp_path / "click.py").write_text("raise ImportError('gone', name='click')\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN, "start"],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'src'}"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr == (
        "The command fivelines needs click, which is not here: pip install click rich watchfiles\n"
    )


def test_the_extra_holds_what_the_command_needs():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["scripts"]["fivelines"] == "fivelines.exercises.terminal.commands:main"
    names = {line.split(">")[0] for line in project["optional-dependencies"]["terminal"]}
    assert names == {"click", "rich", "watchfiles"}
    assert not names & {line.split(">")[0] for line in project["dependencies"]}
