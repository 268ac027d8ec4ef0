"""The index of the search, made by Pagefind from the finished pages.

Its parts are fetched by the page's script, and only when a reader searches.
"""

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# Pagefind looks for the name of a section in its heading, Sphinx writes it in front.
SECTION = re.compile(r'<section [^>]*id="([^"]+)">\s*((?:<span id="[^"]*"></span>)*)<h(\d)>')
OPTIONS = {
    "root-selector": "article",
    "exclude-selectors": ".aside, .headerlink, .replayed, .minutes, annotation",
    "include-characters": "_",  # zero_grad is one word
}


def no_other_search(app):
    """Keep Sphinx from making its own index."""
    app.builder.search = False  # Sphinx's own finds pages, not sections


def write_index(html):
    """Write html/pagefind, the index of the pages in the folder html.

    By Pagefind's command: its service, which the Python package offers, is ended while it still
    writes, and on a busy machine every third index of ours had a file that was cut short.
    Raises subprocess.CalledProcessError where Pagefind fails.
    """
    with TemporaryDirectory() as pages:
        for page in html.glob("*.html"):
            text = SECTION.sub(r'<h\3 id="\1">', page.read_text("utf8"))
            Path(pages, page.name).write_text(text, "utf8")
        options = {**OPTIONS, "site": pages, "output-path": html / "pagefind"}
        flags = [f"--{name}={value}" for name, value in options.items()]
        subprocess.run([sys.executable, "-m", "pagefind", "--quiet", *flags], check=True)


def write(app):
    """Write the index of the finished site."""
    write_index(Path(app.outdir))
