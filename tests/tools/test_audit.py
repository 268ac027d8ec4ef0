"""The audit's budget. Lighthouse itself runs by `make audit`."""

import json

import pytest

from publishing.tools import audit

GOOD = {"performance": 96, "accessibility": 100, "best-practices": 100, "seo": 100}


def run(monkeypatch, tmp_path, answers):
    """Run the audit with these scores from Lighthouse, one after the other."""
    asked = []

    def scores(url):
        asked.append(url)
        return answers[min(len(asked), len(answers)) - 1], ["an audit that failed"]

    monkeypatch.setattr(audit, "install", lambda: None)
    monkeypatch.setattr(audit, "find", lambda: "a browser")
    monkeypatch.setattr(audit, "scores", scores)
    monkeypatch.setattr("sys.argv", ["audit", str(tmp_path)])
    for name in ("index.html", "00-small.html", "404.html", "other.txt"):
        (tmp_path / name).touch()
    audit.main()
    return asked


def test_each_page_is_asked_once_and_a_slow_one_again(monkeypatch, tmp_path):
    asked = run(monkeypatch, tmp_path, [GOOD])
    assert [url.rpartition("/")[2] for url in asked] == ["00-small.html", "index.html"]
    assert len(run(monkeypatch, tmp_path, [GOOD | {"performance": 94}, GOOD])) == 3


@pytest.mark.parametrize("category", GOOD)
def test_a_missed_budget_fails_and_says_by_how_much(monkeypatch, tmp_path, category):
    with pytest.raises(SystemExit, match=f"00-small: {category} 94, not ") as missed:
        run(monkeypatch, tmp_path, [GOOD | {category: 94}])
    assert "an audit that failed" in str(missed.value)


def test_the_budget_is_what_was_promised():
    budget = json.loads((audit.AUDIT / "budget.json").read_text())
    assert budget["least"] == GOOD | {"performance": 95}
