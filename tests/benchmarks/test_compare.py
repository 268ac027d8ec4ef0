"""A ladder that was measured again: which differences are named. No time is taken here."""

import json
from pathlib import Path

import pytest

from benchmarks import compare
from benchmarks.report import short

COMMITTED = Path(compare.__file__).parents[1] / "src" / "fivelines" / "data" / "ladder.json"


@pytest.fixture
def ladder():
    return compare.ratios(COMMITTED)


def test_the_committed_ladder_is_as_chapter_02_says(ladder):
    assert compare.differences(ladder, ladder) == []
    assert sorted(ladder) == sorted(name for rank in compare.RANKS for name in rank)


def test_a_machine_that_is_faster_as_a_whole_is_no_difference(
    ladder, tmp_path, monkeypatch, capsys
):
    results = json.loads(COMMITTED.read_text())
    for timing in results["ladder"].values():
        timing["median"] /= 10
    results["ladder"]["JAX jit"]["median"] *= 1.1
    (tmp_path / "new.json").write_text(json.dumps(results))
    monkeypatch.setattr("sys.argv", ["compare", str(COMMITTED), str(tmp_path / "new.json")])
    compare.main()
    assert "no ratio is more than a factor of 1.10 from" in capsys.readouterr().out


def only(old, new):
    """Return the one sentence on two ladders."""
    (sentence,) = compare.differences(old, new)
    return sentence


@pytest.mark.parametrize("by", [100, 1 / 100])
@pytest.mark.parametrize("name", ["micrograd", "JAX jit", "C, cc -O3"])
def test_a_ratio_a_hundredfold_is_named_with_both_numbers(ladder, name, by):
    before, now = short(ladder[name]), short(ladder[name] * by)
    factor = {"micrograd": "5"}.get(name, "2.5")
    assert compare.differences(ladder, ladder | {name: ladder[name] * by})[0] == (
        f"{name} was {before} times as fast as eager Value and is now {now}: "
        f"they are more than a factor of {factor} apart."
    )


@pytest.mark.parametrize("by", [2.4, 1 / 2.4])
def test_a_ratio_that_moved_with_the_machine_is_no_difference(ladder, by):
    assert compare.differences(ladder, ladder | {"micrograd": ladder["micrograd"] * by}) == []


@pytest.mark.parametrize(
    ("slow", "fast"),
    [
        ("micrograd", "eager Value"),
        ("eager Value", "PyTorch eager"),
        ("eager Value", "fused loss"),
        ("PyTorch eager", "JAX jit"),
        ("fused loss", "NumPy by hand"),
        ("NumPy by hand", "C, cc -O3"),
    ],
)
def test_two_that_change_places_are_named(ladder, slow, fast):
    swapped = ladder | {slow: ladder[fast], fast: ladder[slow]}
    sentences = compare.differences(ladder, swapped)
    assert any(f"chapter 02 says that {fast} is faster than {slow}." in s for s in sentences)


def test_two_that_are_no_longer_close_are_named(ladder):
    a, b = compare.TOGETHER
    new = ladder | {a: ladder["eager Value"] * 4, b: ladder["eager Value"] * 9}
    sentence = only(new, new)
    assert sentence.startswith(f"{a} was ")
    assert sentence.endswith("chapter 02 says that the two are close together.")


@pytest.mark.parametrize("name", ["eager Value", "micrograd", "C, cc -O3"])
def test_an_engine_that_lacks_is_named(ladder, name):
    fewer = {other: ratio for other, ratio in ladder.items() if other != name}
    for pair in [(ladder, fewer), (fewer, ladder), (fewer, fewer)]:
        assert only(*pair) == f"{name} is not in both ladders."


NO_LADDERS = ["", "[]", "{}", "[1", '{"ladder": {"C": {"median": 1}}}']
EAGER = '{"ladder": {"eager Value": {"median": MS}}}'
NO_LADDERS += [EAGER.replace("MS", ms) for ms in ("0", "NaN", "[]", '"1"')]


@pytest.mark.parametrize("text", [None, *NO_LADDERS])
def test_a_file_that_is_no_ladder_gets_one_sentence(tmp_path, monkeypatch, text):
    new = tmp_path / "new.json"
    if text is not None:
        new.write_text(text)
    monkeypatch.setattr("sys.argv", ["compare", str(COMMITTED), str(new)])
    with pytest.raises(SystemExit) as refused:
        compare.main()
    assert refused.value.code == f"{new} holds no ladder with eager Value: `make bench` writes one"


def test_the_command_exits_with_the_sentence(tmp_path, monkeypatch):
    results = json.loads(COMMITTED.read_text())
    results["ladder"]["C, cc -O3"]["median"] /= 100
    (tmp_path / "new.json").write_text(json.dumps(results))
    monkeypatch.setattr("sys.argv", ["compare", str(COMMITTED), str(tmp_path / "new.json")])
    with pytest.raises(SystemExit, match=r"^C, cc -O3 was 245 times .* and is now 24,473: they"):
        compare.main()
