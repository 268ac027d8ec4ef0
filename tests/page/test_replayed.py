"""The foot of a chapter and the mark of a cell say what the receipt says, and nothing else."""

import json
import re

import pytest

from publishing.page import replayed
from publishing.record import receipt
from publishing.record.chapter import code_cells, load_record

NOT = "recorded, not replayed"
COMPARED = {"verdict": "compared"}
TIMING = {"verdict": "timing, measured again", "recorded": [8.0, 4.0], "measured": [4.0, 4.0]}
FAILED = {"verdict": "not compared", "why": "it failed"}


def write(tree, **changes):
    """Write the receipt of a replay in which all agreed, but for the changes."""
    cells = [
        [
            TIMING if "measured" in output.get("metadata", {}) else COMPARED
            for output in cell.outputs
        ]
        for cell in code_cells(load_record(tree.chapter))
    ]
    told = {"digests": receipt.digests(tree.chapter), "cells": cells, "seconds": 3.0} | changes
    receipt.write(tree.chapter, told["digests"], told["cells"], told["seconds"])


@pytest.mark.parametrize(
    ("verdicts", "word"),
    [
        ([COMPARED, COMPARED], "replayed"),
        ([COMPARED, TIMING], "timing, measured again: at most 2.0 times apart"),
        ([COMPARED, FAILED, TIMING], NOT),
    ],
)
def test_a_mark_says_what_the_verdicts_are(verdicts, word):
    assert replayed.word(verdicts) == word


def test_the_foot_counts_what_was_compared_and_what_was_not(small):
    write(small)
    foot = replayed.foot(small.chapter)
    assert "4 outputs of 4 cells agreed with the record; 2 show times" in foot
    assert "at most 2.0 times apart" in foot
    assert "NumPy" in foot
    cells = [[COMPARED, FAILED], [TIMING, TIMING], [COMPARED], [COMPARED]]
    write(small, cells=cells)
    assert "3 outputs of 4 cells agreed with the record; 2 show times" in replayed.foot(
        small.chapter
    )
    assert f"1 were {NOT}" in replayed.foot(small.chapter)


def edit_package(tree):
    with (tree.root / "src" / "fivelines" / "data" / "ladder.json").open("a") as file:
        file.write("\n")


CHANGES = {
    "no receipt": lambda tree: (tree.root / "_build/receipts/00-small.json").unlink(),
    "half a receipt": lambda tree: (tree.root / "_build/receipts/00-small.json").write_text('{"a'),
    "an output": lambda tree: tree.change_record(
        lambda n: n.cells[1].outputs[1].update(text="gradient 2.1\n")
    ),
    "a tag": lambda tree: tree.change_record(lambda n: n.cells[1].metadata.update(tags=["live"])),
    "code": lambda tree: tree.change_record(lambda n: n.cells[1].update(source="1")),
    "the package": edit_package,
    "the lock": lambda tree: (tree.root / "requirements.txt").write_text("numpy==1.0\n"),
    "a digest": lambda tree: write(tree, digests={"code and tags": "0"}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_receipt_that_does_not_fit_the_tree_is_not_claimed(small, change):
    write(small)
    assert NOT not in replayed.foot(small.chapter)
    change(small)
    assert NOT in replayed.foot(small.chapter)


def test_the_rules_of_comparison_are_part_of_a_receipt(small, monkeypatch, tmp_path):
    write(small)
    rules = tmp_path / "compare.py"
    rules.write_text("FACTORS = 1000")
    monkeypatch.setattr(receipt, "RULES", [rules])
    assert receipt.of(small.chapter) is None


@pytest.mark.slow
def test_the_page_has_a_mark_at_each_cell_a_foot_and_a_table(small):
    cells = [[COMPARED, FAILED], [TIMING, TIMING], [COMPARED], [COMPARED]]
    write(small, cells=cells)
    done = small.build()
    assert done.returncode == 0, done.stdout + done.stderr
    page = (small.root / "_build" / "html" / "00-small.html").read_text()
    marks = re.findall(r'<p class="replayed">([^<]+)</p>', page)
    timing = "timing, measured again: at most 2.0 times apart"
    assert marks == [NOT, timing, "replayed", "replayed"]
    assert f"1 were {NOT}" in page
    table = (small.root / "_build" / "html" / "how-checked.html").read_text()
    assert "<p>00-small</p>" in table
    assert "<p>3 of 6</p>" in table


def test_a_receipt_names_no_machine(small):
    write(small)
    assert str(small.root) not in json.dumps(small.receipt())
