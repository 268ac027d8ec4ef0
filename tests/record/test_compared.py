"""What is the same and what is not: text, figures, names, times."""

import re

import pytest
from nbformat.v4 import new_output

from publishing.record import compare, measured
from publishing.record.compare import GLUED, SVG, differences, same_figure, unfit
from support.tree import ROOT


def text(words):
    return new_output("stream", name="stdout", text=words)


def glued(name, words, **metadata):
    scrapbook = {"name": name, "mime_prefix": "application/papermill.record/"}
    data = {GLUED: repr(words)}
    return new_output("display_data", data, metadata={"scrapbook": scrapbook, **metadata})


def figure(svg):
    return new_output("display_data", {SVG: svg, "text/plain": "<Figure>"})


def times(slow, fast, fastest_first=("fast", "slow"), template="slow {} ms\nfast {} ms\n", **other):
    figures = [["time", slow, "slow"], ["time", fast, "fast"]]
    declared = {"template": template, "figures": figures, "fastest_first": list(fastest_first)}
    shown = {"text/plain": template.format(slow, fast)}
    return new_output("display_data", shown, metadata={"measured": {**declared, **other}})


def ratio(figure):
    declared = {
        "template": "{} times as fast",
        "figures": [["ratio", figure, "r"]],
        "fastest_first": [],
    }
    return glued("r", f"{figure} times as fast", measured=declared)


SAME = [text("loss 0.5\n"), glued("n", "33"), figure("<svg>1.0</svg>"), ratio("8.0")]


@pytest.mark.parametrize("output", [*SAME, times("8.000", "2.000")])
def test_the_same_output_agrees(output):
    verdicts, why = differences([output], [output])
    assert why is None
    assert unfit(output) is None
    expected = compare.TIMING if "measured" in output.get("metadata", {}) else compare.COMPARED
    assert [verdict["verdict"] for verdict in verdicts] == [expected]


@pytest.mark.parametrize(
    ("new", "old", "why"),
    [
        ([text("a\nloss 0.5\n")], [text("a\nloss 0.6\n")], "line 2: 'loss 0.5' where the record"),
        ([text("a\n")], [text("a\nb\n")], "line 2: 'nothing' where the record has 'b'"),
        ([], [text("a")], "output 1 is missing: 'a'"),
        ([text("a"), text("b")], [text("a")], "there is a further output: 'b'"),
        ([glued("a", "1")], [glued("b", "1")], "glued as 'a' where the record has 'b'"),
        ([glued("a", "1")], [glued("a", "2")], "line 1: '1' where the record has '2'"),
        ([glued("a", "1"), glued("b", "2")], [glued("b", "2"), glued("a", "1")], "glued as 'a'"),
        ([text("1")], [glued("a", "1")], "it is a text where the record has a glue"),
        ([figure("<a>1</a>")], [figure("<a>2</a>")], "the figure is another one"),
        ([text("1")], [new_output("display_data", {"text/plain": "1"})], "it is a text where"),
        (
            [times("8", "0.1")],
            [times("81", "0.1")],
            "8 where the record has 81: more than 10 times",
        ),
        ([times("81", "0.1")], [times("8", "0.1")], "more than 10 times apart"),
        ([ratio("8.0")], [ratio("33.0")], "8.0 where the record has 33.0: more than 4 times"),
        ([ratio("0.0")], [ratio("1.0")], "more than 4 times apart"),
        ([times("2", "8")], [times("8", "2")], "the chapter says that 'fast' is the faster one"),
        ([times("8", "2", ())], [times("8", "2")], "does not declare the same times"),
        ([times("8", "2", template="a {} ms {} ms")], [times("8", "2")], "not declare the same"),
        ([text("slow 8 ms\nfast 2 ms\n")], [times("8", "2")], "it is a text where|not declare"),
    ],
)
def test_every_difference_is_found_and_named(new, old, why):
    assert re.search(why, differences(new, old)[1])


def test_a_time_may_be_ten_times_another_and_a_ratio_four_times():
    verdicts, why = differences([times("80", "2.0")], [times("8.000", "2.0")])
    assert why is None
    assert verdicts[0] == {
        "verdict": compare.TIMING, "recorded": [8.0, 2.0], "measured": [80.0, 2.0],
    }  # fmt: skip
    assert differences([ratio("8.0")], [ratio("2.0")])[1] is None


