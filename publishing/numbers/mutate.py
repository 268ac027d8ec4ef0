"""Changes each number of the book once in every way that a slip of the pen does: make mutate.

What the check of numbers.py does not refuse is unseen, and is listed by page and line.
"""

import re
import sys
from collections import Counter

from publishing import ROOT, Refused
from publishing.numbers import sections
from publishing.numbers.numerals import ORDINALS, RAISED, SCALES, TENS, UNITS, key_of
from publishing.numbers.sources import book, fault, numerals

ROWS = ["one", *UNITS[2:], *TENS], list(SCALES), ORDINALS, ["half", "quarter", "twice"]
ROW = {word: row for row in ROWS for word in row}


def changes(text):
    """Return what a slip makes of a numeral: other texts, none of the same value."""
    if re.search(r"\d", text) or text[-1] in RAISED:
        made = [*_other_digits(text), *_other_numbers(text)]
    else:
        made = _other_words(text)
    return [new for new in dict.fromkeys(made) if key_of(new) != key_of(text)]


def _other_digits(text):
    """Yield the text with its first or last digit one up or down."""
    digits = [i for i, sign in enumerate(text) if sign.isdigit()]
    for i in {digits[0], digits[-1]}:
        for up in (1, -1):
            ten = next(row for row in (RAISED[:10], RAISED[10:], "0123456789") if text[i] in row)
            yield text[:i] + ten[(ten.index(text[i]) + up) % 10] + text[i + 1 :]


def _other_numbers(text):
    """Yield a plain number with the other sign, its point moved, and its neighbours."""
    if not (parts := re.fullmatch(r"(minus\s+|[-−+])?(\d*)(\.\d+)?", text)):
        return
    sign, whole, rest = parts[1] or "", parts[2], parts[3] or ""
    yield f"{whole}{rest}" if sign.strip() not in ("", "+") else f"-{whole}{rest}"
    yield f"{sign}{(whole + rest[1:2]).lstrip('0')}.{rest[2:] or '0'}" if rest else f"{text}0"
    yield f"{sign}{whole[:-1]}.{whole[-1:]}{rest[1:]}"
    if not rest:
        yield from (f"{sign}{int(whole) + 1}", f"{sign}{max(int(whole) - 1, 0)}")


def _other_words(text):
    """Yield number words with the last of them one further and one back."""
    head, word, plural = re.fullmatch(r"(.*?)(\w+?)(s?)", text, re.DOTALL).groups()
    if word.lower() not in ROW:
        word, plural = word + plural, ""
    row = ROW.get(word.lower(), ["one", "three", word.lower()])
    i = row.index(word.lower())
    for new in {row[i - 1], row[(i + 1) % len(row)]}:
        yield head + (new.capitalize() if word[0].isupper() else new) + plural


def mutate(root=ROOT):
    """Change each number once; return ({place: (numbers, tried, unseen)}, [what is unseen]).

    Raises Refused where the book as it stands is refused: there, nothing would be shown.
    """
    number, tried, missed, unseen = Counter(), Counter(), Counter(), []
    pages = {path.stem for path in (root / "book").glob("*.md")}
    for section in book(root):
        if wrong := fault(section):
            raise Refused(wrong)
        for block, numeral in numerals(section.blocks):
            place = numeral.place if section.page in pages else section.page
            number[place] += 1
            for before, new, after in _changed(section, block, numeral):
                changed = block._replace(text=before + new + after)
                tried[place] += 1
                if not fault(section, [changed if b is block else b for b in section.blocks]):
                    missed[place] += 1
                    where = f"{section.page}, line {sections.line_of(block, numeral)}"
                    unseen.append(f"{where}: {numeral.text} as {(before + new)[-20:].strip()}")
    return {place: (number[place], tried[place], missed[place]) for place in number}, unseen


def _changed(section, block, numeral):
    """Yield the text before a numeral, another numeral, and the text after it."""
    before, after = block.text[: numeral.start], block.text[numeral.end :]
    if numeral.place == sections.GLUE:
        chapter = [name for page, name in section.everywhere if page == section.page]
        for name in chapter:
            if name != numeral.text:
                yield before, name, after
        return
    for new in changes(numeral.text):
        yield before, new, after
    formula = numeral.place in ("mathematics", "display") or before.count("$") % 2
    if formula and numeral.key != "0" and (sign := re.search(r"[-−+](?=\s*$)", before)):
        other = "+" if sign[0] in "-−" else "-"
        yield before[: sign.start()] + other + before[sign.end() :], numeral.text, after


def table(root=ROOT):
    """Return the lines of a Markdown table of what was changed, and what was not seen."""
    places, unseen = mutate(root)
    rows = [(place, *numbers) for place, numbers in sorted(places.items())]
    rows.append(("all", *(sum(row[i] for row in rows) for i in (1, 2, 3))))
    lines = ["| place | numbers | changes | seen | unseen |", "|---|--:|--:|--:|--:|"]
    lines += [
        f"| {place} | {n:,} | {tried:,} | {tried - lost:,} | {lost:,} |"
        for place, n, tried, lost in rows
    ]
    return lines, unseen


def main(root=ROOT):
    """Print the table and what is unseen; exit with one sentence where something is."""
    try:
        lines, unseen = table(root)
    except Refused as reason:
        sys.exit(str(reason))
    print(*lines, *unseen, sep="\n")
    if unseen:
        sys.exit(f"{len(unseen)} changed numbers would not be seen")


if __name__ == "__main__":
    main()
