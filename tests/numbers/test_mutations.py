"""A page with numbers in formulas and alternative texts, and its table of changed numbers."""

from bs4 import BeautifulSoup

from publishing.numbers import mutate


def test_glued_numbers_stand_in_formulas_and_alternative_texts(small):
    small.edit("{glue:text}`sum`", "$2^{{glue:text}`sum`}$")
    small.edit('print("a cell', 'glue("end", f"{x.data + 1:.3f}")\nprint("a cell')
    small.edit(
        "```{code-cell} ipython3\nimport matplotlib",
        "```{code-cell} ipython3\n---\nmystnb:\n  image:\n    alt: Ends at {glue:text}`end`.\n---\n"
        "import matplotlib",
    )
    assert small.record().returncode == 0
    small.give("00 2")
    checked = small.root / "book" / "how-checked.md"
    checked.write_text(f"{checked.read_text()}\n```{{mutations}}\n```\n")
    done = small.build()
    assert done.returncode == 0, done.stdout + done.stderr
    html = small.root / "_build" / "html"
    page = (html / "00-small.html").read_text()
    assert "<mn>1.500</mn>" in page
    assert 'alt="Ends at 1.500."' in page
    assert "$2^{1.500}$" in small.notebook.read_text()
    soup = BeautifulSoup((html / "how-checked.html").read_text(), "html.parser")
    printed = [[cell.text.strip() for cell in row("td")] for row in soup("tr")]
    lines, unseen = mutate.table(small.root)
    rows = [line.strip("| ").split(" | ") for line in lines[2:]]
    assert [row for row in printed if row in rows] == rows
    assert unseen == []
