"""Equations: signs are signs, every character is in the font, lines end where they may."""

from unicodedata import lookup, name
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont

from publishing.page import formula, mathml
from support.tree import ROOT
from support.visit import PAGES

FONT = ROOT / "book" / "_static" / "fonts" / "math.woff2"


def forms(tex):
    """Return the form of each plus and minus of an equation, in order."""
    signs = [e for e in formula.tree(tex, True).iter("mo") if e.text in formula.SIGNS]
    return " ".join(sign.get("form") for sign in signs)


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("8 - 40 = -32", "infix prefix"),
        ("(-1, -1)", "prefix prefix"),
        ("f(-x) = -f(x)", "prefix prefix"),
        (r"\tanh(-z) = -\tanh(z)", "prefix prefix"),
        (r"\left(a - b\right)^2 - 1", "infix infix"),
        (r"a \cdot -b", "prefix"),
        (r"e^{-z} - e^z", "prefix infix"),
        ("x_{-1} + x^2 - x!", "prefix infix infix"),
        ("|x| - |-x|", "infix prefix"),
        (r"\frac{-1}{n} \sum_{i=-1}^{n} -x_i", "prefix prefix prefix"),
        (r"\text{loss} - \text{target}", "infix"),
        (r"\text{for } -x", "prefix"),
        (r"y = 1, \qquad -1", "prefix"),
        (r"\begin{pmatrix} -1 & a - b \\ 2 & -3 \end{pmatrix}", "prefix infix prefix"),
        (r"1 + \cdots - n", "infix infix"),
    ],
)
def test_a_sign_is_told_from_an_operation(tex, expected):
    assert forms(tex) == expected


def lacking(math, characters):
    """Return the characters of <math> elements that a font lacks, as a browser shows them."""
    found = set()
    for element in math:
        if element.name in ("annotation", "math", "mrow", "semantics") or not element.string:
            continue
        text = element.string
        if element.name == "mi" and len(text) == 1 and element.get("mathvariant") != "normal":
            text = _italic(text)
        found |= set(text)
    return found - characters - set("\u2061\u2062")  # of no width: a function is applied, times


def _italic(letter):
    if letter == "h":
        return "ℎ"
    kind = name(letter).replace("LATIN ", "").replace("GREEK ", "").replace(" LETTER", "")
    try:
        return lookup(f"MATHEMATICAL ITALIC {kind.replace('CAPITAL ', 'CAPITAL ')}")
    except KeyError:
        return letter


@pytest.fixture(scope="module")
def characters():
    font = TTFont(FONT)
    assert "MATH" in font
    return set(map(chr, font.getBestCmap()))


@pytest.mark.parametrize("page", PAGES)
def test_every_character_of_every_equation_is_in_the_font(html, characters, page):
    soup = BeautifulSoup((html / f"{page}.html").read_text(), "html.parser")
    assert lacking(soup.select("math *"), characters) == set()


@pytest.mark.parametrize(("tex", "lacks"), [("x", "𝑥"), (r"\aleph", "ℵ"), (r"\text{ß}", "ß")])
def test_a_character_that_is_not_in_the_font_is_found(characters, tex, lacks):
    soup = BeautifulSoup(mathml.mathml(tex, True), "html.parser")
    assert lacking(soup.select("math *"), characters - {"𝑥"}) == {lacks}


def pieces(tex):
    """Return what an equation says, with the places where a line may end."""
    statements = formula.broken(formula.tree(tex, True))
    texts = [
        " | ".join(
            " ".join("".join(e.itertext()) for e in [*piece]) for part in s for piece in part
        )
        for s in statements
    ]
    return [text.replace(" ", "") for text in texts]


def test_a_long_equation_may_be_broken_before_a_relation_and_an_operation():
    tex = "w_{new} - 5 = (w - 5) - lr \\cdot 8 (w - 5) = (1 - 8 lr)(w - 5)"
    (whole,) = pieces(tex)
    assert whole == "wnew|−5|=(w−5)|−lr⋅8(w−5)|=(1−8lr)(w−5)"
    assert pieces("a = b + c") == ["a=b+c"]
    assert len(pieces(r"a < 0, \qquad b > 0")) == 2


def test_the_tex_is_kept_once_and_an_equation_is_named_by_what_it_says():
    text = mathml.mathml("w_{new} - 5 = (w - 5) - lr \\cdot 8 (w - 5)", True)
    assert text.count("application/x-tex") == 1
    assert ElementTree.fromstring(f"<p>{text}</p>").findall("math") or "part" in text
    taken = set()
    first, second = (mathml.address("y = 2 x", taken) for _ in range(2))
    assert (first, second) == ("equation-y-2-x", "equation-y-2-x-again")
