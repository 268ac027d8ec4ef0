"""No number without a source: each kind of number in each kind of place, changed and refused."""

import re

import pytest
import yaml

from publishing import Refused
from publishing.numbers import sources
from publishing.numbers.numerals import computed, key_of, plain_numerals
from publishing.numbers.sections import sections
from support.numbers import change, give, write
from support.tree import ROOT


@pytest.fixture
def one(tmp_path):
    """The book of one page, with its givens listed."""
    give(write(tmp_path))
    sources.check(tmp_path)
    return tmp_path


def test_every_number_of_the_book_is_glued_or_given():
    sources.check()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("of 12 words", "of 13 words"),  # a heading
        ("is 0.0458", "is 0.0459"),  # a sentence
        ("is 0.0458", "is -0.0458"),
        ("is 0.0458", "is 0.458"),
        ("is 0.0458", "is 0,0458"),
        ("is 0.0458", "is about nothing"),
        ("`0.0459`", "`0.0458`"),  # a code span
        ("$0.0457$", "$0.0475$"),  # mathematics
        ("45 %", "46 %"),
        ("45 %", "half of it"),
        ("thirty-three", "thirty-four"),
        ("thirty-three", "thirteen"),
        ("10,000", "10,001"),
        ("10,000", "1,000"),
        ("10_001", "10_000"),
        ("10 002", "10 003"),
        ("A half", "A third"),
        ("1/3", "2/3"),
        ("¾", "½"),
        ("x²", "x³"),
        (".0461", ".0462"),
        ("Two lie", "Three lie"),
        ("Two lie", "One lies"),
        ("−7", "7"),
        ("−7", "−8"),
        ("$2x - 8$", "$2x + 8$"),
        ("$2x - 8$", "$3x - 8$"),
        ("minus 9", "9"),
        ("minus 9", "minus 10"),
        ("the 34 lines", "the 35 lines"),  # what a role shows
        ("[35 lines]", "[36 lines]"),  # what a link shows
        ("float36", "float37"),
        ("[chapter 00]", "[chapter 01]"),
        ("= 37$", "= 38$"),  # not the sum
        ("24 + 13 = 37", "25 + 13 = 38"),  # a sum, of another number
        ("| a | 21 |", "| a | 22 |"),  # a table
        ("y_1", "y_2"),  # an equation
        (r"\tfrac14", r"\tfrac15"),
        (r"\tfrac14", r"-\tfrac14"),
        ("x^{23}", "x^{24}"),
        ("2. Another", "3. Another"),  # the number of an item
        ("Answer 14", "Answer 15"),  # a box
        ("Twenty-five", "Twenty-six"),
        ("of 26", "of 62"),
        ("lr = 0.27", "lr = 0.28"),  # code that is not run
        ("# of 28", "# of 29"),
        ("in 29 steps", "in 30 steps"),  # an alternative text
        ("The loss is", "The 5 losses are"),
        ("{glue:text}`first`", "201"),  # not compared any more
    ],
)
def test_a_changed_number_is_refused_with_its_page(one, old, new):
    change(one, old, new)
    with pytest.raises(Refused, match=r"^00-one, 00 A heading of 1\d words: |'00 A heading of 12 "):
        sources.check(one)


@pytest.mark.parametrize(
    "smuggled",
    [
        *("A <b>34</b>.", "<div>34</div>", "３４ times", "④ times", "&#51;&#52; times", "٣٤"),
        *("three\u200bfour", "a dozen", "tenfold", "a hundredfold", "quadruple", "nil", "0x22"),
        *("[a](b.md 'title 34')", "![a 34](x.png)", "```{raw} html\n34\n```", "<!-- 34 -->"),
        *("{sub}`34`", "[^a]\n\n[^a]: 34", "> 34", "Term\n: 34", "$\\text{thirty-four}$"),
    ],
)
def test_a_number_in_disguise_is_refused(one, smuggled):
    change(one, "| a | 21 |", f"{smuggled}\n\n| a | 21 |")
    write(one, (one / "book" / "00-one.md").read_text(), given=False)
    with pytest.raises(Refused, match="has no source"):
        sources.check(one)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{glue:text}`first`", "{glue:text}`second`"),
        ("`third`", "`first`"),
        ("`fourth`", "`first`"),
        ("| {glue:text}`second` |", "| {glue:text}`elsewhere` |"),
    ],
)
def test_a_glued_name_in_place_of_another_is_refused(one, old, new):
    change(one, old, new)
    with pytest.raises(Refused, match="is glued"):
        sources.check(one)


def test_two_glued_names_that_change_places_are_refused(one):
    change(one, "`first`", "`1st`")
    change(one, "`second`", "`first`")
    change(one, "`1st`", "`second`")
    with pytest.raises(Refused, match="another order than in the cells, or twice"):
        sources.check(one)


