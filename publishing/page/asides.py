"""Beside a chapter's text, what a term means, where the chapter first uses it.

A wide screen has room there. On a narrow one, and on paper, the word's link to the glossary does.
"""

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

GLOSSARY = "glossary"


class Aside(nodes.General, nodes.TextElement):
    """A note beside the text."""


def _visit(translator, node):
    translator.body.append('<div class="aside" role="note">')


def _depart(translator, node):
    translator.body.append("</div>\n")


HTML = _visit, _depart


class Asides(SphinxPostTransform):
    """Puts an aside before each paragraph of the running text that first links to a term."""

    default_priority = 5  # while links still say that they lead to a term

    def run(self):
        """Add the asides to a page other than the glossary."""
        if self.env.docname == GLOSSARY or GLOSSARY not in self.env.all_docs:
            return
        meanings = definitions(self.env.get_doctree(GLOSSARY))
        for link in list(self.document.findall(addnodes.pending_xref)):
            paragraph = link.parent
            while paragraph.parent and not isinstance(paragraph, nodes.paragraph):
                paragraph = paragraph.parent
            in_text = isinstance(paragraph.parent, nodes.section)
            if link.get("reftype") != "term" or not in_text:
                continue
            term = link["reftarget"].lower()
            if meaning := meanings.pop(term, None):
                note = Aside("", "", nodes.strong("", term), nodes.Text(": "), *meaning)
                paragraph.parent.insert(paragraph.parent.index(paragraph), note)


def definitions(glossary):
    """Return {term: nodes}: what the glossary's document says of each term, without links.

    It ends with a link back to the chapter, from which the reader comes; that is left out.
    """
    found = {}
    for item in glossary.findall(nodes.definition_list_item):
        text = next(item.findall(nodes.paragraph)).deepcopy()
        *links, back = list(text.findall(addnodes.pending_xref))
        for link in links:
            link.replace_self(link.children)
        del text[text.index(back) :]
        for term in item.findall(nodes.term):
            found[term.astext().lower()] = text.deepcopy().children
    return found
