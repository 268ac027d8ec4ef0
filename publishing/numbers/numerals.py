"""Finds the numerals of a text: digits, fractions, number words, and names that hold a digit.

Each has a key, the same for all ways of writing one value: 0.5, .5, 1/2 and \\tfrac12 are one;
so are 10,000, 10_000 and ten thousand, and so are - and the longer minus sign.

No numerals are "one", "first" and "second", which are pronouns, adverbs and a time as often: a
change from one of them to another is not seen, a change from or to any other number is.
"""

import ast
import operator
import re
from fractions import Fraction
from functools import cache
from typing import NamedTuple
from unicodedata import numeric

UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
UNITS += ["eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"]
UNITS += ["nineteen"]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
ORDINALS = ["third", *(f"{unit}th" for unit in ("four", "fif", "six", "seven", "eigh", "nin"))]
ORDINALS += [*(f"{unit}th" for unit in ("ten", "eleven", "twelf", *UNITS[13:], *SCALES))]
ORDINALS += [f"{ten[:-1]}ieth" for ten in TENS]
SHARES = {"half": "1/2", "quarter": "1/4", "quarters": "1/4", "dozen": "12", "dozens": "12s"}
SHARES |= {"twice": "twice", "thrice": "thrice"}
SHARES |= {f"{word}fold": f"{word}fold" for word in [*UNITS[2:], *TENS, *SCALES]}
SHARES |= dict.fromkeys(("nought", "naught", "nil"), "0")
for verb in ("double", "triple", "quadruple", "halve"):
    SHARES |= {verb + end: verb for end in ("", "s", "d")} | {f"{verb[:-1]}ing": verb}
SHARES["halves"] = "halve"  # a verb as often
WORDS = {word: i for i, word in enumerate(UNITS)} | {w: 10 * i for i, w in enumerate(TENS, start=2)}
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉"

_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
_TEN, _SCALE = "|".join(TENS), "|".join(SCALES)
_OTHER = "|".join([*ORDINALS, *SHARES])
NUMERAL = re.compile(
    r"(?P<sign>\bminus\s+|(?<![\w)\]}.])[-−+])?(?:"
    r"\\[dt]?frac\s*(?:\{(?P<over>-?\d+)\}|(?P<over1>\d))\s*(?:\{(?P<under>\d+)\}|(?P<under1>\d))"
    r"|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]+)|(?P<vulgar>[¼½¾⅐-⅞①-⑳Ⅰ-Ⅻ])|(?P<number>"
    r"\d+/\d+(?![\w/])"
    r"|[1-9]\d{0,2}(?:[,_ \u00a0\u202f]\d{3})+(?!\d)(?:\.\d+)?"
    r"|(?:\d+(?:_\d+)*(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)"
    rf"|\b(?P<words>(?:(?:{_TEN})(?:-(?:{_UNIT}))?|{_UNIT})(?:[\s-](?:{_SCALE}))*s?|"
    rf"(?:{_SCALE})(?:[\s-](?:{_SCALE}))*s?|(?:{_OTHER})s?)\b"
    r"|(?P<name>[A-Za-z]\w*\d\w*))"
    r"|(?P<command>\\[A-Za-z]+)",
    re.IGNORECASE,
)
OPERATOR = re.compile(r"[-−+]\s*$")


class Numeral(NamedTuple):
    """A numeral: where it begins, as it is written, its key, and the kind of place it stands in."""

    start: int
    text: str
    key: str
    place: str

    @property
    def end(self):
        """Where it ends."""
        return self.start + len(self.text)


@cache
def plain_numerals(text, operators=False):
    """Return [(start, text, key), ...] for the numerals of a text without markup.

    operators: whether a number takes the sign before a space too, as in `2x - 1`.
    """
    found = []
    for match in NUMERAL.finditer(text):
        if match["command"] or match[0].lower() in ("one", "ones"):
            continue
        key = _key(match)
        if operators and (before := OPERATOR.search(text, 0, match.start())):
            key = key if before[0][0] == "+" else negative(key)
        found.append((match.start(), match[0], key))
    return found


