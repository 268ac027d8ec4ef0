"""What a page tells search engines, previews and contributors; sitemap and 404.

Its foot names the edition, which is the version in pyproject.toml, and the commit that is built;
it says so where files were changed since.

The address under which the book is read is that of GitHub Pages for the repository that was found;
where none is, a page claims no address, and there is no sitemap.
"""

import json
import re
import tomllib
from pathlib import Path
from textwrap import shorten
from xml.sax.saxutils import escape

from docutils import nodes

from publishing import ROOT
from publishing.launch import address, history

LICENCE = "https://creativecommons.org/licenses/by/4.0/"
LONGEST = 160  # characters of a description that search engines show


def description(doctree):
    """Return how a page begins, as far as fits."""
    text = [node.astext() for node in doctree.findall(nodes.paragraph) if not node["classes"]]
    return shorten(" ".join(text), LONGEST, placeholder=" …")


def edition(root):
    """Return the edition of the book in root."""
    return tomllib.loads((root / "pyproject.toml").read_text("utf8"))["project"]["version"]


def find_address(app, config):
    """Find out where this copy of the book lives, and what it is a copy of."""
    changes = " with changes" if history.edited(ROOT) else ""
    app.book_edition, app.book_commit = edition(ROOT) + changes, address.commit(ROOT)
    app.book_address, app.book_branch = address.find(ROOT), address.branch(ROOT)
    if app.book_address and app.book_address.server == address.GITHUB:
        config.html_baseurl = app.book_address.pages


def describe(app, pagename, templatename, context, doctree):
    """Tell the templates what this page is about, and where it is from."""
    context["html_baseurl"] = app.config.html_baseurl
    context["edition"], context["commit"] = app.book_edition, app.book_commit
    if app.book_address:
        context["commit_url"] = f"{app.book_address.url}/commit/{app.book_commit}"
    if doctree is None:
        return
    context["description"] = escape(description(doctree), {'"': "&quot;"})
    context["structured"] = structured(app, pagename, description(doctree))
    if place := app.book_address:
        file = f"book/{Path(app.env.doc2path(pagename)).name}"
        context["edit_url"] = f"{place.url}/edit/{app.book_branch}/{file}"
        context["report_url"] = f"{place.url}/issues/new/choose"


def structured(app, pagename, text):
    """Return what a page is for search engines, as JSON-LD; nothing where no address is known."""
    base, root = app.config.html_baseurl, app.config.root_doc
    if not base:
        return ""
    who = {"@type": "Organization", "name": app.config.author}
    course = {"@type": "Course", "name": app.config.html_title, "url": f"{base}{root}.html"}
    if pagename == root:
        what = {**course, "provider": who, "isAccessibleForFree": True, "hasPart": _parts(app)}
    else:
        what = {**_part(app, pagename), "isPartOf": course}
    what |= {"description": text, "author": who, "license": LICENCE, "inLanguage": "en"}
    return json.dumps({"@context": "https://schema.org", **what}).replace("<", "\\u003c")


def _parts(app):
    return [_part(app, name) for name in _pages(app) if name != app.config.root_doc]


def _part(app, name):
    title, url = app.env.titles[name].astext(), f"{app.config.html_baseurl}{name}.html"
    return {"@type": "LearningResource", "name": title, "url": url}


def not_found(app):
    """Add the page that is shown for a missing address."""
    base = re.sub(r"^https?://[^/]+", "", app.config.html_baseurl) or "/"
    pages = [(name, app.env.titles[name].astext()) for name in _pages(app)]
    yield "404", {"site_root": base, "pages": pages, "favicon": "_static/favicon.svg"}, "404.html"


def _pages(app):
    return [app.config.root_doc, *app.env.toctree_includes[app.config.root_doc]]


def write_sitemap(app):
    """List the pages for search engines, where the site has an address."""
    base = app.config.html_baseurl
    if not base:
        return
    urls = "".join(f"<url><loc>{escape(base)}{name}.html</loc></url>\n" for name in _pages(app))
    (Path(app.outdir) / "sitemap.xml").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'
    )
