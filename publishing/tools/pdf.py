"""Prints the built book to one PDF: python -m publishing.tools.pdf HTML PDF.

The pages become chapters of one document, so that a link from one to another leads to its place in
the same file; Chromium makes the bookmarks from the headings, and the page's own print.js takes
hints and answers to the end of each chapter. On which page something stands is known only when all
is printed, so it is printed again with the numbers of the pages.
"""

import argparse
import io
import re
import sys
from pathlib import Path
from tempfile import NamedTemporaryFile

import yaml
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject, TextStringObject

from publishing import ROOT
from publishing.tools.browser import NO_BROWSER, find

STYLE = Path(__file__).with_name("pdf.css")
FRONT = """<section class="title-page"><p class="title"></p><p class="author"></p>
<p class="imprint"></p></section>
<section class="contents"><h1>Contents</h1><ol></ol></section>"""
# When print.js has moved what it moves, the headings are those of the paper.
CONTENTS = """() => {
  for (const heading of document.querySelectorAll("article :is(h1, h2)")) {
    const entry = document.createElement("li");
    entry.className = heading.localName === "h1" ? "chapter-title" : "section-title";
    entry.innerHTML = '<a class="to-page"><span></span></a>';
    const name = heading.cloneNode(true);
    name.querySelector(".headerlink")?.remove();
    entry.firstChild.prepend(name.textContent.trim());
    entry.firstChild.href = `#${heading.id || heading.parentElement.id}`;
    document.querySelector(".contents ol").append(entry);
  }
}"""
NUMBERS = """(pages) => {
  for (const link of document.querySelectorAll("a.to-page"))
    link.dataset.page = pages[decodeURIComponent(link.hash.slice(1))] ?? "000";
}"""
PASSES = 5  # until no number changes; the second one is the last, unless a number moves a line


def names(root=ROOT):
    """Return the names of the book's pages, in the order of reading."""
    contents = yaml.safe_load((root / "_toc.yml").read_text("utf8"))
    return [contents["root"], *(chapter["file"] for chapter in contents["chapters"])]


def about(root=ROOT):
    """Return the title and the author of the book."""
    config = yaml.safe_load((root / "_config.yml").read_text("utf8"))
    return config["title"], config["author"]


def document(html, pages, title, author):
    """Return all pages as one HTML document. html: the built book's folder; pages: their names."""
    whole = _parsed(html, pages[0])
    address = _address(whole)
    imprint = [node.get_text(" ", strip=True) for node in whole.select(".imprint")] + [address]
    for node in whole(["script", "meta"]):
        if "print.js" not in node.get("src", "") and not node.get("charset"):
            node.decompose()
    whole.html["data-theme"] = "light"
    whole.title.string = title
    whole.head.append(BeautifulSoup(f"<style>{STYLE.read_text('utf8')}</style>", "html.parser"))
    whole.body.clear()
    whole.body.append(BeautifulSoup(FRONT, "html.parser"))
    whole.select_one(".title").string = title
    whole.select_one(".author").string = f"by {author}"
    for line in filter(None, imprint):
        whole.select_one(".imprint").extend([line, whole.new_tag("br")])
    for name in pages:
        page = _parsed(html, name)
        whole.head.extend(s for s in page("link", rel="stylesheet") if s not in whole.head)
        whole.body.append(_chapter(page.article, name, pages, address))
    return str(whole)


def _parsed(html, name):
    return BeautifulSoup((html / f"{name}.html").read_text("utf8"), "html.parser")


def _address(page):
    """Return the address under which the book is read, "" where none is known."""
    canonical = page.find("link", rel="canonical")
    return canonical["href"].rpartition("/")[0] + "/" if canonical else ""


def _chapter(article, name, pages, address):
    """Return the article of a page, with ids that no other page has."""
    for script in article("script"):
        script.decompose()
    for node in article.find_all(lambda tag: tag.get("id") and not tag.find_parent("svg")):
        node["id"] = f"{name}--{node['id']}"
    for link in article.find_all("a", href=True):
        link["href"] = _inside(link["href"], name, pages, address)
        if not link["href"]:
            del link["href"]
    for picture in article("img"):
        del picture["loading"]
    article["id"] = f"{name}--"
    return article


def _inside(href, name, pages, address):
    """Return a link as it reads within the one document, "" where it would lead nowhere."""
    found = re.fullmatch(r"(?:([\w-]+)\.html)?(?:#(.*))?", href)
    page = found and (found[1] or name)
    if page in pages:
        return f"#{page}--{found[2] or ''}"
    outside = re.match(r"[a-z]+:", href)
    return href if outside else address and address + href


def numbers(book):
    """Return {id: page} of what links lead to. book: the PDF as bytes."""
    reader = PdfReader(io.BytesIO(book))
    return {
        name.lstrip("/"): reader.get_destination_page_number(place) + 1
        for name, place in reader.named_destinations.items()
    }


def write(html, pdf, pages, title, author):
    """Print the built book in folder html to the file pdf. Raises LookupError with no browser."""
    if not (browser := find()):
        raise LookupError(NO_BROWSER)
    with NamedTemporaryFile("w", dir=html, suffix=".html", encoding="utf8") as file:
        file.write(document(html, pages, title, author))
        file.flush()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=browser, args=["--allow-file-access-from-files"]
            )
            page = chromium.new_page()
            page.goto(Path(file.name).resolve().as_uri(), wait_until="load")
            page.emulate_media(media="print")
            page.evaluate("dispatchEvent(new Event('beforeprint'))")
            page.evaluate(CONTENTS)
            book = _printed(page)
            chromium.close()
    writer = PdfWriter(clone_from=io.BytesIO(book))
    writer.add_metadata({"/Title": title, "/Author": author})
    writer.root_object[NameObject("/Lang")] = TextStringObject("en")
    writer.write(pdf)


def _printed(page):
    """Return the PDF in which each number of a page is the one on which its link arrives."""
    known = {}
    for _ in range(PASSES):
        page.evaluate(NUMBERS, known)
        book = page.pdf(outline=True, tagged=True, prefer_css_page_size=True)
        if (found := numbers(book)) == known:
            return book
        known = found
    raise RuntimeError(f"the pages' numbers still change after {PASSES} passes")


def main():
    """Print the built book to one PDF."""
    parser = argparse.ArgumentParser(prog="publishing.tools.pdf", description=main.__doc__)
    parser.add_argument("html", type=Path)
    parser.add_argument("pdf", type=Path)
    arguments = parser.parse_args()
    try:
        write(arguments.html, arguments.pdf, names(), *about())
    except LookupError as reason:
        sys.exit(f"no PDF: {reason}")
    print(f"the book is in {arguments.pdf}, {arguments.pdf.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
