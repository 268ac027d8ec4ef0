"""The oldest versions that pyproject.toml claims run the package's tests and two chapters."""

import os
import subprocess
import sys
from tomllib import loads

import nbformat
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement

from publishing.record.chapter import chapters
from support.environment import uv
from support.tree import BIN, ROOT

pytestmark = [
    pytest.mark.xdist_group("oldest"),
    pytest.mark.skipif(
        sys.version_info >= (3, 13), reason="the oldest numpy has no build for this Python"
    ),
]
TESTS = [
    "tests/package/test_moons.py",
    "tests/package/test_mlp.py",
    "tests/package/test_value.py",
    "tests/tracing/test_fuse.py",
]


@pytest.fixture(scope="module")
def oldest(tmp_path_factory):
    """Variables under which Python sees the oldest versions in front of the installed ones."""
    project = loads((ROOT / "pyproject.toml").read_text())["project"]
    asked = [Requirement(line) for line in project["dependencies"]]
    pins = [f"{need.name}=={spec.version}" for need in asked for spec in need.specifier]
    folder = tmp_path_factory.mktemp("oldest")
    # Chapter 01 needs a jax too: the newest that takes so old a numpy.
    uv("pip", "install", "--python", sys.executable, "--only-binary", ":all:", "--target", folder,
       *pins, "jax")  # fmt: skip
    return os.environ | {"PYTHONPATH": f"{ROOT}/src:{folder}"}


def test_the_oldest_versions_run_the_packages_tests(oldest):
    shown = "import numpy, matplotlib as m; print(numpy.__version__, m.__version__)"
    done = subprocess.run([sys.executable, "-c", shown], env=oldest, capture_output=True, text=True)
    assert done.stdout == "1.26.0 3.8.0\n"
    done = subprocess.run(
        [BIN / "pytest", "-q", "--no-header", *TESTS],
        cwd=ROOT, env=oldest, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("chapter", chapters()[:2], ids=lambda path: path.stem)
def test_the_oldest_versions_run_a_chapter(oldest, chapter):
    notebook = nbformat.read(ROOT / "notebooks" / f"{chapter.stem}.ipynb", as_version=4)
    NotebookClient(notebook, timeout=300).execute(env=oldest)
