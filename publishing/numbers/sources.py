"""Refuses a number without a source, in a page or in a course's words: make numbers.

A numeral that a reader sees is glued, and then the replay compares it; or it is a given, which
book/givens.yml lists below its page and heading, in the order of the page. An entry there is the
numeral as it is written, or

    =201                     the code or the output of its section must hold it too
    33<00-chapter/size>      it must equal what that chapter glues under that name

A section uses the names that its cells glue, each once, in the order in which they are glued.
Nothing is executed: the outputs are those of the records.
"""

import difflib
import re
import sys
from functools import cache
from typing import NamedTuple

import yaml

from publishing import ROOT, Refused
from publishing.numbers import sections
from publishing.numbers.numerals import key_of, plain_numerals
from publishing.record.chapter import chapters, check_record, code_cells, load_record, written
from publishing.record.glued import glued
from publishing.record.settings import settings

GIVENS = "book/givens.yml"
ENTRY = re.compile(r"(?P<held>=?)(?P<text>[^<]+)(?:<(?P<chapter>[^/>]+)/(?P<name>[^>]+)>)?")


class Section(NamedTuple):
    """A section of a page, and what its numerals are compared with.

    code, known: the keys in its code, and in its code and outputs. glued: {name: text} by its
    cells. listed: the entries of the list of givens. everywhere: {(chapter, name): glued text}.
    """

    page: str
    heading: str
    blocks: list
    code: set
    known: set
    glued: dict
    listed: tuple
    everywhere: dict


def book(root=ROOT):
    """Return the Sections of all pages.

    Raises Refused for an entry of the givens that has no section, and for a stale record.
    """
    givens = yaml.safe_load((root / GIVENS).read_text("utf8")) or {}
    recorded = {chapter.stem: load_record(chapter) for chapter in chapters(root)}
    for chapter in chapters(root):
        check_record(chapter, written(chapter), recorded[chapter.stem])
    everywhere = {
        (name, glue): text
        for name, record in recorded.items()
        for glue, text in glued(code_cells(record)).items()
    }
    found = []
    for page, text in _pages(root):
        cells = iter(code_cells(recorded[page])) if page in recorded else iter(())
        for part in sections.sections(text):
            code, known, names = set(), set(), {}
            for source in part.sources:
                cell = next(cells)
                code |= sections.numbers_in(source)
                known |= _shown(cell)
                names |= glued([cell])
            listed = givens.get(page, {}).pop(part.heading, "")
            entries = tuple(ENTRY.fullmatch(entry) for entry in str(listed).split())
            found.append(
                Section(
                    page, part.heading, part.blocks, code, code | known, names, entries, everywhere
                )
            )
    for page, left in givens.items():
        for heading in left:
            raise Refused(f"{GIVENS} has {page!r}, {heading!r}, which is no heading: take it out")
    return found


def _pages(root):
    """Yield (name, text) of all that readers see."""
    for path in [*sorted((root / "book").glob("*.md")), root / "README.md"]:
        yield path.stem, path.read_text("utf8")
    yield from settings(root).words(root).items()


def _shown(cell):
    """Return the keys of the numbers that a cell printed."""
    texts = [o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in cell.outputs]
    return {key for text in texts for _, _, key in plain_numerals(text)}


# -- one section ---------------------------------------------------------------------------------


def numerals(blocks):
    """Return [(block, Numeral), ...] of some blocks, in order."""
    return [(b, n) for b in blocks for n in sections.numerals(b.kind, b.text)]


def fault(section, blocks=None):
    """Return a sentence on what is wrong with a section, or None; blocks stand for its own."""
    found = numerals(section.blocks if blocks is None else blocks)
    typed = [(b, n) for b, n in found if n.place != sections.GLUE]
    names, used = list(section.glued), [n.key for _, n in found if n.place == sections.GLUE]
    why = None
    if used != names:
        why = _about_glue(used, names)
    elif [n.key for _, n in typed] != [_key(entry) for entry in section.listed]:
        why = _about_numerals(section, typed)
    else:
        whys = (_unheld(section, *each) for each in zip(typed, section.listed, strict=True))
        why = next(filter(None, whys), None)
    return why and f"{section.page}, {section.heading or 'before the first heading'}: {why}"


