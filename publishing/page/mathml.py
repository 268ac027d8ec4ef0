"""Equations as MathML, made at build time, so that a page needs no script.

The TeX stays in the page as an annotation, where copying and screen readers find it.
"""

from html import escape

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.util.math import get_node_equation_number


def mathml(tex, display):
    """Return TeX as a <math> element; display is "inline" or "block"."""
    start, inner = convert(tex, display=display).removesuffix("</math>").split(">", 1)
    annotation = f'<annotation encoding="application/x-tex">{escape(tex)}</annotation>'
    return f"{start}><semantics>{inner}{annotation}</semantics></math>"


def visit_inline(translator, node):
    """Write an equation that stands in a sentence."""
    translator.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def visit_block(translator, node):
    """Write an equation that stands alone, with its number where it has one."""
    translator.body.append(translator.starttag(node, "div", CLASS="math notranslate nohighlight"))
    if node["number"]:
        number = get_node_equation_number(translator, node)
        translator.body.append(f'<span class="eqno">({number})</span>')
    translator.body.append(mathml(node.astext(), "block") + "</div>\n")
    raise nodes.SkipNode
