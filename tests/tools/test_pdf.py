"""The whole book as one PDF, printed by a real Chromium."""

import re

import pytest
from pypdf import PdfReader

from publishing.tools import pdf
from support.chromium import chromium


def test_all_pages_are_one_document_whose_links_stay_inside(tmp_path):
    (tmp_path / "a.html").write_text(
        '<html><head><title>A</title><link rel="canonical" href="https://x.org/book/a.html">'
        '<script src="_static/print.js"></script><meta http-equiv="Content-Security-Policy"></head>'
        '<body><nav></nav><article><h1 id="x">A</h1><a href="b.html#y">to b</a><a href="#x">up</a>'
        '<a href="b.html">b</a><a href="https://example.org/">out</a><a href="all.zip">zip</a>'
        '<img src="f.svg" loading="lazy"></article><script>1</script></body></html>'
    )
    (tmp_path / "b.html").write_text(
        '<html><body><article><p id="y">B</p><details>answer</details></article></body></html>'
    )
    whole = pdf.document(tmp_path, ["a", "b"], "A & B", "nobody")
    assert re.findall(r'<a href="([^"]+)"', whole) == [
        "#b--y",
        "#a--x",
        "#b--",
        "https://example.org/",
        "https://x.org/book/all.zip",
    ]
    assert {"a--", "a--x", "b--", "b--y"} == set(re.findall(r' id="([^"]+)"', whole))
    assert re.findall(r"<script[^>]*>", whole) == ['<script src="_static/print.js">']
    assert not re.search("Policy|<nav|lazy", whole)
    assert "https://x.org/book/<br/>" in whole  # on the title page


ANSWER = """**Question 1.** By $a^2 + b^2 = c^2$, what is $c$?

:::{dropdown} Answer
The root.
:::

The sum is"""


@pytest.fixture
def printed(small, tmp_path):
    """The small book with a question and its answer, as a PDF."""
    chromium()  # or why not
    small.edit("The sum is", ANSWER)
    small.give("00 1 2 2 2")
    assert small.record().returncode == 0
    assert small.build().returncode == 0
    # In a process of its own, since the browser of the other tests may be open in this one.
    done = small.run("python", "-m", "publishing.tools.pdf", "_build/html", tmp_path / "book.pdf")
    assert done.returncode == 0, done.stderr
    return PdfReader(tmp_path / "book.pdf")


def misleading(entries, texts):
    """Return the entries (name, page) whose name is not on that page. texts: that of each page."""
    return [(name, page) for name, page in entries if name not in texts[page - 1]]


@pytest.mark.slow
def test_the_pdf_is_a_book(printed):
    texts = [" ".join(page.extract_text().split()) for page in printed.pages]
    front, contents, *chapters = texts
    assert front.startswith("Five Lines by the Five Lines authors Edition ")
    assert "CC BY 4.0" in front and "No cookies" not in front

    # The contents lead to the pages that they name, and each page has its number and its chapter.
    listed = contents.partition("Contents ")[2]
    entries = re.findall(r"(00 A small chapter|\D+?) (\d+)(?: |$)", listed)
    entries = [(name, int(page)) for name, page in entries]
    assert [name for name, page in entries][1:3] == [
        "00 A small chapter",
        "Hints and answers",
    ]
    assert misleading(entries, texts) == []
    assert misleading([(name, page - 1) for name, page in entries[:2]], texts)  # it can fail
    for number, text in enumerate(chapters, start=3):
        chapter = [name for name, page in entries if page <= number and "Hints" not in name][-1]
        assert text.startswith(f"{chapter} {number} ")

    # The answer stands at the end, and each says where the other is.
    whole = " ".join(chapters)
    at, end = entries[1][1], entries[2][1]
    assert f"Answer at the end of the chapter, page {end}." in texts[at - 1]
    assert f"Question 1, page {at}" in texts[end - 1]
    assert whole.index("The root.") > whole.index("Hints and answers") > whole.index("gradient 2.0")
    assert "𝑐" in whole  # of the equation


@pytest.mark.slow
def test_the_pdf_has_bookmarks_and_links_that_arrive_and_says_what_it_is(printed):
    titles = [mark.title for mark in printed.outline if not isinstance(mark, list)]
    assert titles == [
        *("Contents", "A small book", "00 A small chapter", "How this book is checked"),
    ]
    assert (printed.metadata.title, printed.metadata.author) == (
        *("Five Lines", "the Five Lines authors"),
    )
    root = printed.root_object
    assert root["/Lang"] == "en" and root["/MarkInfo"]["/Marked"]
    assert {tuple(map(round, page.mediabox[2:])) for page in printed.pages} == {(595, 842)}
    links = [a.get_object() for page in printed.pages for a in page.get("/Annots", [])]
    inside = [link["/Dest"] for link in links if "/Dest" in link]
    assert inside and {place for place in inside if isinstance(place, str)} <= {
        *printed.named_destinations,
    }
    assert not [link for link in links if "file:" in str(link.get("/A", ""))]
    fonts = [font.get_object() for page in printed.pages for font in
             page["/Resources"].get("/Font", {}).values()]  # fmt: skip
    assert fonts
    for font in fonts:
        for part in font.get("/DescendantFonts", [font]):
            kind = part.get_object()
            assert kind["/Subtype"] == "/Type3" or "/FontFile" in str(
                kind["/FontDescriptor"].keys()
            )


def test_without_a_browser_there_is_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("publishing.tools.pdf.find", lambda: None)
    monkeypatch.setattr("sys.argv", ["pdf", str(tmp_path), str(tmp_path / "book.pdf")])
    with pytest.raises(SystemExit, match="no PDF: there is no Chromium here"):
        pdf.main()


def test_the_pages_come_in_the_order_of_reading():
    assert pdf.names()[:4] == ["index", "00-neurons", "01-gradients", "02-training-loop"]