@cache
def _key(entry):
    return entry and key_of(entry["text"])


def _unheld(section, found, entry):
    """Return what is wrong where an entry says of its numeral what is not so, or None."""
    (block, numeral), name = found, entry["name"]
    where = f"line {sections.line_of(block, numeral)}: {numeral.text} is not"
    if entry["held"] and numeral.key not in _sources(section, block):
        return f"{where} in the code or the output of its section any more: mend it"
    text = section.everywhere.get((entry["chapter"], name))
    if name and (text is None or key_of(text.strip()) != numeral.key):
        return f"{where} what {entry['chapter']} glues as {name!r}, {text}: mend it"
    return None


def _sources(section, block):
    # What a cell prints as a text is in its output, and no source of itself.
    return section.code if block.kind == "text in a cell" else section.known


def _about_glue(names, glued):
    for name in names:
        if name not in glued:
            return f"{name!r} is glued by no cell of this section: glue it there, once for each use"
    for name in glued:
        if name not in names:
            return f"{name!r} is glued and in no sentence of this section: use it or take it out"
    return f"the glued {', '.join(names)} stand in another order than in the cells, or twice"


def _about_numerals(section, typed):
    keys, listed = [n.key for _, n in typed], [_key(entry) for entry in section.listed]
    compared = difflib.SequenceMatcher(None, listed, keys, autojunk=False)
    change, i, _, j, _ = next(code for code in compared.get_opcodes() if code[0] != "equal")
    if change == "delete":
        entry = section.listed[i]
        return f"{entry and entry[0]} is in {GIVENS} and does not stand here: mend one of them"
    block, numeral = typed[j]
    instead = f", where {GIVENS} has {section.listed[i][0]}" if change == "replace" else ""
    return (
        f"line {sections.line_of(block, numeral)}: {numeral.text} has no source{instead}: glue it "
        f"if code computes it; if it is given, `make numbers` prints the line for {GIVENS}"
    )


def line(section):
    """Return what would be a section's line in the list of givens, with the echoes of the old."""
    typed = [(b, n) for b, n in numerals(section.blocks) if n.place != sections.GLUE]
    keys, old = [n.key for _, n in typed], section.listed
    compared = difflib.SequenceMatcher(None, [_key(e) for e in old], keys, autojunk=False)
    echoes = {
        match.b + i: old[match.a + i][0]
        for match in compared.get_matching_blocks()
        for i in range(match.size)
        if old[match.a + i]["name"]
    }
    entries = []
    for i, (block, numeral) in enumerate(typed):
        written = re.sub(r"(?<=\d)\s(?=\d)", "_", re.sub(r"^minus\s+", "-", numeral.text))
        written = re.sub(r"\s+", "-", written)
        written = "-" * (key_of(written) != numeral.key) + written
        told = not re.fullmatch(r"-?\d", numeral.key) and numeral.key in _sources(section, block)
        entries.append(echoes.get(i, "=" * told + written))
    return " ".join(entries)


# -- the whole book ------------------------------------------------------------------------------


def check(root=ROOT):
    """Raise Refused, with one sentence, for the first number without a source."""
    for section in book(root):
        if wrong := fault(section):
            raise Refused(wrong)


def main(root=ROOT):
    """Say what is wrong, and the lines that the list of givens would need; exit with how much."""
    try:
        wrong = {section[:2]: (fault(section), line(section)) for section in book(root)}
    except Refused as reason:
        sys.exit(str(reason))
    wrong = {where: what for where, what in wrong.items() if what[0]}
    if not wrong:
        print("Every number is glued or given.")
        return
    lines = {}
    for (page, heading), (sentence, entries) in wrong.items():
        print(sentence)
        lines.setdefault(page, {})[heading] = entries
    print(f"\nIf these numbers are given, {GIVENS} has:\n")
    print(yaml.safe_dump(lines, width=100, allow_unicode=True, sort_keys=False))
    sys.exit(f"{len(wrong)} sections have a number without a source")


if __name__ == "__main__":
    main()
