"""Minus signs in sentences: a -6 with a hyphen would stand beside formulas with a true minus."""

import re

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

# Before a number, and between two with spaces round it; not in 2026-12-03 or py-3.
HYPHEN = re.compile(r"(?<![\w.)\]-])-(?=\.?\d)|(?<=\w )-(?= \d)")
AS_TYPED = (nodes.literal, nodes.FixedTextElement, nodes.math, nodes.math_block, nodes.raw)


class Minus(SphinxPostTransform):
    """Writes a minus where a sentence has a hyphen before a number."""

    default_priority = 900

    def run(self):
        """Go through the text that is not code."""
        for text in list(self.document.findall(nodes.Text)):
            if not HYPHEN.search(text) or _is_typed(text):
                continue
            text.parent.replace(text, nodes.Text(HYPHEN.sub("−", text)))


def _is_typed(node):
    while node := node.parent:
        if isinstance(node, AS_TYPED):
            return True
    return False
