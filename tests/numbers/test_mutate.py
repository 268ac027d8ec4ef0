"""Numbers that are changed on purpose: in how many ways, where, and that a blind check shows."""

import pytest

from publishing import Refused
from publishing.numbers import mutate, sources
from support.numbers import change, give, write


@pytest.fixture
def one(tmp_path):
    give(write(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("text", "others"),
    [
        ("33", {"43", "23", "34", "32", "-33", "330", "3.3"}),
        ("99", {"90", "98", "09", "89", "-99", "990", "9.9", "100"}),
        ("0", {"1", "9", "00"}),
        ("-0.5", {"-1.5", "-9.5", "-0.6", "-0.4", "0.5", "-5.0", "-.05"}),
        ("minus 8", {"minus 9", "minus 7", "8", "minus 80", "minus .8"}),
        ("10,000", {"20,000", "00,000", "10,001", "10,009"}),
        ("1e-12", {"2e-12", "0e-12", "1e-13", "1e-11"}),
        (r"\tfrac12", {r"\tfrac22", r"\tfrac02", r"\tfrac13", r"\tfrac11"}),
        ("²", {"³", "¹"}),
        ("w_0", {"w_1", "w_9"}),
        ("two", {"three", "one"}),
        ("Thirty-three", {"Thirty-four", "Thirty-two"}),
        ("ten thousand", {"ten million", "ten hundred"}),
        ("third", {"fourth", "ninetieth"}),
        ("Twice", {"Half", "Quarter"}),
    ],
)
def test_a_number_is_changed_in_every_way(text, others):
    made = mutate.changes(text)
    assert set(made) == others
    assert text not in made


def test_each_place_of_a_page_is_tried_and_nothing_is_unseen(one):
    places, unseen = mutate.mutate(one)
    assert unseen == []
    assert set(places) == {
        *("heading", "sentence", "mathematics", "code span", "table", "box", "code block"),
        *("alt text", "comment", "text in a cell", "name of a result", "README", "exercises"),
    }
    assert all(tried > 0 for _, tried, _ in places.values())


def test_a_check_that_is_blind_in_one_place_is_told_of(one, monkeypatch, capsys):
    monkeypatch.setattr(
        mutate, "fault", lambda s, b=None: None if s.page == "README" else sources.fault(s, b)
    )
    places, unseen = mutate.mutate(one)
    number, tried, missed = places["README"]
    assert number == 1
    assert tried == missed == len(unseen) > 0
    assert unseen[0].startswith("README, line 3: 71 as ")
    with pytest.raises(SystemExit, match=f"{missed} changed numbers would not be seen"):
        mutate.main(one)
    assert f"| README | 1 | {tried} | 0 | {missed} |" in capsys.readouterr().out


def test_a_book_that_is_refused_is_not_tried(one):
    change(one, "of 26", "of 27")
    with pytest.raises(Refused, match="27 has no source"):
        mutate.mutate(one)


def test_no_changed_number_of_this_book_is_unseen():
    _, unseen = mutate.mutate()
    assert unseen == []
