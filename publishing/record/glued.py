"""The numbers that cells hand to the text: what each is called, and the text with them laid in."""

import re
from ast import literal_eval

ROLE = re.compile(r"\{glue:text\}`([^`]+)`")
KEPT = "application/papermill.record/text/plain"


def glued(cells):
    """Return {name: text} of what some executed code cells glue, in order."""
    return {
        output.metadata.scrapbook.name: literal_eval(output.data[KEPT])
        for cell in cells
        for output in cell.outputs
        if "scrapbook" in output.get("metadata", {})
    }


def laid_in(text, texts):
    """Return a text of MyST with the glued texts in place of the roles, in mathematics too.

    Raises KeyError for a name that texts lacks.
    """
    return ROLE.sub(lambda role: texts[role[1]], text)
