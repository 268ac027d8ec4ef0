"""What a page may load and run, by a policy in its head: nothing that is not a file of the site.

GitHub Pages sends no headers of ours, so the policy is a <meta>. It forbids scripts, styles and
handlers that stand in the page itself; a chapter that has one is refused by the build, since a
browser would leave it out without a word.
"""

from html.parser import HTMLParser

from docutils import nodes

from publishing import Refused

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "base-uri 'self'; form-action 'self'; object-src 'none'"
)
META = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
DATA = "application/ld+json"  # is not run


class _Inline(HTMLParser):
    """Collects the tags of a page that the policy forbids."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        has = dict(attributes)
        script = tag == "script" and "src" not in has and has.get("type") != DATA
        if tag == "style" or script or any(n == "style" or n.startswith("on") for n in has):
            self.found.append(self.get_starttag_text())


def inline(html):
    """Return the tags in a page that are a script or style, or have a style or handler."""
    parser = _Inline()
    parser.feed(html)
    return parser.found


def leave_out_thebe(app, doctree, docname):
    """Take away the scripts that Jupyter Book writes for Thebe, which this book does not use."""
    for node in [*doctree.findall(nodes.raw)]:
        if "<script>kernelName" in node.astext() or "x-thebe-config" in node.astext():
            node.parent.remove(node)


def add(app, pagename, templatename, context, doctree):
    """Put the policy into a page's head; raise Refused if the page's own text breaks it."""
    context["policy"] = META
    # What Sphinx puts there is a viewport, which the theme has written already.
    context["metatags"] = f"\n    {META}"
    if found := inline(context.get("body", "")):
        raise Refused(
            f"{pagename} has {found[0]} in it, which the page's policy forbids: "
            "put styles into book/_static/ under a class of their own, and scripts into live/"
        )
