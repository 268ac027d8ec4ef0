"""Copies of the book to break, small and whole, and the commands that are run in them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import yaml

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
FRONT = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

"""
SMALL = """(small)=
# 00 A small chapter

The sum is {glue:text}`sum`, see {ref}`small`.

```{code-cell} ipython3
from fivelines import Value, glue, glue_ratio, show_times
x = Value(0.5)
(x * x + x).backward()
glue("sum", f"{x.data + 1:.3f}")
print("gradient", x.grad)
```

It is {glue:text}`speed-up`.

```{code-cell} ipython3
show_times({"slow": 8.0, "fast": 2.0}, base="slow", fastest_first=["fast", "slow"])
glue_ratio("speed-up", 8.0, 2.0)
```

```{code-cell} ipython3
print("a cell that no fault touches")
```

```{code-cell} ipython3
import matplotlib.pyplot as plt
from fivelines import plots
plots.use_style()
plt.plot([1, 2, 3], [x.grad, 1, 2])
plt.show()
```
"""


class Tree:
    """A copy of the repository, its commands, and what they said."""

    def __init__(self, root):
        self.root = root
        self.chapter = root / "book" / "00-small.md"
        self.notebook = root / "notebooks" / "00-small.ipynb"

    def run(self, *command):
        environment = {**os.environ, "PYTHONPATH": f"{self.root}/src"}
        return subprocess.run(
            [BIN / command[0], *command[1:]],
            cwd=self.root, env=environment, capture_output=True, text=True,
        )  # fmt: skip

    def write(self, text):
        self.chapter.write_text(FRONT + text)

    def edit(self, old, new):
        text = self.chapter.read_text()
        assert text.count(old) == 1
        self.chapter.write_text(text.replace(old, new))

    def give(self, numbers):
        """List the numbers of the small chapter that nothing computes."""
        path = self.root / "book" / "givens.yml"
        readme = yaml.safe_load((ROOT / "book" / "givens.yml").read_text())["README"]
        here = {"00-small": {"00 A small chapter": numbers}, "README": readme}
        path.write_text(yaml.safe_dump(here))

    def record(self, *arguments):
        return self.run("python", "-m", "publishing.record.run", *arguments)

    def replay(self, *arguments):
        return self.run(
            *("python", "-m", "pytest", "-p", "publishing.record.replay", "--nbval", "--color=no"),
            *(arguments or ["notebooks"]),
        )

    def receipt(self):
        return json.loads((self.root / "_build" / "receipts" / "00-small.json").read_text())

    def change_record(self, change):
        """Let change(notebook) change the record, as somebody would who knows how it is sealed."""
        from publishing.record.chapter import outputs_digest  # test_oldest has no publishing

        notebook = nbformat.read(self.notebook, as_version=4)
        change(notebook)
        notebook.metadata.record.outputs = outputs_digest(notebook)
        self.notebook.write_text(nbformat.writes(notebook) + "\n")

    def build(self):
        shutil.rmtree(self.root / "_build" / "html", ignore_errors=True)
        return self.run(
            *("jupyter-book", "build", "book", "--config", "_config.yml"),
            *("--toc", f"{self.root}/_toc.yml", "--path-output", ".", "-W", "-n", "--keep-going"),
        )


def copy(root):
    for name in ("binder", "book", "live", "notebooks", "publishing", "src"):
        ignore = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / name, root / name, ignore=ignore)
    for name in (
        *("LICENSE", "README.md", "_config.yml", "_toc.yml", "pyproject.toml", "requirements.txt"),
    ):
        shutil.copy(ROOT / name, root / name)
    return Tree(root)
