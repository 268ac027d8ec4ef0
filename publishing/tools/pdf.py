"""Prints the built book to one PDF: python -m publishing.tools.pdf HTML PDF.

The pages become chapters of one document, so that a link from one to another leads to its place in
the same file; Chromium makes the bookmarks from the headings.
"""

import argparse
import re
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import yaml
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright

from publishing import ROOT
from publishing.tools.browser import NO_BROWSER, find

PAPER = """
  @page { size: A4; margin: 20mm 18mm; }
  body { font-size: 10.5pt; }
  article + article { break-before: page; }
  a.replayed, .minutes { display: none; }
  .bd-article { font-size: 10.5pt; }
  .bd-article pre { font-size: 8.5pt; }
  .bd-article p, .bd-article li, .bd-article details { max-width: none; }
"""


def names(root=ROOT):
    """Return the names of the book's pages, in the order of reading."""
    contents = yaml.safe_load((root / "_toc.yml").read_text("utf8"))
    return [contents["root"], *(chapter["file"] for chapter in contents["chapters"])]


def document(html, pages):
    """Return all pages as one HTML document. html: the built book's folder; pages: their names."""
    whole = BeautifulSoup((html / f"{pages[0]}.html").read_text("utf8"), "html.parser")
    whole.body.clear()
    whole.html["data-theme"] = "light"
    for script in whole("script"):
        script.decompose()
    whole.head.append(BeautifulSoup(f"<style>{PAPER}</style>", "html.parser"))
    for name in pages:
        page = BeautifulSoup((html / f"{name}.html").read_text("utf8"), "html.parser")
        article = page.article
        for node in article.find_all(id=True):
            node["id"] = f"{name}--{node['id']}"
        for link in article.find_all("a", href=True):
            link["href"] = _inside(link["href"], name, pages)
        for folded in article("details"):
            folded["open"] = ""
        for picture in article("img"):
            del picture["loading"]
        article["id"] = f"{name}--"
        whole.body.append(article)
    return str(whole)


def _inside(href, name, pages):
    """Return a link as it reads within the one document; one that leads outside stays."""
    found = re.fullmatch(r"(?:([\w-]+)\.html)?(?:#(.*))?", href)
    page = found and (found[1] or name)
    return f"#{page}--{found[2] or ''}" if page in pages else href


def write(html, pdf, pages):
    """Print the built book in folder html to the file pdf. Raises LookupError with no browser."""
    if not (browser := find()):
        raise LookupError(NO_BROWSER)
    with NamedTemporaryFile("w", dir=html, suffix=".html", encoding="utf8") as file:
        file.write(document(html, pages))
        file.flush()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=browser, args=["--allow-file-access-from-files"]
            )
            page = chromium.new_page()
            page.goto(Path(file.name).resolve().as_uri(), wait_until="load")
            page.pdf(path=pdf, outline=True, tagged=True, prefer_css_page_size=True)
            chromium.close()


def main():
    """Print the built book to one PDF."""
    parser = argparse.ArgumentParser(prog="publishing.tools.pdf", description=main.__doc__)
    parser.add_argument("html", type=Path)
    parser.add_argument("pdf", type=Path)
    arguments = parser.parse_args()
    try:
        write(arguments.html, arguments.pdf, names())
    except LookupError as reason:
        sys.exit(f"no PDF: {reason}")
    print(f"the book is in {arguments.pdf}, {arguments.pdf.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
