"""`{exercise} 01.4` prints that exercise's task and hints as a box, to which a link can lead.

The notebook edition prints the same text (see publishing/course.py).
"""

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from publishing import ROOT, Refused, course


class ExerciseBox(SphinxDirective):
    """The directive; its argument is the id of the exercise."""

    required_arguments = 1

    def run(self):
        """Return the box's nodes."""
        id = self.arguments[0]
        try:
            text = course.exercise(id, ROOT)
        except Refused as reason:
            raise self.error(str(reason)) from None
        box = nodes.Element()
        lines = StringList(text.split("\n"), self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, box)
        task = box.children[0]
        task["minutes"] = course.exercises(ROOT)[id]["minutes"]
        task["ids"].append(name := f"exercise-{id.replace('.', '-')}")
        link = nodes.reference("", "#", refid=name, classes=["headerlink"])
        task.children[0].append(link)
        return box.children
