"""Hints, solutions, progress and predictions in a notebook, and where they are kept."""

import numpy as np
import pytest

from fivelines import check
from fivelines.exercises import Exercise, ids, progress
from fivelines.exercises.progress import Progress

pytestmark = pytest.mark.usefixtures("folder")


def right(w, x, b):
    return np.tanh(np.dot(w, x) + b)


def test_hints_climb_and_are_remembered(said):
    hints = Exercise("00.1").hints
    texts = [said(check.hint, "00.1") for _ in range(len(hints) + 1)]
    for n, (text, hint) in enumerate(zip(texts, hints, strict=False), start=1):
        assert text.replace("\n", " ").startswith(f"Hint {n} of 3 for 00.1: {hint}")
    assert texts[3] == texts[2]
    assert texts[2].endswith('That was the last one. The solution: check.solution("00.1")\n')


def in_chapter(chapter):
    """Return how many exercises a chapter has."""
    return sum(id.startswith(chapter) for id in ids())


def test_the_solution_is_shown_passes_and_the_progress_says_so(said):
    text = said(check.solution, "01.4")
    assert text.rstrip() == Exercise("01.4").solution_text.rstrip()
    space = {}
    exec(text, space)
    assert "right" in said(check.ex_01_4, space["backward"])
    line = said(check.progress).replace("█", "#").replace("░", ".").splitlines()[1]
    assert line.startswith("chapter 01  ...#..")
    assert line.endswith(f"1 of {in_chapter('01')}  (solution shown: 01.4)")


def test_progress_restores_in_another_place(said, folder, monkeypatch):
    check.ex_00_1(right)
    check.solution("02.7")
    code = said(check.progress).split('check.progress("')[1].split('"')[0]
    assert len(code) <= 18
    (folder / "elsewhere").mkdir()
    monkeypatch.chdir(folder / "elsewhere")
    text = said(check.progress, code.lower())
    assert f"1 of {in_chapter('00')}" in text
    assert "(solution shown: 02.7)" in text
    assert (Progress().right, Progress().shown) == ({"00.1"}, {"02.7"})


def test_every_set_of_exercises_has_a_code_of_its_own(folder):
    for id in ids():
        here, there = Progress(), Progress()
        here.right, here.shown = {id}, set(ids()) - {id}
        there.restore(here.code())
        (folder / progress.FILE).unlink()
        assert (there.right, there.shown) == (here.right, here.shown)
        assert int(id[3:]) <= progress.SLOTS
    assert Progress("nowhere").code() == "0-S1"


@pytest.mark.parametrize("code", ["", "-", "0", "0-S2", "ZZ-00", "é-S1", "0-S1-S1"])
def test_a_mistyped_code_changes_nothing(said, code, folder):
    assert "is not a progress code: copy it again" in said(check.progress, code)
    assert not (folder / progress.FILE).exists()


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"right": 3}', "\x00", '{"right": [[]]}'])
def test_a_damaged_file_is_set_aside_and_not_deleted(said, folder, text):
    for n in (1, 2):
        (folder / progress.FILE).write_text(text)
        aside = folder / f"fivelines-progress-damaged-{n}.json"
        assert f"was damaged. It is now {aside.name}; starting afresh." in said(check.progress)
        assert aside.read_text() == text
    check.ex_00_1(right)
    assert Progress().right == {"00.1"}


def test_a_folder_that_cannot_be_written_gets_a_sentence(said, monkeypatch):
    def refuse(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    text = said(check.ex_00_1, right, seed=1)
    assert "right, on 4 inputs" in text
    assert "The progress could not be written to fivelines-progress.json (Permission den" in text


def test_an_untouched_exercise_writes_nothing(folder):
    check.ex_00_1(...)
    check.ex_00_1(lambda w, x, b: 0)
    check.progress()
    check.reveal("02.3")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("call", [check.hint, check.solution, check.predict, check.reveal])
@pytest.mark.parametrize("id", ["01.9", 1.4, None, "ex_01_4"])
def test_an_unknown_exercise_gets_a_sentence(said, call, id):
    text = said(call, id)
    assert text.startswith(f"There is no exercise {id!r}; there are 00.1, ")


GUESSES = {
    "no_fault": "converges", "no_zero_grad": "oscillates", "late_zero_grad": "stays flat",
    "sign_flip": "climbs", "lr_x_100": "explodes", "sum_not_mean": "converges",
}  # fmt: skip


def test_reveal_wants_a_prediction_first_and_the_first_one_is_kept(said, monkeypatch):
    monkeypatch.setattr("matplotlib.pyplot.show", lambda: None)
    assert said(check.reveal, "02.3").startswith("02.3: predict first")
    assert "nothing predicted yet" in said(check.predict, "02.3", **dict.fromkeys(GUESSES, ...))
    assert "02.3: your prediction is kept" in said(check.predict, "02.3", **GUESSES)
    better = GUESSES | {"sum_not_mean": "explodes"}
    assert "your first prediction is kept" in said(check.predict, "02.3", **better)
    text = said(check.reveal, "02.3")
    assert "sum_not_mean     explodes       you said: converges" in text
    assert "no_zero_grad     oscillates     as predicted" in text
    assert "5 of 6 predictions held." in text
    assert "the moons" in text
    assert "02.3" not in Progress().right


@pytest.mark.parametrize(
    ("guesses", "sentence"),
    [
        ({**GUESSES, "sign_flip": "rises"}, "'rises' is none of the outcomes"),
        ({"sign_flip": "climbs"}, "'late_zero_grad' is missing"),
        ({**GUESSES, "sign": "climbs"}, "'sign' is missing or is none of the cases"),
        ({}, "nothing predicted yet"),
        ({**GUESSES, "sign_flip": ...}, "Ellipsis is none of the outcomes"),
    ],
)
def test_a_prediction_that_is_not_one_is_not_kept(said, guesses, sentence):
    assert sentence in said(check.predict, "02.3", **guesses)
    assert Progress().predictions == {}
    assert "nothing to predict" in said(check.predict, "02.4", **GUESSES)


def test_the_curves_are_drawn_over_one_another(monkeypatch):
    import matplotlib.pyplot as plt

    drawn = []
    monkeypatch.setattr(plt, "show", lambda: drawn.extend(plt.gca().get_legend().get_texts()))
    plt.figure()
    check.predict("02.3", **GUESSES)
    check.reveal("02.3")
    plt.close()
    assert [text.get_text() for text in drawn] == list(GUESSES)
