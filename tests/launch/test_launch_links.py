"""Every link and download of the built book leads to a notebook that is ready to run."""

import io
import re
import shutil
import subprocess
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import parse_qs, unquote, urlsplit

import nbformat
import pytest
from click.testing import CliRunner

from fivelines.exercises.terminal.commands import main
from fivelines.exercises.terminal.copies import copy_notebooks
from publishing.launch.address import Address
from publishing.launch.tree import fingerprint, zipped
from publishing.page.downloads import add_links, size
from publishing.record.chapter import chapters
from support.tree import ROOT, Tree
from support.visit import COMMIT, REPOSITORY

pytestmark = pytest.mark.xdist_group("launch")
RAW = re.compile(r"^\s*(```|:::+)\s*\{|\{[\w:]+\}`|^\([\w-]+\)=$", re.MULTILINE)
HOSTS = {"colab.research.google.com", "mybinder.org"}


class Links(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page.read_text())

    def handle_starttag(self, tag, attributes):
        if tag == "a" and "href" in dict(attributes):
            self.found.append(dict(attributes)["href"])


def links(page):
    """The launch and download links of a page."""
    menu = {"downloads", "_sources"}
    return [
        link
        for link in Links(page).found
        if urlsplit(link).hostname in HOSTS or menu & set(link.split("/"))
    ]


def complaints(html, tree):
    """What is wrong with the launch and download links of a site, given its launch tree."""
    wrong = []
    for page in sorted(html.glob("*.html")):
        for link in links(page):
            try:
                check(link, page, html, tree)
            except (AssertionError, OSError, KeyError, ValueError, nbformat.ValidationError) as why:
                wrong.append(f"{page.name}: {link}: {type(why).__name__} {why}")
    return wrong


def check(link, page, html, tree):
    url = urlsplit(link)
    if url.hostname == "colab.research.google.com":
        place, path = re.fullmatch(r"/github/([^/]+/[^/]+)/blob/launch/(.*)", url.path).groups()
        assert unquote(place) == REPOSITORY
        notebook = (tree / unquote(path)).read_bytes()
    elif url.hostname == "mybinder.org":
        assert unquote(url.path) == f"/v2/gh/{REPOSITORY}/launch"
        [path] = parse_qs(url.query)["urlpath"]
        notebook = (tree / path.removeprefix("lab/tree/")).read_bytes()
    else:
        data = (html / link).read_bytes()
        assert f"{link.rsplit('.')[-1]} ({size(data)})" in page.read_text(), "wrong size"
        if link.endswith(".zip"):
            file = zipfile.ZipFile(io.BytesIO(data))
            names = sorted(path.name for path in tree.glob("notebooks/*"))
            assert file.namelist() == [f"five-lines/{name}" for name in names]
            for name in names:
                same(file.read(f"five-lines/{name}"), tree / "notebooks" / name)
            return
        if link.endswith(".md"):
            same(data, ROOT / "book" / Path(link).name)
            return
        notebook = data
        same(data, tree / "notebooks" / Path(link).name)
    ready_to_run(nbformat.reads(notebook.decode(), as_version=nbformat.NO_CONVERT))


def same(data, path):
    equal = data == path.read_bytes()  # apart, since pytest takes minutes to explain the difference
    assert equal, f"not what {path.name} holds"


def ready_to_run(notebook):
    nbformat.validate(notebook)
    first = notebook.cells[0]
    assert first.source.startswith("# @title Setup"), "no setup cell"
    assert f'_setup("git+https://github.com/{REPOSITORY}@{COMMIT}", "' in first.source
    assert f'"{fingerprint()}", _fingerprint)' in first.source, "of another package"
    assert first.metadata == {"cellView": "form", "jupyter": {"source_hidden": True}}
    for cell in notebook.cells:
        assert cell.cell_type == "code" or not RAW.search(cell.source), "raw directive"


def launch(tree):
    done = tree.run("python", "-m", "publishing.launch.tree")
    assert done.returncode == 0, done.stderr
    return tree.root / "_build" / "launch"


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setenv("GITHUB_REPOSITORY", REPOSITORY)
    monkeypatch.setenv("GITHUB_SHA", COMMIT)


