"""Sphinx extension: the index of the search, made by Pagefind from the finished pages.

Its parts are fetched by the page's script, and only when a reader searches.
"""

import asyncio
import re
from pathlib import Path

from pagefind.index import IndexConfig, PagefindIndex

# Pagefind looks for the name of a section in its heading, Sphinx writes it in front.
SECTION = re.compile(r'<section [^>]*id="([^"]+)">\s*((?:<span id="[^"]*"></span>)*)<h(\d)>')


def _no_other_search(app):
    app.builder.search = False  # Sphinx's own finds pages, not sections


async def _index(out):
    config = IndexConfig(
        root_selector="article",
        exclude_selectors=[".headerlink", ".replayed", ".minutes", "annotation"],
        include_characters="_",  # zero_grad is one word
        output_path=str(out / "pagefind"),
    )
    async with PagefindIndex(config=config) as index:
        for page in sorted(out.glob("*.html")):
            text = SECTION.sub(r'<h\3 id="\1">', page.read_text("utf8"))
            await index.add_html_file(content=text, source_path=page.name)


def _write(app, exception):
    if not exception:
        asyncio.run(_index(Path(app.outdir)))


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", _no_other_search)
    app.connect("build-finished", _write, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
