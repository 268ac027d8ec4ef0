"""Makes the font of the equations: python -m publishing.tools.font XCharter-Math.otf FONT.woff2.

A browser builds roots, braces and limits from the MATH table of a font, and most systems have no
such font. This keeps of one the characters that this course asks for, and what they grow into.
"""

import argparse
import string
from pathlib import Path

from fontTools import subset

NAME = "Five Lines Math"  # the licence wants another name for what was changed


def _run(start, end):
    return "".join(map(chr, range(ord(start), ord(end) + 1)))


# What the chapters need, and what 03 and later may: softmax, expectations, norms, matrices.
CHARACTERS = "".join(
    [
        string.ascii_letters + string.digits + " .,:;!?'()[]{}|/+-=<>*%",
        _run("𝐴", "𝑔") + "ℎ" + _run("𝑖", "𝑧"),  # how a letter alone is shown
        _run("𝛼", "𝜔") + "𝜕𝜖𝜗𝜙" + "ΓΔΘΛΞΠΣΦΨΩ",
        _run("𝐀", "𝐳") + "𝟎𝟏" + "𝖳" + "ℝℕℤ𝔼ℙ" + "ℒ𝒩𝒪𝒟ℬ",
        "−±∓×÷⋅·∗∘∙√∑∏∫∂∇∞⊙⊗⊕∩∪",
        "≈∼≃≡≠≤≥≪≫∝∈∉⊂⊆→←↔⇒⇔↦",
        "…⋯⋮⋱′″‖⌊⌋⌈⌉⟨⟩⏞⏟ˆ˜˙¯°⊤ℓ–\xa0" + "\u0302\u0303\u20d7",
    ]
)


def made(source, target):
    """Write the font for the pages to target, from a whole one at source. Raises SystemExit."""
    options = subset.Options(
        flavor="woff2",
        hinting=False,
        desubroutinize=True,  # packs better
        layout_features=["ssty"],
        name_IDs=[0, 1, 2, 4, 6],
        drop_tables=["FFTM", "GDEF", "GPOS"],
    )
    font = subset.load_font(source, options)
    if missing := sorted(set(CHARACTERS) - set(map(chr, font.getBestCmap()))):
        raise SystemExit(f"{source} lacks {''.join(missing)}.")
    # Letters drawn for small sizes would double the font; a prime is drawn for its place.
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            for glyph in [g for g in getattr(table, "alternates", ()) if "prime" not in g]:
                del table.alternates[glyph]
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 4, 6):
            record.string = NAME.replace(" ", "" if record.nameID == 6 else " ")
    subset.save_font(font, target, options)


def main():
    """Make the font, and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source")
    parser.add_argument("target", type=Path)
    arguments = parser.parse_args()
    made(arguments.source, arguments.target)
    print(f"{arguments.target}: {arguments.target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