@pytest.fixture(scope="module")
def built(book, html):
    """The pages of the whole book, and its launch tree."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_REPOSITORY", REPOSITORY)
        patch.setenv("GITHUB_SHA", COMMIT)
        return html, launch(book)


def test_every_launch_link_and_download_leads_to_a_notebook_that_is_ready(built):
    html, tree = built
    assert complaints(html, tree) == []
    for chapter in chapters():
        kinds = [
            urlsplit(link).hostname or Path(link).suffix
            for link in links(html / f"{chapter.stem}.html")
        ]
        assert kinds == [*sorted(HOSTS), ".ipynb", ".md", ".zip"]
        assert 'id="launch"' in (html / f"{chapter.stem}.html").read_text()
    assert [Path(link).suffix for link in links(html / "index.html")] == [".md", ".zip"]


def change(path, old, new):
    def fault(html, tree):
        file = (html if path.endswith("html") else tree) / path
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    return fault


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (lambda html, tree: (tree / "notebooks/01-gradients.ipynb").unlink(), "FileNotFoundError"),
        (lambda html, tree: (html / "downloads/five-lines.zip").unlink(), "FileNotFoundError"),
        (change("00-neurons.html", "notebooks/00-neurons.ipynb", "00-neurons.md"), "NotFoundError"),
        (change("00-neurons.html", "Some.Owner", "some-owner"), "00-neurons.html: https://colab"),
        (change("00-neurons.html", "/launch?", "/main?"), "00-neurons.html: https://mybinder"),
        (change("index.html", ".zip (", ".zip (1"), "wrong size"),
        (change("notebooks/01-gradients.ipynb", "## What", "```{note}\\n## What"), "raw directive"),
        (change("notebooks/01-gradients.ipynb", "# @title Setup", "# Setup"), "no setup cell"),
        (change("notebooks/01-gradients.ipynb", COMMIT, "main"), "01-gradients.html: https"),
        (change("notebooks/01-gradients.ipynb", '"cell_type"', '"kind"'), "ValidationError"),
    ],
)
def test_planted_fault_is_found(built, fault, says, tmp_path):
    html, tree = (shutil.copytree(folder, tmp_path / folder.name) for folder in built)
    fault(html, tree)
    assert says in str(complaints(html, tree))


def test_all_setup_cells_are_the_same_and_the_tree_holds_what_a_reader_needs(built):
    _, tree = built
    notebooks = [nbformat.read(path, as_version=4) for path in tree.glob("notebooks/*")]
    assert len(notebooks) == len(chapters())
    assert len({notebook.cells[0].source for notebook in notebooks}) == 1
    assert {path.name for path in tree.iterdir()} == {
        *("LICENSE", "README.md", "binder", "notebooks", "pyproject.toml", "src"),
    }


def test_without_an_address_there_is_no_launch_button_and_downloads_say_so(small):
    assert small.build().returncode == 0
    html = small.root / "_build" / "html"
    page = html / "00-small.html"
    assert 'id="launch"' not in page.read_text()
    assert [Path(link).suffix for link in links(page)] == [".ipynb", ".md", ".zip"]
    notebook = nbformat.read(html / "downloads" / "00-small.ipynb", as_version=4)
    assert f'_setup("", "{fingerprint(small.root)}", _fingerprint)' in notebook.cells[0].source


@pytest.mark.parametrize(("server", "kinds"), [("github.com", 2), ("git.example.org", 0)])
def test_only_a_server_that_colab_and_binder_see_gets_launch_buttons(server, kinds):
    context = {"pathto": lambda path, resource: path, "sourcename": "00-neurons.md"}
    app = SimpleNamespace(
        launch_downloads={"downloads/00-neurons.ipynb": b"", "downloads/five-lines.zip": b""},
        book_address=Address(f"https://{server}", REPOSITORY),
        env=SimpleNamespace(doc2path=lambda name: ROOT / "book" / f"{name}.md"),
    )
    add_links(app, "00-neurons", "page.html", context, doctree=True)
    assert len(context.get("launch_links", [])) == kinds
    assert len(context["download_links"]) == 3


def test_two_builds_of_a_commit_give_the_same_bytes(small, address, tmp_path):
    other = Tree(shutil.copytree(small.root, tmp_path / "another folder"))
    for rubbish in ("src/fivelines/__pycache__/x.pyc", "src/f.egg-info/x", "src/.DS_Store"):
        (other.root / rubbish).parent.mkdir(exist_ok=True)
        (other.root / rubbish).write_text("rubbish")
    first, second = (contents(launch(tree)) for tree in (small, other))
    assert first == second
    (other.root / "src/fivelines/value.py").open("a").write("# changed\n")
    assert contents(launch(other)) != first


def contents(folder):
    return {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_zip_tells_no_date():
    with zipfile.ZipFile(io.BytesIO(zipped({"a": "1", "b": "2"}))) as file:
        dates = {file.date_time for file in file.infolist()}
    assert dates == {(1980, 1, 1, 0, 0, 0)}


def test_a_chapter_that_is_not_as_recorded_is_not_launched(small):
    small.edit('"gradient"', '"slope"')
    done = small.run("python", "-m", "publishing.launch.tree")
    assert done.returncode == 1
    assert done.stderr.startswith("no launch tree: 00-small.md, code cell 0")


# -- the reader's own copies -----------------------------------------------------------------------


def test_copies_are_made_once_and_never_over_a_changed_file(tmp_path):
    done = CliRunner().invoke(main, ["notebooks", f"{tmp_path}/mine"])
    assert done.exit_code == 0
    assert done.output.count(": copied\n") == len(chapters())
    first, *others = sorted((tmp_path / "mine").iterdir())
    assert first.read_bytes() == (ROOT / "notebooks" / first.name).read_bytes()
    first.write_text("my work")
    again = dict(copy_notebooks(tmp_path / "mine"))
    assert again.pop(first.name) == "is kept as you left it; move it away to get a new copy"
    assert set(again.values()) == {"is there already"}
    assert first.read_text() == "my work"
    assert len(again) == len(others)


def test_a_package_without_its_repository_says_where_the_chapters_are(tmp_path):
    with pytest.raises(FileNotFoundError, match="not part of the installed package: run this in"):
        copy_notebooks(tmp_path / "mine", chapters=tmp_path / "nowhere")
    assert not (tmp_path / "mine").exists()


def test_a_folder_that_cannot_be_made_gets_a_sentence(tmp_path):
    (tmp_path / "mine").write_text("a file")
    done = CliRunner().invoke(main, ["notebooks", f"{tmp_path}/mine"])
    assert done.exit_code == 1
    assert done.output.startswith("Error: ")


def test_make_lab_copies_the_chapters_and_opens_jupyterlab_there():
    done = subprocess.run(
        ["make", "--no-print-directory", "-n", "-o", ".venv/ready", "lab", "FOLDER=mine"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-2:] == [
        ".venv/bin/fivelines notebooks mine",
        ".venv/bin/jupyter lab --ServerApp.root_dir=mine",
    ]