@pytest.mark.parametrize(
    ("old", "new"),
    [("# all 4", "# all 5"), ('"of 31:"', '"of 32:"')],
)
def test_a_number_in_a_comment_or_a_text_of_a_cell_is_refused(one, old, new):
    page, given = (
        (one / "book" / "00-one.md").read_text(),
        (one / "book" / "givens.yml").read_text(),
    )
    write(one, page.replace(old, new))  # recorded anew
    (one / "book" / "givens.yml").write_text(given)
    with pytest.raises(Refused, match="has no source"):
        sources.check(one)


def test_what_the_course_says_and_the_readme_are_looked_at(one):
    change(one, "0.61", "0.62", "words.md")
    with pytest.raises(Refused, match=r"exercises, 01.1: line 3: 0.62 has no source, where"):
        sources.check(one)
    change(one, "0.62", "0.61", "words.md")
    change(one, "71", "72", "README.md")
    with pytest.raises(Refused, match=r"README, Read me: line 3: 72 has no source, where"):
        sources.check(one)


def test_the_sentence_says_where_and_what_to_do(one):
    change(one, "of 26", "of 27")
    with pytest.raises(Refused) as refused:
        sources.check(one)
    assert str(refused.value) == (
        "00-one, 00 A heading of 12 words: line 25: 27 has no source, where book/givens.yml has "
        "26: glue it if code computes it; if it is given, `make numbers` prints the line for "
        "book/givens.yml"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("is 0.0458", "is .0458"),
        ("10,000", "10_000"),
        ("10,000", "ten thousand"),
        ("thirty-three", "33"),
        ("A half", "A share of 0.50"),
        ("1/3", r"$\frac{1}{3}$"),
        ("¾", "0.75"),
        ("−7", "-7"),
        ("minus 9", "-9"),
        ("x²", "$x^2$"),
        ("Another.", "One other."),
    ],
)
def test_the_same_value_written_otherwise_is_the_same(one, old, new):
    change(one, old, new)
    sources.check(one)


# -- the list of givens --------------------------------------------------------------------------


def listed(root):
    return yaml.safe_load((root / "book" / "givens.yml").read_text())


def test_what_is_listed_and_does_not_stand_there_is_refused(one):
    givens = listed(one)
    givens["README"]["Read me"] += " 72"
    (one / "book" / "givens.yml").write_text(yaml.safe_dump(givens))
    with pytest.raises(Refused, match=r"72 is in book/givens\.yml and does not stand here"):
        sources.check(one)


def test_a_heading_that_no_page_has_is_refused(one):
    givens = listed(one)
    givens["00-one"]["Gone"] = ""
    (one / "book" / "givens.yml").write_text(yaml.safe_dump(givens))
    with pytest.raises(Refused, match="'00-one', 'Gone', which is no heading"):
        sources.check(one)


def test_a_given_that_the_code_has_is_refused_when_the_code_has_another(one):
    page = (one / "book" / "00-one.md").read_text()
    write(one, page.replace("The loss is", "Of 201, the loss is"))
    lines = give(one)["00-one"]["00 A heading of 12 words"]
    assert lines.startswith("00 12 =201 ")
    sources.check(one)
    given = (one / "book" / "givens.yml").read_text()
    write(
        one,
        page.replace("The loss is", "Of 201, the loss is").replace("201)", "202)"),
        "of 31: 202\n",
    )
    (one / "book" / "givens.yml").write_text(given)
    with pytest.raises(
        Refused, match="line 8: 201 is not in the code or the output of its section"
    ):
        sources.check(one)


def test_what_a_cell_prints_as_a_text_is_no_source_of_that_text(one):
    assert " 31" in listed(one)["00-one"]["00 A heading of 12 words"]
    assert "=31" not in listed(one)["00-one"]["00 A heading of 12 words"]


@pytest.mark.parametrize(
    ("echo", "why"),
    [
        ("201<00-one/first>", None),
        ("201<00-one/second>", "201 is not what 00-one glues as 'second', 202"),
        ("201<00-one/none>", "201 is not what 00-one glues as 'none', None"),
    ],
)
def test_a_given_that_repeats_a_result_must_equal_it(one, echo, why):
    change(one, "71 s", "201 s", "README.md")
    givens = listed(one)
    givens["README"]["Read me"] = echo
    (one / "book" / "givens.yml").write_text(yaml.safe_dump(givens))
    if why:
        with pytest.raises(Refused, match=why):
            sources.check(one)
    else:
        sources.check(one)
        assert give(one)["README"]["Read me"] == echo  # the command keeps it


def test_a_record_that_is_not_of_this_code_is_refused(one):
    change(one, "200 + 1", "200 + 2")
    with pytest.raises(Refused, match="differs from its record: run `make record`"):
        sources.check(one)


