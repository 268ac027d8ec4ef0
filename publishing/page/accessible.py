"""Markup that accessibility checkers reject, written otherwise.

docutils gives the entries of a bibliography deprecated ARIA roles, in a list that may not hold the
links to them. MyST-NB gives folded code a label that is not what it shows. Sphinx makes a heading a
link to itself, called "#": a stop for whoever goes by keyboard, who has the same link in the list
of sections.
"""

from html import escape


def _visit_citation(translator, node):
    translator.body.append(translator.starttag(node, "div", CLASS="citation"))


def _depart_citation(translator, node):
    translator.body.append("</div>\n")


def _visit_folded(translator, node):
    prompt = escape(node["prompt_show"])
    translator.body.append(f'<details class="folded"><summary>{prompt}</summary>\n')


def _depart_folded(translator, node):
    translator.body.append("</details>\n")


def quiet_links(app, pagename, templatename, context, doctree):
    """Leave the links of headings to those who point at them."""
    if "body" in context:
        context["body"] = context["body"].replace(
            '<a class="headerlink', '<a tabindex="-1" aria-hidden="true" class="headerlink'
        )


CITATION = _visit_citation, _depart_citation
FOLDED = _visit_folded, _depart_folded
