"""Whether an output is the one that was recorded, and what can be compared at all.

Text must be the same, figures the same number by number, and the names by which sentences ask for a
number too. A measured time must be the recorded one to a factor: see measured.py.
"""

import re
from ast import literal_eval

from publishing.record import measured

SVG = "image/svg+xml"
GLUED = "application/papermill.record/text/plain"
LIMITS = {"text": 20_000, "figure": 300_000, "glue": 200}  # characters of one output
NUMBER = re.compile(r"(?<![\w#.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])")
TEXT = re.compile(r"'[^'\\\n]*'|\"[^\"\\\n]*\"")  # what a sentence may ask for: a text on one line
MARKUP = re.compile(r"[*_`\[\]<>$|{}#~^&]")  # the page would show it, the notebook would obey it
TOLERANCE = 0.01  # points of 1/72 inch: far less than can be seen

COMPARED = "compared"
TIMING = "timing, measured again"


def unfit(output):
    """Return why an output cannot be compared, as the end of a sentence, or None."""
    kind = _kind(output)
    if kind is None:
        return f"shows {_shown(output)}, which is not compared; print text, or draw with matplotlib"
    if len(_text(output)) > LIMITS[kind]:
        size = f"{len(_text(output)):,} characters"
        return f"shows {size}, and a {kind} may have {LIMITS[kind]:,}: show less"
    if kind == "glue" and (found := MARKUP.search(_text(output))):
        return f"glues {_text(output)!r}: {found[0]!r} is markup, which belongs into the sentence"
    declared = output.get("metadata", {}).get("measured")
    return None if declared is None else measured.flaw(declared, _text(output))


def differences(new, old):
    """Return (verdicts, why) for the outputs of a cell, those of now and those of the record.

    verdicts: for each recorded output {"verdict": ..., and for timings the two lists of figures}.
    why: the first difference in a sentence; None if there is none.
    """
    verdicts = []
    for i, output in enumerate(old):
        verdict = {"verdict": COMPARED}
        if i >= len(new):
            return verdicts, f"output {i + 1} is missing: {_text(output)[:80]!r}"
        if why := unfit(new[i]) or unfit(output):
            return verdicts, f"output {i + 1} {why}"
        if why := _unlike(new[i], output):
            return verdicts, f"output {i + 1}, {why}"
        if declared := output.get("metadata", {}).get("measured"):
            verdict = {
                "verdict": TIMING,
                "recorded": measured.values(declared),
                "measured": measured.values(new[i].metadata["measured"]),
            }
        verdicts.append(verdict)
    if len(new) > len(old):
        return verdicts, f"there is a further output: {_text(new[len(old)])[:80]!r}"
    return verdicts, None


def _kind(output):
    """Return "text", "figure" or "glue"; None for what is none of these."""
    keys, about = set(output.get("data", {})), set(output.get("metadata", {}))
    if output.output_type == "stream":
        return "text" if output.name == "stdout" else None
    if output.output_type not in ("display_data", "execute_result"):
        return None
    if keys == {GLUED} and about - {"measured"} == {"scrapbook"}:
        return "glue" if TEXT.fullmatch(output.data[GLUED]) else None
    if keys == {"text/plain"} and about <= {"measured"}:
        return "text"
    if keys <= {"text/plain", SVG} and SVG in keys and not about:
        return "figure"
    return None


def _shown(output):
    if output.output_type == "stream":
        return f"text on {output.name}"
    about = set(output.get("metadata", {})) - {"scrapbook", "measured"}
    return " and ".join(sorted({*output.get("data", {}), *about})) or output.output_type


def _text(output):
    data = output.get("data", {})
    if GLUED in data:
        return literal_eval(data[GLUED])
    return data.get(SVG) or data.get("text/plain") or output.get("text", "")


def _unlike(new, old):
    """Return in what way two outputs differ, or None."""
    if _kind(new) != _kind(old) or new.output_type != old.output_type:
        return f"it is a {_kind(new)} where the record has a {_kind(old)}"
    if _kind(old) == "glue" and new.metadata.scrapbook != old.metadata.scrapbook:
        names = new.metadata.scrapbook.get("name"), old.metadata.scrapbook.get("name")
        return f"it is glued as {names[0]!r} where the record has {names[1]!r}"
    if _kind(old) == "figure":
        same = same_figure(new.data[SVG], old.data[SVG])
        return None if same else "the figure is another one (mismatch 'image/svg+xml')"
    declared = [output.get("metadata", {}).get("measured") for output in (new, old)]
    if any(declared):
        return measured.unlike(*declared)
    lines = [_text(output).splitlines(keepends=True) for output in (new, old)]
    for i in range(max(map(len, lines))):
        here = [text[i] if i < len(text) else "nothing" for text in lines]
        if here[0] != here[1]:
            return f"line {i + 1}: {here[0].rstrip()!r} where the record has {here[1].rstrip()!r}"
    return None


def same_figure(new, old):
    """Return whether two SVG texts agree: words exactly, coordinates to TOLERANCE."""
    (new_tags, new_words), (old_tags, old_words) = _taken_apart(new), _taken_apart(old)
    if new_words != old_words or NUMBER.sub("#", new_tags) != NUMBER.sub("#", old_tags):
        return False
    pairs = zip(NUMBER.findall(new_tags), NUMBER.findall(old_tags), strict=True)
    return all(abs(float(a) - float(b)) <= TOLERANCE for a, b in pairs)


def _taken_apart(svg):
    """Return the tags of an SVG and the words between them.

    matplotlib's ids are digests of coordinates; here they are counted instead.
    """
    for i, name in enumerate(dict.fromkeys(re.findall(r'\bid="(\w+)"', svg))):
        svg = re.sub(rf'(?<=id="){name}(?=")|(?<=#){name}(?=["\)])', f"id-{i}", svg)
    parts = re.split(r"(<[^>]*>)", svg)
    return "".join(parts[1::2]), parts[0::2]