def test_the_command_prints_the_lines_and_never_accepts_them(one, capsys):
    change(one, "of 26", "of 27")
    before = (one / "book" / "givens.yml").read_text()
    with pytest.raises(SystemExit, match="1 sections have a number without a source"):
        sources.main(one)
    assert "27 has no source" in (said := capsys.readouterr().out)
    assert " 27 0.27 28 29 4 third fourth 31" in " ".join(said.split())
    assert (one / "book" / "givens.yml").read_text() == before


@pytest.mark.parametrize(
    "options",
    [
        "---\nmystnb:\n  image:\n    alt: >-\n      A curve\n      of 97 points.\n---",
        "---\nmystnb:\n  figure:\n    caption: Of 97 points.\n---",
        ":tags: [live]\n:mystnb: {figure: {caption: Of 97 points.}}\n",
    ],
)
def test_what_a_cell_says_of_its_figure_is_looked_at(options):
    (_, section) = sections(f"# A\n\n```{{code-cell}} ipython3\n{options}\nx = 98\n```\n")
    assert [n.text for _, n in sources.numerals(section.blocks)] == ["97"]
    assert section.sources[0].strip() == "x = 98"


def test_a_sum_behind_a_glued_number_gives_nothing():
    (_, section) = sections("# A\n\nSo ${glue:text}`n` - 9 + 3 = -6$.\n")
    assert [n.key for _, n in sources.numerals(section.blocks)] == ["n", "-9", "3", "-6"]


# -- numerals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("one of the ones, first or second", []),
        ("the third of twenty-one, a hundred thousand", ["third", "21", "100000"]),
        (
            "two hundred, billions, a millionth, fifths",
            ["200", "1000000000s", "millionth", "fifth"],
        ),
        ("1e-12 and 2.50", ["1/1000000000000", "5/2"]),
        ("a dozen, dozens, doubling, halved, twice", ["12", "12s", "double", "halve", "twice"]),
        ("x₁ ⅚ ³", ["1", "5/6", "3"]),
        ("chapter 02, 01.4", ["02", "01.4"]),
        ("a-1, (-1), x-1, 10-20", ["1", "-1", "1", "10", "20"]),
        ("w_0, h10, float64", ["w_0", "h10", "float64"]),
        (r"\frac{2}{18} \tfrac19 \cdot 3", ["1/9", "1/9", "3"]),
    ],
)
def test_numerals_are_found(text, keys):
    assert [key for _, _, key in plain_numerals(text)] == keys


def test_what_is_no_numeral_has_no_key():
    assert key_of("nothing") is key_of("1 and 2") is key_of(r"\tanh") is None


@pytest.mark.parametrize(
    ("text", "numeral"),
    [
        ("6 - 4 + 1 = 3", "3"),
        ("8! = 40320", "40320"),
        (r"-2 \cdot 3 + 1 \cdot 1 + 0 = -5", "-5"),
        (r"\tfrac{2}{18} = \tfrac19", None),  # no sum and no product
        (r"2 \times (3 - 1)^2 = 8", "8"),
        ("6 - 4 + 1 = 4", None),
        ("x - 4 + 7 = 3", None),
        ("2x + 4 + 1 = 5", None),
        ("1 + 2 = 3 + 4", None),
        ("1 + 2 = 3x", None),
        ("9 ** 9 ** 9 = 1", None),
    ],
)
def test_what_a_sum_gives_needs_no_source(text, numeral):
    places = computed(text)
    assert [text[place:] for place in places] == ([numeral] if numeral else [])


# -- nothing is passed over ----------------------------------------------------------------------


CELL = re.compile(r"\A---\n.*?\n---\n|^```\{code-cell\}.*?^```$", re.DOTALL | re.MULTILINE)
IN_CELLS = ("alt text", "comment", "text in a cell")
# Labels, addresses, the number of a chapter in a link to it, items of a list, what a sum gives.
PASSED = re.compile(
    r"\{(ref|cite:[pt])\}`[^`]+`|\[[^\]\d]*(\d\d\b)?[^\]\d]*\]\([^)]*\)|https?://\S+|^\d\. "
    r"|= (-?\d+|\\tfrac19)|\{glue:text\}`[^`]+`",
    re.MULTILINE,
)


@pytest.mark.parametrize(
    "path", [*sorted((ROOT / "book").glob("*.md")), ROOT / "README.md"], ids=lambda path: path.stem
)
def test_no_digit_of_the_text_is_passed_over(path):
    blocks = [
        block
        for section in sections(path.read_text())
        for block in section.blocks
        if block.kind not in IN_CELLS
    ]
    all_digits = re.findall(r"\d", CELL.sub("", path.read_text()))
    assert all_digits == re.findall(r"\d", "".join(block.text for block in blocks))
    for block in blocks:
        text = list(block.text)
        for _, numeral in sources.numerals([block]):
            text[numeral.start : numeral.end] = " " * len(numeral.text)
        left = PASSED.sub("", "".join(text))
        assert not re.search(r"\d", left), (block, left)
