"""The foot of a chapter tells what was replayed before the build, and nothing else."""

import pytest


def foot_of(tree):
    done = tree.build()
    assert done.returncode == 0, done.stdout + done.stderr
    return (tree.root / "_build" / "html" / "00-small.html").read_text()


@pytest.mark.slow
def test_a_replayed_chapter_says_so(small):
    small.replay()
    kept = (small.root / "_build" / "replay.json").read_text()
    page = foot_of(small)
    assert "2 cells and 1 figures" in page
    assert "NumPy" in page
    assert str(small.root) not in kept
    table = (small.root / "_build" / "html" / "how-checked.html").read_text()
    assert "<p>00-small</p>" in table


def test_without_a_replay_the_page_says_that(small):
    assert "They were not replayed before this" in foot_of(small)


@pytest.mark.slow
def test_a_failed_replay_is_not_claimed(small):
    text = small.notebook.read_text()
    small.notebook.write_text(text.replace("gradient 2.0", "gradient 2.1"))
    assert small.replay().returncode == 1
    assert '"chapters": {}' in (small.root / "_build" / "replay.json").read_text()


@pytest.mark.slow
def test_a_record_made_since_is_not_claimed(small):
    small.replay()
    small.edit('"gradient"', '"slope"')
    assert small.record().returncode == 0
    assert "They were not replayed before this" in foot_of(small)
