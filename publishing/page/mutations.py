"""`{mutations}` prints what a build found out about changed numbers, see numbers/mutate.py."""

from pathlib import Path

from sphinx.util.docutils import SphinxDirective

from publishing.numbers import mutate


class Table(SphinxDirective):
    """The table of the numbers that this build changed and looked for, and what it missed."""

    def run(self):
        """Return the table, and a list of the changes that were not seen."""
        lines, unseen = mutate.table(Path(self.env.srcdir).parent)
        return self.parse_text_to_nodes(
            "\n".join([*lines, "", *(f"- {where}" for where in unseen)])
        )
