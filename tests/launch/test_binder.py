"""binder/ as Binder's own program reads it, and its pins beside those of the book."""

import re
import shutil
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from repo2docker.buildpacks import PythonBuildPack

from support.tree import ROOT

COPY = "# Copy stuff."  # where the Dockerfile copies the repository; layers above are reused


@pytest.fixture
def tree(tmp_path):
    for name in ("binder", "src"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def read(tree, monkeypatch):
    """What Binder makes of the tree: its build pack, and the Dockerfile above and below COPY."""
    monkeypatch.chdir(tree)
    pack = PythonBuildPack("ubuntu")
    pack.platform = "linux/amd64"
    assert pack.detect()
    return pack, *pack.render({}).split(COPY)


def test_binder_installs_the_pins_before_it_copies_the_repository(tree, monkeypatch):
    pack, above, below = read(tree, monkeypatch)
    assert pack.python_version == "3.11"
    assert pack.get_preassemble_script_files() == {
        "binder/requirements.txt": "binder/requirements.txt"
    }
    assert 'pip install --no-cache-dir -r "binder/requirements.txt"' in above
    assert "pip install" not in below
    assert "RUN" not in re.sub(r"^#.*", "", below, flags=re.MULTILINE)


def test_prose_and_code_leave_the_layers_above_as_they_are(tree, monkeypatch):
    _, before, _ = read(tree, monkeypatch)
    (tree / "notebooks").mkdir()
    (tree / "notebooks" / "00-new.ipynb").write_text("{}")
    (tree / "src" / "fivelines" / "value.py").write_text("# changed\n")
    _, after, _ = read(tree, monkeypatch)
    assert before == after


@pytest.mark.parametrize("fault", ["a local package", "a script", "no folder"])
def test_planted_fault_is_found(tree, monkeypatch, fault):
    if fault == "a local package":
        (tree / "binder" / "requirements.txt").open("a").write("-e .\n")
    elif fault == "a script":
        (tree / "binder" / "postBuild").write_text("#!/bin/sh\n")
    else:
        shutil.rmtree(tree / "binder")
    with pytest.raises(AssertionError):
        test_binder_installs_the_pins_before_it_copies_the_repository(tree, monkeypatch)


def pins(path):
    """{name: version} of a file in which every package is pinned."""
    lines = [line for line in path.read_text().splitlines() if line and line[0] not in "#- "]
    found = dict(re.match(r"([\w.-]+)==([^\s;]+)", line).groups() for line in lines)
    return {name: version.removesuffix("+cpu") for name, version in found.items()}


def test_binder_has_the_versions_that_the_book_is_verified_with():
    book = pins(ROOT / "requirements.txt") | pins(ROOT / "requirements-torch.txt")
    assert pins(ROOT / "binder/requirements.txt").items() <= book.items()


def test_torch_comes_without_cuda():
    text = (ROOT / "binder" / "requirements.txt").read_text()
    assert re.search(r"^--extra-index-url https://download.pytorch.org/whl/cpu$", text, re.M)
    assert re.search(r"^torch==[\d.]+\+cpu$", text, re.M)
    assert not re.search(r"^(nvidia|cuda|triton)", text, re.M)


def test_the_package_asks_for_neither_framework_and_for_no_newest_version():
    """So that Colab installs it in seconds, and keeps the packages that it has."""
    asked = [Requirement(line) for line in requires("fivelines") if "extra ==" not in line]
    assert {"torch", "jax"}.isdisjoint(need.name for need in asked)
    assert {spec.operator for need in asked for spec in need.specifier} == {">="}