@pytest.mark.parametrize(
    ("output", "why"),
    [
        (new_output("display_data", {"image/png": "iVBO", "text/plain": "x"}), "shows image/png"),
        (new_output("display_data", {"image/jpeg": "x"}), "shows image/jpeg"),
        (new_output("display_data", {"application/vnd.jupyter.widget-view+json": {}}), "widget"),
        (new_output("display_data", {"text/html": "<b>1</b>", "text/plain": "1"}), "text/html"),
        (new_output("display_data", {"text/latex": "$1$"}), "shows text/latex"),
        (new_output("display_data", {"application/javascript": "1"}), "application/javascript"),
        (new_output("display_data", {"text/plain": "1"}, metadata={"width": 3}), "and width"),
        (new_output("display_data", {}), "shows display_data"),
        (new_output("error"), "shows error"),
        (new_output("stream", name="stderr", text="!"), "text on stderr"),
        (new_output("display_data", {GLUED: "'a'"}), "shows application/papermill.record"),
        (new_output("display_data", {GLUED: "'a'", SVG: ""}), "shows application/papermill"),
        (new_output("display_data", {GLUED: "f(1)"}, metadata={"scrapbook": {}}), "papermill"),
        (text("a" * 20_001), "shows 20,001 characters, and a text may have 20,000"),
        (figure("a" * 300_001), "a figure may have 300,000"),
        (glued("a", "a" * 201), "a glue may have 200"),
        (glued("a", "*3*"), r"glues '\*3\*': '\*' is markup"),
        (glued("a", "$x$"), "is markup"),
        (glued("a", "<b>"), "is markup"),
        (glued("a", "a\nb"), "shows application/papermill"),
    ],
)
def test_what_cannot_be_compared_is_unfit(output, why):
    assert re.search(why, unfit(output))


@pytest.mark.parametrize(
    ("output", "why"),
    [
        (times("8", "2", template="loss {} \nfast {} ms"), "what is no time in s, ms or µs"),
        (times("8", "2", template="slow {} ms\nfast {} times as fast"), "what is no time"),
        (times("8", "2 ms, loss 0.5"), "cannot be read"),
        (times("8", "2", template="slow {} ms"), "cannot be read"),
        (times("8", "2", ("fast", "gone")), "cannot be read"),
        (times("8", "2", figures="34"), "cannot be read"),
        (times("8", "2", figures=[["loss", "8", "slow"], ["time", "2", "fast"]]), "cannot be read"),
        (times("8", "2", figures=[["time", "9", "slow"], ["time", "2", "fast"]]), "another text"),
        (new_output("display_data", {"text/plain": "1"}, metadata={"measured": {}}), "cannot be"),
        (new_output("display_data", {"text/plain": "1"}, metadata={"measured": 3}), "cannot be"),
    ],
)
def test_only_times_in_their_units_can_declare_that_they_were_measured(output, why):
    assert why in unfit(output)


def test_figures_are_the_same_to_a_hundredth_of_a_point_and_not_beyond():
    svg = (
        '<path id="p1a" d="M 10.25 20 L 1e-05 3" style="fill: #0072b2"/>'
        '<use href="#p1a"/><g clip-path="url(#p1a)"><text x="1.5">loss 0.500</text></g>'
    )
    for old, new in [("10.25", "10.259"), ("M 10.25 20", "M 10.25 20.0001"), ("p1a", "p2b")]:
        assert same_figure(svg.replace(old, new), svg), new
    for old, new in [
        ("10.25", "10.27"),
        ("3", "4"),
        ("L 1e-05", "L 1e-05 2.5 L 1e-05"),
        ("loss", "cost"),
        ("0.500", "0.501"),
        ("0072b2", "0072b3"),
        ('href="#p1a"', 'href="#p3c"'),
    ]:
        assert not same_figure(svg.replace(old, new), svg), new


def test_the_page_says_how_far_apart_two_measurements_may_be():
    page = (ROOT / "book" / "how-checked.md").read_text()
    said = re.search(r"within (\d+) times the one.*each\s+ratio\D*within (\d+) times", page, re.S)
    assert {"time": int(said[1]), "ratio": int(said[2])} == measured.FACTORS
