"""publishing/record/ knows nothing of this course: it records, replays and builds another book."""

import json
import os
import subprocess

import pytest

from support.tree import BIN, FRONT, ROOT

PYPROJECT = """[tool.record]
package = "code"
lock = "pins.txt"
versions = {numpy = "NumPy"}
tags = ["folded"]
"""
CHAPTER = """# Tides

The moon is {glue:text}`distance` away.

```{code-cell} ipython3
:tags: [folded]

from IPython.display import display
from tides import DISTANCE

text = {"application/papermill.record/text/plain": repr(f"{DISTANCE} km")}
about = {"name": "distance", "mime_prefix": "application/papermill.record/"}
display(text, metadata={"scrapbook": about}, raw=True)
print("seconds of light:", round(DISTANCE / 299_792, 3))
```
"""
CONF = """extensions = ["myst_nb"]
nb_execution_mode = "off"
nb_custom_formats = {"00-tides.md": ["publishing.page.lay_in.read", {"path": PATH}, False]}
"""


@pytest.mark.slow
def test_another_book_is_recorded_replayed_and_built(tmp_path):
    files = {
        "pyproject.toml": PYPROJECT,
        "pins.txt": "numpy\n",
        "code/tides.py": "DISTANCE = 384_400\n",
        "book/00-tides.md": FRONT + CHAPTER,
        "book/index.md": "# The sea\n\n```{toctree}\n00-tides\nhow-checked\n```\n",
        "book/how-checked.md": "# How\n\nBy a replay.\n",
        "book/conf.py": CONF.replace("PATH", repr(str(tmp_path / "book/00-tides.md"))),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)

    def run(*command):
        done = subprocess.run(
            [BIN / command[0], *command[1:]],
            cwd=tmp_path, capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": f"{ROOT}:{tmp_path}/code"},
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    assert "00-tides: executed" in run("python", "-m", "publishing.record.run")
    plugin = "-p", "publishing.record.replay", "--nbval"
    assert "1 of 1 cells and 2 of 2" in run("python", "-m", "pytest", *plugin, "notebooks")
    told = json.loads((tmp_path / "_build" / "receipts" / "00-tides.json").read_text())
    assert list(told["versions"]) == ["NumPy"]
    run("sphinx-build", "-W", "-q", "book", "html")
    page = (tmp_path / "html" / "00-tides.html").read_text()
    assert "384400 km away" in page
    assert "seconds of light: 1.282" in page
    assert "Replayed before this page was built" in page
