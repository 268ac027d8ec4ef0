"""What `make setup` installs is pinned with its hashes; only torch may come from a second index."""

import re
from importlib.metadata import requires

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from support.tree import ROOT

FILES = "requirements.txt", "requirements-torch.txt", "Makefile", ".github/workflows/publish.yml"
PYTORCH = "download.pytorch.org"


def complaints(texts):
    """What is wrong with {file: text} of the pins and of those who install them."""
    locked, torch, makefile, workflow = (texts[name] for name in FILES)
    wrong = []
    for pin in re.split(r"\n(?! )", locked.strip()):
        first, *hashes = pin.split(" \\\n")
        if not re.fullmatch(r"[\w.-]+==[^\s;]+( ;.+)?", first) or not hashes:
            wrong.append(f"no hash: {first}")
        if not all(re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}", line) for line in hashes):
            wrong.append(f"not a hash: {first}")
    own = [line for line in torch.splitlines() if line[0] != "#"]
    if [re.sub(r"[\d.]+$", "", line) for line in own[1:]] != ["torch=="]:
        wrong.append("requirements-torch.txt holds more than torch")
    if (
        PYTORCH not in own[0]
        or PYTORCH in locked + makefile + workflow
        or "EXTRA_INDEX" in workflow
    ):
        wrong.append("a second index for all packages")
    for line in re.findall(r"pip install.*", makefile):
        if "requirements-torch.txt" in line and "--no-deps" not in line:
            wrong.append("the second index may add packages")
        if "$(LOCK)" in line and "--require-hashes" not in line:
            wrong.append("hashes are not asked for")
    needs = {canonicalize_name(need) for need in applying("torch")}
    names = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", locked, re.M)}
    wrong += [f"torch needs {name}, which nothing pins" for name in sorted(needs - names)]
    return wrong


def applying(package):
    """The names of what a package asks for on this machine, but for CUDA."""
    asked = [Requirement(line) for line in requires(package)]
    asked = [need for need in asked if not need.marker or need.marker.evaluate({"extra": ""})]
    return [n.name for n in asked if not re.match("nvidia-|cuda-|triton", n.name)]


@pytest.fixture
def texts():
    return {name: (ROOT / name).read_text() for name in FILES}


def test_nothing_is_wrong(texts):
    assert complaints(texts) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (FILES[0], r"^(alabaster==\S+) \\\n( .*\n)+", r"\1\n", "no hash: alabaster"),
        (FILES[0], r"^alabaster==", "alabaster>=", "no hash: alabaster"),
        (FILES[0], r"^alabaster", f"--extra-index-url {PYTORCH}\nalabaster", "no hash: --extra"),
        (FILES[0], r"sha256:(.)", r"md5:\1", "not a hash: alabaster"),
        (FILES[0], r"^sympy(.*\n)( .*\n)+", "", "torch needs sympy, which nothing pins"),
        (FILES[1], r"\Z", "numpy==1\n", "holds more than torch"),
        (FILES[2], r"--require-hashes ", "", "hashes are not asked for"),
        (FILES[2], r"--no-deps (.*requirements-torch)", r"\1", "may add packages"),
        (FILES[3], r"^jobs:", "env: {PIP_EXTRA_INDEX_URL: x}\njobs:", "a second index for all"),
    ],
)
def test_planted_fault_is_found(texts, file, old, new, says):
    changed = re.sub(old, new, texts[file], flags=re.M)
    assert changed != texts[file]
    assert says in str(complaints(texts | {file: changed}))
