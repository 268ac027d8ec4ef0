"""A formula as MathML: which signs are signs of numbers, and where a narrow screen may break it.

The converter writes a minus of -6 with no space round it, and leaves it an operation. Here it
becomes a sign, for whoever reads aloud too. Browsers do not break a formula, so it is given to them
in pieces.
"""

import re
from html import unescape
from xml.etree import ElementTree

from math_core import LatexToMathML

CONVERTER = LatexToMathML(fancy_error=False)
NAMED = re.compile(r"&(?!(?:lt|gt|amp|quot);)\w+;")  # what HTML knows by name and XML does not

SIGNS = set("−+±∓")
RELATIONS = set("=<>≤≥≈≠≡≪≫∝∼≃∈→↦⇒⇔")
OPENING, CLOSING, FENCES = set("([{⟨⌊⌈"), set(")]}⟩⌋⌉"), set("|‖")
AFTER = {*"!′″%⋯…", *CLOSING}  # what stands behind a number, so that a minus subtracts
SCRIPTS = {"msub", "msup", "msubsup", "munder", "mover", "munderover"}
DOTS = {"·": "⋯", ".": "…"}  # the converter writes the sign as three
WIDE = 1  # em; so much space keeps two statements apart
SHORT = 24  # characters, which fit into any line


def tree(tex, display):
    """Return TeX as a <math> element whose signs are told from its operations.

    Raises math_core.LatexError where tex is none.
    """
    text = CONVERTER.convert_with_local_state(tex, displaystyle=display)
    math = ElementTree.fromstring(NAMED.sub(lambda name: unescape(name[0]), text))
    for element in math.iter():
        if element.tag in ("math", "mrow", "mtd", "msqrt"):
            _join_dots(element)
            _tell_signs(element)
        if style := element.attrib.pop("style", ""):  # which a page may not have in its markup
            element.set("class", "left" if "text-align: left" in style else "right")
    return math


def _join_dots(row):
    for three in zip(list(row), row[1:], row[2:], strict=False):
        signs = {dot.text for dot in three if dot.tag == "mo"}
        if len(signs) == 1 and signs < set(DOTS) and all(dot.tag == "mo" for dot in three):
            three[0].tag, three[0].text, three[0].attrib = "mi", DOTS[signs.pop()], {}
            row.remove(three[1])
            row.remove(three[2])


def _tell_signs(row):
    opened, number_before = set(), False
    for before, element in zip([None, *row], row, strict=False):
        sign = _operator(element)
        if element.tag == "mo" and sign in SIGNS:
            # Behind the name of a function stands a space, and the sign without any.
            named = before is not None and before.tag == "mspace" and element.get("lspace") == "0"
            if number_before and not named:
                element.set("form", "infix")
            else:
                element.attrib = {"form": "prefix"}
        if element.tag == "mrow" and len(element):
            sign = _operator(element[-1])  # as in a function's name with its bracket
        if sign in FENCES:
            opened ^= {sign}
            number_before = sign not in opened
        elif sign:
            number_before = sign in AFTER
        elif element.tag == "mtext":
            number_before = not element.text.endswith((" ", "\xa0"))
        elif element.tag != "mspace" or _em(element) >= WIDE:
            number_before = element.tag != "mspace"


def _operator(element):
    """Return the sign of an operator, with limits or exponents too; of all else an empty text."""
    while element.tag in SCRIPTS:
        element = element[0]
    return element.text or "" if element.tag == "mo" else ""


def _em(element):
    """Return how wide an empty space is."""
    return float(element.get("width", "0em").removesuffix("em")) if element.tag == "mspace" else 0


def broken(math):
    """Return a formula as statements, each as parts, each as pieces, each a list of elements.

    Wide space stands between two statements, a part begins with a relation, a piece with an
    operation or words. What stands in brackets stays together, and so does a short statement.
    """
    return [_parts(elements) for elements in _split(math, lambda e: _em(e) >= WIDE) if elements]


def _parts(statement):
    if sum(len(text) for element in statement for text in element.itertext()) <= SHORT:
        return [[statement]]
    parts = _split(statement, lambda e: _operator(e) in RELATIONS, keep=True)
    return [_split(part, _goes_on, keep=True) for part in parts]


def _goes_on(element):
    return element.get("form") == "infix" or (element.tag == "mtext" and element.text[0].isspace())


def _split(elements, ends, keep=False):
    """Return lists of elements, outside brackets divided at those where ends is true."""
    found, depth = [[]], 0
    for element in elements:
        sign = _operator(element)
        depth += (sign in OPENING) - (sign in CLOSING)
        if ends(element) and not depth and (found[-1] or not keep):
            found.append([])
            if not keep:
                continue
        found[-1].append(element)
    return found
