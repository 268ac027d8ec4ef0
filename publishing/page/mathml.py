"""Equations as MathML, made at build time, so that a page needs no script.

The TeX stays in the page as an annotation, where copying and screen readers find it. An equation
that stands alone has an address: its label, or what it says.
"""

import re
from unicodedata import normalize
from xml.etree import ElementTree

from docutils import nodes
from math_core import LatexError
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number

from publishing.page import formula

LONGEST = 40  # characters of an address that is made of an equation
SPACE = '<span class="quad"> </span>'


def mathml(tex, display):
    """Return TeX as <math> elements, between which a line may end. Raises LatexError."""
    statements = [
        [[_math(piece, display) for piece in part] for part in parts]
        for parts in formula.broken(formula.tree(tex, display))
    ]
    _note(statements[0][0][0], tex)
    return _row(
        [_row(["".join(map(_text, part)) for part in parts]) for parts in statements], SPACE
    )


def _math(elements, display):
    math = ElementTree.Element("math", {"displaystyle": "true"} if display else {})
    ElementTree.SubElement(math, "mrow").extend(elements)
    return math


def _note(math, tex):
    """Have the first piece tell the whole."""
    semantics = ElementTree.Element("semantics")
    semantics.append(math[0])
    note = ElementTree.SubElement(semantics, "annotation", encoding="application/x-tex")
    note.text = tex.strip()
    math[0] = semantics


def _text(math):
    return ElementTree.tostring(math, "unicode")


def _row(texts, between=""):
    """Return texts that each go to a line of their own before they are broken themselves."""
    if len(texts) == 1:
        return texts[0]
    return between.join(f'<span class="part">{text}</span>' for text in texts)


def address(tex, taken):
    """Return the name under which an equation without a label is linked, and add it to taken."""
    leaves = [
        e.text or "" for e in formula.tree(tex, True).iter() if e.tag in ("mi", "mn", "mtext")
    ]
    words = re.findall(r"\w+", normalize("NFKC", " ".join(leaves)).lower())
    name = "-".join(["equation", *words])[:LONGEST].strip("-")
    while name in taken:
        name += "-again"
    taken.add(name)
    return name


def preload(app, pagename, templatename, context, doctree):
    """Have a page with equations ask for their font at once."""
    context["equations"] = doctree is not None and any(doctree.findall(nodes.math))


def visit_inline(translator, node):
    """Write an equation that stands in a sentence."""
    translator.body.append(_written(node, mathml, False))
    raise nodes.SkipNode


def visit_block(translator, node):
    """Write an equation that stands alone, with its address, and its number where it has one."""
    taken = translator.__dict__.setdefault("equations", set())
    here = node["ids"][0] if node["ids"] else _written(node, address, taken)
    number = ""
    if node["number"]:
        number = f'<span class="eqno">({get_node_equation_number(translator, node)})</span>'
    translator.body.append(
        f'<div class="math notranslate nohighlight" id="{here}">{number}'
        f'<a class="headerlink" href="#{here}" title="Link to this equation">#</a>'
        f"{_written(node, mathml, True)}</div>\n"
    )
    raise nodes.SkipNode


def _written(node, write, argument):
    """Return what write makes of an equation; warn, which ends the build, where it has a fault."""
    try:
        return write(node.astext(), argument)
    except LatexError as reason:
        message = "an equation cannot be set, %s: %s"
        logging.getLogger(__name__).warning(message, reason, node.astext(), location=node)
        return ""
