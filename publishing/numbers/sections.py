"""A page cut at its headings: each section with its blocks of text and the code in it."""

import ast
import io
import re
import tokenize
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import yaml

from publishing.numbers.numerals import Numeral, computed, plain_numerals
from publishing.record.glued import ROLE

# A role, a code span, inline mathematics, a link, an address: whichever comes first.
INLINE = re.compile(
    r"\{(?P<role>[\w:.+-]+)\}`(?P<arg>[^`]+)`"
    r"|(?P<ticks>`+)(?!`)(?P<code>.*?)(?<!`)(?P=ticks)(?!`)"
    r"|\${1,2}(?P<math>[^$]+)\${1,2}"
    r"|\[(?P<text>[^\]]*)\]\((?P<target>[^()\s]+)\)"
    r"|(?P<url>https?://[^\s>)]+)",
    re.DOTALL,
)
FENCE = re.compile(r"(?P<fence>```+|:::+)\s*(?P<info>.*)")
DIRECTIVE = re.compile(r"\{(?P<name>[\w:.-]+)\}\s*(?P<argument>.*)")
LABELS = ("ref", "doc", "eq", "numref", "cite:p", "cite:t")  # what they name is not shown
GLUE = "name of a result"


class Block(NamedTuple):
    """A piece of a page: its kind, the number of its first line, its text."""

    kind: str
    line: int
    text: str


class Section(NamedTuple):
    """What stands below one heading: blocks of text, and the sources of its code cells."""

    heading: str
    blocks: list
    sources: list


def sections(text):
    """Return the sections of a page of MyST, in order."""
    found, block, fence, skip = [Section("", [], [])], None, None, _front(text)
    for number, line in enumerate(text.split("\n")[skip:], start=skip + 1):
        stripped, blocks = line.strip(), found[-1].blocks
        if fence:
            if re.fullmatch(rf"{fence[0]}{fence[0][0]}*", stripped):
                _close(found[-1], block)
                block = fence = None
            else:
                block[2].append(line)
            continue
        opening = FENCE.match(stripped)
        directive = opening and DIRECTIVE.match(opening["info"])
        if opening and not opening["info"]:  # a box ends
            block = None
        elif opening and opening["fence"][0] == "`" and not _is_box(directive):
            fence = opening["fence"]
            name = directive["name"] if directive else "code block"
            block = [{"math": "display"}.get(name, name), number + 1, []]
        elif opening:
            block = None
            if directive["argument"]:
                blocks.append(Block("box", number, directive["argument"]))
        elif heading := re.match(r"#{1,6}\s+(.+)", line):
            found.append(Section(heading[1].strip(), [Block("heading", number, line)], []))
            block = None
        elif not stripped or re.match(r"\([\w-]+\)=$|%", stripped):
            block = None
        else:
            kind = "table" if stripped[0] == "|" else "sentence"
            if not block or block[0] != kind:
                block = [kind, number, []]
                blocks.append(block)
            block[2].append(line)
    return [
        section._replace(blocks=[Block(k, n, _joined(t)) for k, n, t in section.blocks])
        for section in found
    ]


def _joined(lines):
    return lines if isinstance(lines, str) else "\n".join(lines)


def _front(text):
    """Return how many lines the part between --- at the head of a page takes."""
    head = re.match(r"---\n.*?\n---\n", text, re.DOTALL)
    return head[0].count("\n") if head else 0


def _is_box(directive):
    return directive and directive["name"] not in ("code-cell", "code-block", "math")


def _close(section, block):
    """Add what a fence held: of a code cell the alternative text, its words, and the code."""
    kind, line, lines = block
    if kind != "code-cell":
        section.blocks.append(block)
        return
    first = lines.index("---", 1) + 1 if lines and lines[0] == "---" else 0
    options = lines[1 : first - 1] if first else []
    while first < len(lines) and re.match(r":\w+:", lines[first]):
        options.append(lines[first][1:])
        first += 1
    for text in _shown(yaml.safe_load("\n".join(options))):
        section.blocks.append(Block("alt text", line, text))
    code = "\n".join(lines[first:])
    section.blocks.extend(b._replace(line=b.line + line + first - 1) for b in words_in(code))
    section.sources.append(code)