def key_of(text):
    """Return the key of a text that is one numeral; None for any other text."""
    match = NUMERAL.fullmatch(text)
    return _key(match) if match and not match["command"] else None


def negative(key):
    """Return the key of the number with the other sign."""
    return key if key == "0" else key[1:] if key[0] == "-" else f"-{key}"


def _key(match):
    minus = (match["sign"] or "+").strip() != "+"
    amount = match["name"] or _amount(match)
    return negative(amount) if minus else amount


def _amount(match):
    if over := match["over"] or match["over1"]:
        return _share(over, match["under"] or match["under1"])
    if raised := match["raised"]:
        return "".join(str(RAISED.index(digit) % 10) for digit in raised)
    if vulgar := match["vulgar"]:
        return str(Fraction(numeric(vulgar)).limit_denominator(10))
    if words := match["words"]:
        return _of_words(" ".join(words.lower().replace("-", " ").split()))
    number = re.sub(r"[,_ \u00a0\u202f]", "", match["number"])
    if re.match(r"0\d", number):  # the number of a chapter
        return number
    return _share(*number.split("/")) if "/" in number else str(Fraction(number))


def _share(over, under):
    return str(Fraction(int(over), int(under))) if int(under) else f"{over}/{under}"


def _of_words(words):
    if words in SHARES or words.removesuffix("s") in ORDINALS:
        return SHARES.get(words, words.removesuffix("s"))
    total = 0
    for word in words.split():
        if scale := SCALES.get(word.removesuffix("s")):
            total = (total or 1) * scale
        else:
            total += WORDS.get(word, WORDS.get(word.removesuffix("s"), 0))
    several = words.split()[-1] not in WORDS | SCALES
    return f"{total}s" if several else str(total)


# -- arithmetic ----------------------------------------------------------------------------------

_PART = r"(?:[\d.+*/()!\s−^{}-]|\\cdot|\\times|\\,|\\tfrac|\\frac)"
# The whole side of an equation, not the end of one that holds a letter.
EQUATION = re.compile(rf"(?:^|[$`=,:;])\s*(?P<left>[-−(\d\\]{_PART}*?)=\s*(?=(?P<right>[-−\\\d]))")
_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: Fraction,
    ast.Pow: lambda a, b: a**b if abs(b) <= 64 else None,
}


@cache
def computed(text):
    """Return the places at which a text has a number that the sum before its = gives.

    `6 - 4 + 1 = 3` has such a number, the 3; a sign of equality between letters has none.
    """
    places = set()
    for match in EQUATION.finditer(text):
        start = match.start("right")
        after = next((n for n in plain_numerals(text) if n[0] == start), None)
        if after and not re.match(r"\s*(?:[\w+*/^(−-]|\\[a-z])", text[start + len(after[1]) :]):
            value = _value(match["left"])
            if value is not None and str(value) == after[2]:
                places.add(start)
    return places


def _value(left):
    """Return what a sum or product of at least two numbers gives; None for anything else."""
    left = re.sub(r"\\t?frac\{?(\d+)\}?\{?(\d+)\}?", r"(\1/\2)", left)
    left = re.sub(r"(\d+)!", lambda m: str(_factorial(int(m[1]))) + "*1", left)
    for old, new in [("\\cdot", "*"), ("\\times", "*"), ("\\,", ""), ("−", "-"), ("^", "**")]:
        left = left.replace(old, new)
    try:
        tree = ast.parse(left.replace("{", "(").replace("}", ")").strip(), mode="eval").body
        return _evaluate(tree) if isinstance(tree, ast.BinOp) else None
    except (SyntaxError, TypeError, ZeroDivisionError):
        return None


def _evaluate(node):
    if isinstance(node, ast.Constant):
        return Fraction(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand)
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_evaluate(node.left), _evaluate(node.right))
    raise TypeError(node)


def _factorial(n):
    return 1 if n < 2 else n * _factorial(n - 1)
