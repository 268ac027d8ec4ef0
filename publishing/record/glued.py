"""The numbers that cells hand to the text: what each is called, and the text with them laid in."""

import re
from ast import literal_eval
from collections import Counter

from publishing.record.compare import GLUED

ROLE = re.compile(r"\{glue:text\}`([^`]+)`")


def glued(cells):
    """Return {name: text} of what some executed code cells glue, in order."""
    return dict(_all(cells))


def repeated(cells):
    """Return the names that are glued more than once."""
    counted = Counter(name for name, _ in _all(cells))
    return [name for name, times in counted.items() if times > 1]


def _all(cells):
    return [
        (output.metadata.scrapbook.name, literal_eval(output.data[GLUED]))
        for cell in cells
        for output in cell.outputs
        if "scrapbook" in output.get("metadata", {})
    ]


def laid_in(text, texts):
    """Return a text of MyST with the glued texts in place of the roles, in mathematics too.

    Raises KeyError for a name that texts lacks.
    """
    return ROLE.sub(lambda role: texts[role[1]], text)
