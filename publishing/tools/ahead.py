"""Builds the book without Jupyter Book, by new releases: python -m publishing.tools.ahead HTML.

Jupyter Book 1 is only maintained, and holds Sphinx below 8. The way out of it is the conf.py that
it writes itself, plain `sphinx-build` and the newest releases; all of it is made in _build/ahead.
The way is open as long as that build has no warning, and says what the pages in folder HTML say.
"""

import argparse
import subprocess
import sys
import time
import tomllib
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from shutil import copy, rmtree

from bs4 import BeautifulSoup

from publishing import ROOT, Refused
from publishing.tools.prepare import prepared

INSTEAD = [  # of jupyter-book: releases that it does not allow, and what of its extensions we use
    "sphinx>=9",
    "docutils>=0.22",
    "myst-parser>=5",
    "myst-nb>=1.4",
    "sphinx-book-theme>=1.4",
    "sphinx-copybutton",
    "sphinx-design",
    "sphinx-external-toc",
    "sphinx-togglebutton",
    "sphinxcontrib-bibtex",
]
UNUSED = {  # extensions that Jupyter Book puts into every book
    "jupyter_book",
    "sphinx_comments",
    "sphinx_jupyterbook_latex",
    "sphinx_multitoc_numbering",
    "sphinx_thebe",
}
CHANGES = f"""
extensions = [name for name in extensions if name not in {sorted(UNUSED)}]
external_toc_path = "../_toc.yml"
"""
CONTEXT = 8  # words that a sentence about a difference quotes


def packages():
    """Return what a build without Jupyter Book needs, as requirements."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))
    book = [line for line in project["dependency-groups"]["book"] if isinstance(line, str)]
    others = [line for line in book if not line.startswith("jupyter-book")]
    return [*project["project"]["dependencies"], *others, *INSTEAD]


def environment(folder):
    """Make an environment of the newest releases; return its Python. Raises Refused."""
    _run("uv", "venv", "--quiet", "--clear", "--python", sys.executable, folder)
    python = folder / "bin" / "python"
    _run("uv", "pip", "install", "--quiet", "--upgrade", "--python", python, *packages())
    if prepared().exists():  # what the live cells fetch
        (folder / "share").mkdir(exist_ok=True)
        (folder / "share" / prepared().name).symlink_to(prepared())
    return python


def configuration(folder):
    """Write folder/conf.py as Jupyter Book makes it, and beside it what it refers to."""
    copy(ROOT / "_config.yml", folder)
    for path in (ROOT / "book").iterdir():
        if path.suffix != ".md":
            (folder / path.name).symlink_to(path)
    _run("jupyter-book", "config", "sphinx", ROOT / "book", "--config", folder / "_config.yml")
    with (folder / "conf.py").open("a", encoding="utf8") as file:
        file.write(CHANGES)


def build(python, configured, source, html):
    """Build the pages of source into html. Raises Refused where Sphinx has a warning."""
    options = ["-W", "-n", "--keep-going", "-q", "-d", html.with_suffix(".doctrees")]
    command = [python, "-m", "sphinx", *options, "-c", configured, source, html]
    done = subprocess.run(command, cwd=ROOT)  # where Sphinx finds our extensions
    if done.returncode:
        raise Refused("the book does not build with the newest releases: Sphinx said why above")


def versions(python):
    """Return the releases of INSTEAD that are installed, as `name version`."""
    names = [line.partition(">")[0] for line in INSTEAD]
    code = f"from importlib.metadata import version\nfor n in {names}: print(n, version(n))"
    return subprocess.check_output([python, "-c", code], text=True).splitlines()


def difference(html, newest):
    """Return a sentence on the first difference of two built books, "" where there is none."""
    ours, theirs = ({path.name for path in html.glob("*.html")} for html in (html, newest))
    if not ours:
        return f"there is no page in {html}: make html builds them"
    if lacking := ours - theirs:
        return f"{min(lacking)}: the newest releases did not build this page"
    if further := theirs - ours:
        return f"{min(further)}: only the newest releases built this page"
    for name in sorted(ours):
        a, b = words(html / name), words(newest / name)
        if a != b:
            same = takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False))
            i = len(list(same))
            before, old, new = (
                " ".join(part) or "nothing"
                for part in (a[max(0, i - CONTEXT) : i], a[i : i + CONTEXT], b[i : i + CONTEXT])
            )
            return f'{name}: after "{before}" stands "{old}", with the newest releases "{new}"'
    return ""


def words(page):
    """Return the words of a built page: its title, article, and each figure as alt and digest."""
    soup = BeautifulSoup(page.read_text("utf8"), "html.parser")
    article = soup.article or soup.body
    for picture in article("img"):
        file = page.parent / picture["src"]
        drawn = sha256(file.read_bytes()).hexdigest() if file.is_file() else "missing"
        picture.replace_with(f" {picture.get('alt')} {drawn} ")
    for code in article("pre"):
        code.string = code.get_text()  # however its words are cut up for their colours
    return [*soup.title.get_text().split(), *article.get_text(" ").split()]


def _run(tool, *arguments):
    """Run a command of this environment quietly. Raises Refused with what it said."""
    command = [Path(sys.executable).parent / tool, *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refused(f"{tool} {arguments[0]} failed: {done.stderr.strip()}")


def main():
    """Build with the newest releases and compare; exit with the first difference."""
    parser = argparse.ArgumentParser(prog="publishing.tools.ahead", description=main.__doc__)
    parser.add_argument("html", type=Path)
    html, folder = parser.parse_args().html, ROOT / "_build" / "ahead"
    rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        python = environment(folder / "venv")
        print(f"building with {', '.join(versions(python))}", flush=True)
        configuration(folder)
        start = time.perf_counter()
        build(python, folder, ROOT / "book", folder / "html")
        if found := difference(html, folder / "html"):
            raise Refused(found)
    except Refused as reason:
        sys.exit(f"the way out of Jupyter Book is closed: {reason}")
    pages = len(list(html.glob("*.html")))
    print(f"{pages} pages say the same, built in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
