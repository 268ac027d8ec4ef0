"""Sphinx extension: `{exercise} 01.4` prints that exercise's task and hints as a box.

They are read from the exercise's own file in src/, which is parsed and never run. The notebook
edition prints the same text (see portable).
"""

import ast
from pathlib import Path

from docutils.nodes import Element
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from publishing.record.chapter import Refused


def file_of(id, root):
    """Return the path of the file of exercise id, such as "01.4"."""
    tasks = root / "src" / "fivelines" / "exercises" / "tasks"
    return tasks / f"ex_{id.replace('.', '_')}.py"


def read(id, root):
    """Return {name: value} of what exercise id says to its reader. Raises Refused without one."""
    path = file_of(id, root)
    if not path.exists():
        raise Refused(f"there is no exercise {id!r}: {path.name} is missing")
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse(path.read_text("utf8")).body
        if isinstance(node, ast.Assign)
        and node.targets[0].id in ("TITLE", "SECTION", "MINUTES", "TASK", "HINTS")
    }


def as_myst(id, root):
    """Return the box of an exercise as MyST Markdown. Raises Refused if there is no such one."""
    page = read(id, root)
    hints = "\n".join(f"{n}. {hint}" for n, hint in enumerate(page["HINTS"], start=1))
    return (
        f":::{{admonition}} Exercise {id}: {page['TITLE']}\n:class: exercise\n"
        f"{page['TASK'].strip()}\n\n"
        f"To read again: *{page['SECTION']}*. Takes about {page['MINUTES']} minutes.\n:::\n\n"
        f":::{{dropdown}} Hints for {id}\n{hints}\n:::"
    )


class ExerciseBox(SphinxDirective):
    """The directive; its argument is the id of the exercise."""

    required_arguments = 1

    def run(self):
        """Return the box's nodes."""
        root = Path(self.env.app.srcdir).parent
        try:
            text = as_myst(self.arguments[0], root)
            minutes = read(self.arguments[0], root)["MINUTES"]
        except Refused as reason:
            raise self.error(str(reason)) from None
        self.env.note_dependency(str(file_of(self.arguments[0], root)))
        box = Element()
        lines = StringList(text.split("\n"), self.get_source_info()[0])
        self.state.nested_parse(lines, self.content_offset, box)
        box.children[0]["minutes"] = minutes
        return box.children


def setup(app):
    """Register with Sphinx."""
    app.add_directive("exercise", ExerciseBox)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