def _shown(options):
    """Yield the texts in the options of a cell: what is said of its figure, and its tags."""
    if isinstance(options, str):
        yield options
    elif isinstance(options, dict | list):
        for part in options.values() if isinstance(options, dict) else options:
            yield from _shown(part)


@cache
def words_in(code):
    """Return Blocks for the comments and the texts in a piece of Python, without format codes."""
    tokens = tokenize.generate_tokens(io.StringIO(code + "\n").readline)
    comments = [t for t in tokens if t.type == tokenize.COMMENT]
    texts = _Texts()
    texts.visit(ast.parse(code))
    return [Block("comment", t.start[0], t.string) for t in comments] + texts.found


class _Texts(ast.NodeVisitor):
    """Collects the texts of a piece of Python, in order; the names that it glues are none."""

    def __init__(self):
        self.found = []

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            self.found.append(Block("text in a cell", node.lineno, node.value))

    def visit_FormattedValue(self, node):
        self.visit(node.value)

    def visit_Call(self, node):
        glues = isinstance(node.func, ast.Name) and node.func.id == "glue"
        for part in [node.func, *node.args[glues:], *node.keywords]:
            self.visit(part)


@cache
def numbers_in(code):
    """Return the keys of the numbers and the names in a piece of Python, apart from its texts."""
    keys = set()
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.Constant(value=int() | float() as value):
                keys.add(str(Fraction(str(+value))))
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                keys.add(str(-Fraction(str(+value))))
            case ast.BinOp(ast.Constant(value=int() as over), ast.Div(), ast.Constant(value=int())):
                keys.add(str(Fraction(over, node.right.value)))
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, field, None), str):
                keys.add(name)
    return keys


# -- the numerals of a block ---------------------------------------------------------------------


@cache
def numerals(kind, text):
    """Return the Numerals of a block in order, with those of the place GLUE for glued names.

    Left out: a number that the sum before it gives, the number of a chapter in a link to it, and
    the numbers of a list that counts from one.
    """
    if kind in ("display", "code block", "code-block", "comment", "text in a cell"):
        return _plain(text, 0, kind, operators=kind == "display")
    found, done, counted = [], 0, _counted(text)
    for match in INLINE.finditer(text):
        found += _plain(text[done : match.start()], done, kind)
        found += _span(match, kind)
        done = match.end()
    found += _plain(text[done:], done, kind)
    return [n for n in found if n.start not in counted]


def _plain(text, offset, place, operators=False):
    """Return the Numerals of a text whose only markup is what is glued into it."""
    found, done = [], 0
    for role in ROLE.finditer(text):
        found += _typed(text[done : role.start()], offset + done, place, operators, not done)
        found.append(Numeral(offset + role.start(1), role[1], role[1], GLUE))
        done = role.end()
    return found + _typed(text[done:], offset + done, place, operators, not done)


def _typed(text, offset, place, operators, whole):
    """Return the Numerals of a text; whole: whether no glued number stands before its sums."""
    right = computed(text) if whole else set()
    return [
        Numeral(offset + start, written, key, place)
        for start, written, key in plain_numerals(text, operators)
        if start not in right
    ]


def _span(match, kind):
    if match["role"] == "glue:text":
        return _plain(match[0], match.start(), kind)
    if match["role"]:
        shown = match["arg"]
        if match["role"] in LABELS or "<" in shown:
            shown = shown.rpartition("<")[0]
        return _plain(shown, match.start("arg"), kind)
    if match["math"]:
        place = "mathematics" if kind == "sentence" else kind
        return _plain(match["math"], match.start("math"), place, operators=True)
    if match["code"]:
        place = "code span" if kind == "sentence" else kind
        return _plain(match["code"], match.start("code"), place)
    if match["target"]:
        chapter = re.match(r"\d\d(?=-)", match["target"].rpartition("/")[2])
        inside = numerals(kind, match["text"])
        start = match.start("text")
        return [
            n._replace(start=n.start + start) for n in inside if not chapter or n.text != chapter[0]
        ]
    return []


def _counted(text):
    """Return the places of the numbers of a list's items that count 1, 2, 3."""
    items = re.finditer(r"^[ \t]*(\d+)\. ", text, re.MULTILINE)
    return {item.start(1) for i, item in enumerate(items, start=1) if int(item[1]) == i}


def line_of(block, numeral):
    """Return the number of the line on which a numeral of a block stands."""
    return block.line + block.text.count("\n", 0, numeral.start)
