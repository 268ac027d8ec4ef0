"""A book of one page that has a number in every kind of place, recorded without a kernel."""

import nbformat
import yaml

from publishing.numbers.sources import book, line
from publishing.record.chapter import code_cells, outputs_digest, parse
from publishing.record.compare import GLUED

PAGE = """---
kernelspec: {display_name: Python 3, language: python, name: python3}
---

(one)=
# 00 A heading of 12 words

The loss is 0.0458, then `0.0459`, then $0.0457$, and {glue:text}`first` at the end. A share of
45 %, thirty-three of 10,000, of 10_001 and of 10 002. A half, 1/3, ¾, x² and .0461. Two lie at −7,
at $2x - 8$ and at minus 9. See {ref}`the 34 lines <one>`, [35 lines](#one), {term}`float36`
and [chapter 00](00-one.md). Here $24 + 13 = 37$.

| a | 21 |
|---|---|
| b | {glue:text}`second` |

$$
y_1 = \\tfrac14 x^{23}
$$

1. The step $10^{{glue:text}`third`}$.
2. Another.

:::{dropdown} Answer 14
Twenty-five of 26.
:::

```python
lr = 0.27  # of 28
```

```{code-cell} ipython3
---
mystnb:
  image:
    alt: A curve that falls to {glue:text}`fourth` in 29 steps.
---
for name in ("first", "second", "third", "fourth"):  # all 4
    glue(name, 201)
print("of 31:", 200 + 1)
```
"""
SETTINGS = """[tool.record]
package = "src"
lock = "lock.txt"
versions = {}
tags = []
words = "support.numbers:words"
"""


def words(root):
    """Return what a reader of this book is told besides its pages."""
    return {"exercises": (root / "words.md").read_text()}


def write(
    root,
    page=PAGE,
    printed="of 31: 201\n",
    glued=("first", "second", "third", "fourth"),
    given=True,
):
    """Write the book, its one cell as it would be recorded; if given, a list of no givens."""
    for folder in ("book", "notebooks"):
        (root / folder).mkdir(exist_ok=True)
    (root / "pyproject.toml").write_text(SETTINGS)
    (root / "lock.txt").touch()
    (root / "words.md").write_text("# 01.1\n\nMove by 0.61 in three steps.\n")
    chapter = root / "book" / "00-one.md"
    chapter.write_text(page)
    (root / "README.md").write_text("# Read me\n\nIt takes 71 s.\n")
    notebook = parse(page, chapter)
    for cell in code_cells(notebook):
        cell.execution_count = 1
        cell.outputs = [nbformat.v4.new_output("stream", text=printed)]
        for i, name in enumerate(glued):
            about = {"name": name, "mime_prefix": "application/papermill.record/"}
            data, metadata = {GLUED: repr(str(201 + i))}, {"scrapbook": about}
            cell.outputs.append(
                nbformat.v4.new_output("display_data", data=data, metadata=metadata)
            )
    record = nbformat.v4.new_notebook(cells=code_cells(notebook))
    record.metadata["record"] = {"outputs": outputs_digest(record)}
    nbformat.write(record, root / "notebooks" / "00-one.ipynb")
    if given:
        (root / "book" / "givens.yml").write_text("{}")
    return root


def give(root):
    """List what the command would list."""
    lines = {}
    for section in book(root):
        lines.setdefault(section.page, {})[section.heading] = line(section)
    (root / "book" / "givens.yml").write_text(yaml.safe_dump(lines, allow_unicode=True))
    return lines


def change(root, old, new, file="book/00-one.md"):
    """Change one place of a file of the book."""
    text = (root / file).read_text()
    assert text.count(old) == 1, old
    (root / file).write_text(text.replace(old, new))
