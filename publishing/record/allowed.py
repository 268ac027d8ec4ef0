"""What a chapter may ask of nbval, pytest, Jupyter and MyST-NB: a white list, all else is refused.

Each of them obeys words in a notebook: tags, keys of metadata, comments. Some of these words switch
a comparison off, hide an output, or print another text than the one that was compared.
"""

import io
import re
import tokenize

from publishing import Refused
from publishing.record.settings import settings

FRONT = {"jupytext", "kernelspec"}
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
# nbval's comments and tags, old and new, and the tag by which Jupyter lets a cell fail.
SWITCHES = re.compile(r"nbval[-_]|raises[-_]exception|pytest_validate", re.IGNORECASE)


def check_chapter(notebook, chapter):
    """Raise Refused unless the parsed chapter asks only for what is on the white list."""
    front = {key for key in notebook.metadata if key != "source_map"}
    if unknown := sorted(front - FRONT):
        raise Refused(f"{chapter.name}, front matter: {unknown[0]!r} is not allowed")
    if dict(notebook.metadata.get("kernelspec", {})) != KERNEL:
        raise Refused(f"{chapter.name}, front matter: kernelspec must be {KERNEL}")
    tags = settings(chapter.parent.parent).tags
    code = 0
    for cell in notebook.cells:
        if cell.cell_type == "code":
            what = _not_allowed(cell, tags)
            where, code = f"{chapter.name}, code cell {code} ({first_line(cell)})", code + 1
        else:
            where, what = f"{chapter.name}, the text {first_line(cell)!r}", _not_text(cell)
        if what:
            raise Refused(f"{where}: {what}")


def first_line(cell):
    """Return the first line of a cell, to name the cell by."""
    return cell.source.strip().split("\n")[0][:60]


def _not_text(cell):
    if cell.cell_type == "raw":
        return "a {raw-cell} cannot be recorded; write a {code-cell} or a ```python block"
    if cell.metadata:
        return f"the metadata {dict(cell.metadata)} of a text is not allowed"
    return None


def _not_allowed(cell, tags):
    """Return what a code cell asks for that is not allowed, or None."""
    named = cell.metadata.get("tags", [])
    if found := SWITCHES.search("\n".join([cell.source, *map(str, named)])):
        return f"switching the comparison off ({found[0]!r}) is not allowed"
    if unknown := [tag for tag in named if tag not in tags]:
        return f"the tag {unknown[0]!r} is not allowed; known are {', '.join(sorted(tags))}"
    for place, keys, known in (
        ("", cell.metadata, {"tags", "mystnb"}),
        ("mystnb.", cell.metadata.get("mystnb", {}), {"image"}),
        ("mystnb.image.", cell.metadata.get("mystnb", {}).get("image", {}), {"alt"}),
    ):
        if unknown := sorted(set(keys) - known):
            return f"the option {place}{unknown[0]} is not allowed"
    if _ends_with_semicolon(cell.source):
        return "its last line ends with a semicolon, which nbval mistakes"
    return None


def _ends_with_semicolon(source):
    """Return whether the last token of the code is a semicolon, by which IPython hides a value."""
    try:
        tokens = [
            token.string
            for token in tokenize.generate_tokens(io.StringIO(source).readline)
            if token.type in (tokenize.OP, tokenize.NAME, tokenize.NUMBER, tokenize.STRING)
        ]
    except (tokenize.TokenError, SyntaxError):  # what does not parse will not run either
        return source.rstrip().endswith(";")
    return tokens[-1:] == [";"]
