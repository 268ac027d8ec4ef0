"""The whole book as one PDF, printed by a real Chromium."""

import re

import pytest
from pypdf import PdfReader

from publishing.tools import pdf
from support.chromium import chromium


def test_all_pages_are_one_document_whose_links_stay_inside(tmp_path):
    (tmp_path / "a.html").write_text(
        '<html><head></head><body><nav></nav><article><h1 id="x">A</h1><a href="b.html#y">to b</a>'
        '<a href="#x">up</a><a href="b.html">b</a><a href="https://example.org/">out</a>'
        '<img src="f.svg" loading="lazy"></article><script>1</script></body></html>'
    )
    (tmp_path / "b.html").write_text(
        '<html><body><article><p id="y">B</p><details>answer</details></article></body></html>'
    )
    whole = pdf.document(tmp_path, ["a", "b"])
    assert re.findall(r'href="([^"]+)"', whole) == [
        "#b--y",
        "#a--x",
        "#b--",
        "https://example.org/",
    ]
    assert {"a--", "a--x", "b--", "b--y"} == set(re.findall(r'id="([^"]+)"', whole))
    assert '<details open="">' in whole
    assert not re.search("<script|<nav|lazy", whole)


@pytest.mark.slow
def test_the_pdf_has_text_figures_equations_and_bookmarks(small, tmp_path):
    chromium()  # or why not
    small.edit("The sum is", "By $a^2 + b^2 = c^2$, the sum is")
    small.give("00 2 2 2")
    assert small.record().returncode == 0
    assert small.build().returncode == 0
    # In a process of its own, since the browser of the other tests may be open in this one.
    done = small.run("python", "-m", "publishing.tools.pdf", "_build/html", tmp_path / "book.pdf")
    assert done.returncode == 0, done.stderr
    book = PdfReader(tmp_path / "book.pdf")
    titles = [mark.title for mark in book.outline if not isinstance(mark, list)]
    assert titles == ["A small book", "00 A small chapter", "How this book is checked"]
    text = "".join(page.extract_text() for page in book.pages)
    assert "gradient 2.0" in text
    assert "𝑐" in text  # of the equation
    assert "/Annots" in str([list(page) for page in book.pages])
    inside = [a.get_object() for page in book.pages for a in page.get("/Annots", [])]
    assert not [a for a in inside if "file:" in str(a.get("/A", ""))]


def test_without_a_browser_there_is_one_sentence(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("publishing.tools.pdf.find", lambda: None)
    monkeypatch.setattr("sys.argv", ["pdf", str(tmp_path), str(tmp_path / "book.pdf")])
    with pytest.raises(SystemExit, match="no PDF: there is no Chromium here"):
        pdf.main()


def test_the_pages_come_in_the_order_of_reading():
    assert pdf.names()[:4] == ["index", "00-neurons", "01-gradients", "02-training-loop"]
