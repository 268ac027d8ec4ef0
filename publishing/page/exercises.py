"""Sphinx extension: `{exercise} 01.4` prints that exercise's task and hints as a box.

The notebook edition prints the same text (see publishing/course.py).
"""

from pathlib import Path

from docutils.nodes import Element
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from publishing import Refused, course


class ExerciseBox(SphinxDirective):
    """The directive; its argument is the id of the exercise."""

    required_arguments = 1

    def run(self):
        """Return the box's nodes."""
        id, root = self.arguments[0], Path(self.env.app.srcdir).parent
        try:
            text = course.exercise(id, root)
        except Refused as reason:
            raise self.error(str(reason)) from None
        box = Element()
        lines = StringList(text.split("\n"), self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, box)
        box.children[0]["minutes"] = course.exercises(root)[id]["minutes"]
        return box.children


def setup(app):
    """Register with Sphinx."""
    app.add_directive("exercise", ExerciseBox)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
