"""Launched notebooks run to their end in a clean environment, in JupyterLab, in a browser.

The environment is made once: what binder/ pins, and JupyterLab, which Binder brings itself. It has
not the course's package; the setup cell installs that from a repository on this machine, which git
is told to take for the one on GitHub.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from urllib.request import urlopen

import nbformat
import psutil
import pytest

from publishing.launch import tree
from publishing.page.head import edition
from publishing.record.chapter import chapters, code_cells
from support.environment import uv
from support.repository import git, repository
from support.tree import ROOT
from support.visit import REPOSITORY

pytestmark = pytest.mark.xdist_group("launched")
GITHUB = f"https://github.com/{REPOSITORY}"
CHAPTERS = [chapter.stem for chapter in chapters()]
MEMORY = 1500  # MB for a chapter, of the 2000 that Binder gives to it and JupyterLab together
PATIENCE = 400  # seconds for a chapter, on a busy machine


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """A clean environment; notebooks in the folder alone/, and the launch tree in launch/."""
    root = tmp_path_factory.mktemp("clean")
    origin = root / "origin"
    shutil.copytree(ROOT / "src", origin / "src", ignore=shutil.ignore_patterns("*.egg-info"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, origin)
    repository(origin)
    git(origin, "add", "--all")
    git(origin, "commit", "--quiet", "--message", "the package")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_REPOSITORY", REPOSITORY)
        patch.setenv("GITHUB_SHA", git(origin, "rev-parse", "HEAD"))
        tree.assemble(root / "desk" / "launch")
    shutil.copytree(root / "desk" / "launch" / "notebooks", root / "desk" / "alone")
    return SimpleNamespace(
        desk=root / "desk",
        bin=environment(root / "environment"),
        variables={
            **{k: v for k, v in os.environ.items() if k != "PYTHONPATH"},
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{origin.as_uri()}.insteadOf",
            "GIT_CONFIG_VALUE_0": GITHUB,
            "JUPYTER_CONFIG_DIR": str(root / "config"),
            "JUPYTER_DATA_DIR": str(root / "data"),
            "JUPYTER_RUNTIME_DIR": str(root / "runtime"),
            "IPYTHONDIR": str(root / "ipython"),
        },
    )


def environment(folder):
    """Make an environment of just what binder/ pins, see that it lacks nothing, add JupyterLab.

    torch comes as `make setup` has it: from PyTorch's index, or from where this machine finds it.
    """
    pins = re.sub(
        r"^(--|torch==).*\n", "", (ROOT / "binder/requirements.txt").read_text(), flags=re.M
    )
    folder.with_suffix(".txt").write_text(pins)
    uv("venv", "--seed", "--python", sys.executable, folder)
    python = "--python", folder / "bin" / "python"
    uv("pip", "install", *python, "--no-deps", "--requirement", folder.with_suffix(".txt"))
    torch = ROOT / "requirements-torch.txt"
    pip = [*python[1:], "-m", "pip", "install", "--quiet", "--no-deps", "--requirement", torch]
    subprocess.run(pip, check=True, capture_output=True)
    said = uv("pip", "check", *python, may_fail=True)
    assert re.findall(r".* requires `(?!cuda-|nvidia-|triton).*", said) == []
    uv("pip", "install", *python, "--constraint", ROOT / "requirements.txt", "jupyterlab")
    return folder / "bin"


def run_setup_cell(clean, folder, before="", after="", variables=None):
    """Run the setup cell of a notebook in folder as IPython does; return what is then seen."""
    notebook = nbformat.read(folder / f"{CHAPTERS[0]}.ipynb", as_version=4)
    script = clean.desk.parent / "cell.py"
    script.write_text("\n".join([before, notebook.cells[0].source, after]))
    done = subprocess.run(
        [clean.bin / "ipython", "--colors=nocolor", "--no-banner", script],
        cwd=folder, env=clean.variables | (variables or {}), capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout + done.stderr


# In this order: the package is not there, then it is.


NOWHERE = {"GIT_CONFIG_KEY_0": "url./nowhere.insteadOf"}


def test_the_setup_cell_says_in_a_sentence_that_there_is_no_network(clean):
    away = "import socket\ndef no(*a, **k): raise OSError\nsocket.create_connection = no"
    seen = run_setup_cell(clean, clean.desk / "alone", before=away, variables=NOWHERE)
    assert seen.strip() == (
        "There is no network: fivelines could not be fetched from github.com. "
        "Connect, and run this cell again."
    )


def test_the_setup_cell_says_what_pip_said(clean):
    there = "import socket\nsocket.create_connection = lambda *a, **k: socket.socket()"
    seen = run_setup_cell(clean, clean.desk / "alone", before=there, variables=NOWHERE)
    assert re.fullmatch(
        f"fivelines could not be installed from git\\+{GITHUB}@[0-9a-f]+: "
        "fatal: '/nowhere' does not appear to be a git repository\n",
        seen,
    )


def test_in_a_checkout_the_setup_cell_finds_the_package(clean):
    shown = "import fivelines\nprint(fivelines.__file__)"
    seen = run_setup_cell(clean, clean.desk / "launch" / "notebooks", after=shown)
    assert re.match(rf"fivelines {edition(ROOT)}, Python 3\.\d+\.\d+, numpy \d", seen)
    assert seen.split("\n")[1] == f"{clean.desk}/launch/src/fivelines/__init__.py"


def test_the_setup_cell_installs_the_package_and_may_run_twice(clean):
    cell = nbformat.read(clean.desk / "alone" / f"{CHAPTERS[0]}.ipynb", 4).cells[0].source
    no_pip = "\nimport subprocess\nsubprocess.run = None\n"
    shown = "\nimport fivelines, sys\nprint(fivelines.__file__)\nprint(len(sys.path))"
    seen = run_setup_cell(clean, clean.desk / "alone", after=f"{shown}{no_pip}{cell}{shown}")
    first, file, paths, *second = seen.splitlines()
    assert re.fullmatch(
        rf"fivelines {edition(ROOT)}\+g[0-9a-f]{{9}}, "
        r"Python [\d.]+, numpy [\d.]+, torch [\w.+]+, jax [\d.]+",
        first,
    )
    assert file.startswith(str(clean.bin.parent))
    assert second == [first, file, paths]


# -- JupyterLab, in a browser ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(clean):
    """The address of a JupyterLab that runs in the clean environment, and its process."""
    settings = clean.desk.parent / "config/lab/user-settings/@jupyterlab/notebook-extension"
    settings.mkdir(parents=True)
    # Else cells that are out of sight are not in the page.
    (settings / "tracker.jupyterlab-settings").write_text('{"windowingMode": "none"}')
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = (
        *("lab", "--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1"),
        *(f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--LabApp.news_url=None"),
        *("--IdentityProvider.token=", f"--ServerApp.root_dir={clean.desk}"),
    )
    log = clean.desk.parent / "lab.log"
    with (
        log.open("w") as file,
        subprocess.Popen(
            [clean.bin / "jupyter", *command], env=clean.variables, stdout=file, stderr=file
        ) as process,
    ):
        url = f"http://127.0.0.1:{port}"
        try:
            wait_for(lambda: answers(f"{url}/api/status"), 60, log.read_text)
            yield SimpleNamespace(url=url, process=psutil.Process(process.pid))
        finally:
            process.terminate()


def answers(url):
    try:
        return urlopen(url).status == 200
    except OSError:
        return False


def wait_for(condition, seconds, explain):
    for _ in range(seconds):
        if condition():
            return
        time.sleep(1)
    raise AssertionError(f"not within {seconds} s: {explain()}")


def errors(notebook):
    outputs = [output for cell in code_cells(notebook) for output in cell.outputs]
    return [output for output in outputs if output.output_type == "error"]


def figures_in(notebook):
    return sum("image/svg+xml" in str(cell.outputs) for cell in code_cells(notebook))


@pytest.mark.parametrize("name", CHAPTERS)
def test_jupyterlab_runs_a_launched_notebook_to_its_last_figure(clean, lab, browser, name):
    recorded = figures_in(nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4))
    page = browser.new_page()
    page.set_default_timeout(60_000)
    page.goto(f"{lab.url}/lab/tree/alone/{name}.ipynb?reset")
    idle = page.get_by_text("Python 3 (ipykernel) | Idle")
    idle.wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()

    notebook = None

    def ended():  # the record has counts too, but the setup cell had none
        nonlocal notebook
        if not idle.is_visible():
            return False
        page.keyboard.press("ControlOrMeta+s")
        try:
            notebook = nbformat.read(clean.desk / "alone" / f"{name}.ipynb", as_version=4)
        except nbformat.reader.NotJSONError:  # read while it was being written
            return False
        counts = [cell.execution_count for cell in code_cells(notebook)]
        return errors(notebook) or counts == list(range(1, len(counts) + 1))

    wait_for(ended, PATIENCE, lambda: f"{name} is not through")
    assert errors(notebook) == []
    figures = page.locator(".jp-OutputArea-output.jp-RenderedSVG img")
    assert figures.count() == figures_in(notebook) == recorded >= 5
    figures.last.scroll_into_view_if_needed()
    assert figures.last.bounding_box()["width"] > 200
    assert figures.last.evaluate("image => image.complete && image.naturalWidth > 200")
    assert page.locator(".jp-Cell").first.locator(".jp-InputArea .cm-editor").count() == 0, "open"

    if sys.platform == "linux":  # the only one that tells the peak of another process
        processes = lab.process.children(recursive=True)
        kernels = [p for p in processes if "ipykernel_launcher" in " ".join(p.cmdline())]
        kernel = max(kernels, key=psutil.Process.create_time)
        status = Path(f"/proc/{kernel.pid}/status").read_text()
        peak = int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1000
        print(f"{name}: {peak:.0f} MB at its peak")
        assert peak < MEMORY
    page.close()
