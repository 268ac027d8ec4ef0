"""Dependabot is kept from proposing what something here holds back, and from nothing else.

A package is held if pyproject.toml, or a package that is itself held, allows it no newer version:
jupyter-book, which stays, holds Sphinx, which holds docutils. What only a package that moves asks
for, as jax does for jaxlib, is proposed together with it.
"""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from support.tree import ROOT

DEPENDABOT = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text())
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXPLAINED = {"sphinx-book-theme": ">=1.4"}  # it asks for more than the Sphinx that is held


def asked(package):
    """What a package asks for on this machine; for "", what we ask for."""
    if package:
        try:
            lines = requires(package) or []
        except PackageNotFoundError:  # of another machine
            return []
    else:
        groups = PROJECT["dependency-groups"].values()
        lines = [line for group in groups for line in group if isinstance(line, str)]
        lines += PROJECT["project"]["dependencies"]
    needs = map(Requirement, lines)
    return [need for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]


def too_new(spec):
    """The versions that a specifier excludes as too new: `<8` gives ">=8"; None if none are."""
    if spec.operator in ("<", "<="):
        return (">=" if spec.operator == "<" else ">") + spec.version
    if spec.operator == "~=":
        parts = list(Version(spec.version).release[:-1])
        return ">=" + ".".join(map(str, [*parts[:-1], parts[-1] + 1]))
    if spec.operator == "==":
        whole, star, _ = spec.version.partition(".*")
        if not star:
            return f">{whole}"
        parts = list(Version(whole).release)
        return ">=" + ".".join(map(str, [*parts[:-1], parts[-1] + 1]))
    return None


def held(asked=asked):
    """{package: the versions that would be too new} of all that is held back."""
    found, known, waiting = {}, set(), [""]
    while waiting:
        for need in asked(waiting.pop()):
            name = canonicalize_name(need.name)
            limits = list(filter(None, map(too_new, need.specifier)))
            found.setdefault(name, set()).update(limits)
            if limits and name not in known:
                known.add(name)
                waiting.append(name)
    lowest = {name: min(limits, key=order) for name, limits in found.items() if limits}
    return lowest | {name: min(lowest.get(name, v), v, key=order) for name, v in EXPLAINED.items()}


def order(limit):
    operator, version = re.fullmatch(r"(>=?)(.+)", limit).groups()
    return Version(version), operator == ">"


def complaints(dependabot, held):
    """What is wrong with the list of what is ignored."""
    [python] = [u for u in dependabot["updates"] if u["package-ecosystem"] == "pip"]
    ignored = {rule["dependency-name"]: rule.get("versions") for rule in python["ignore"]}
    wrong = [
        f"ignore {name} {limit}, and not {ignored.get(name)}"
        for name, limit in sorted(held.items())
        if ignored.get(name) != [limit]
    ]
    return wrong + [f"nothing holds {name}" for name in sorted(ignored.keys() - held.keys())]


def test_what_is_held_back_is_not_proposed():
    assert complaints(DEPENDABOT, held()) == []


def test_what_is_pinned_now_may_stay():
    text = "".join((ROOT / f"requirements{name}.txt").read_text() for name in ("", "-torch"))
    pins = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.M))
    for name, limit in held().items():
        assert name not in pins or Version(pins[name]) not in SpecifierSet(limit), name


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("a<9", ">=9"), ("a<=9", ">9"), ("a~=0.7.14", ">=0.8"), ("a~=7.0", ">=8"),
        ("a==1.*", ">=2"), ("a==1.2.*", ">=1.3"), ("a==0.17.1", ">0.17.1"),
        ("a<9,>=7", ">=9"), ("a<9,<8", ">=8"), ("a>=7", None), ("a!=7", None),
    ],
)  # fmt: skip
def test_every_kind_of_limit_is_understood(line, limit):
    tree = {"": ["held==1"], "held": [line, "free"], "free": ["b<2"], "a": ["c<3"]}
    found = held(lambda name: map(Requirement, tree.get(name, [])))
    assert found.get("a") == limit
    assert "b" not in found
    assert ("c" in found) == bool(limit)


def test_planted_fault_is_found():
    limits = held()
    assert complaints(DEPENDABOT, limits | {"new": ">=2"}) == ["ignore new >=2, and not None"]
    assert complaints(DEPENDABOT, limits | {"sphinx": ">=9"}) == [
        "ignore sphinx >=9, and not ['>=8']"
    ]
    del limits["sphinx"]
    assert complaints(DEPENDABOT, limits) == ["nothing holds sphinx"]


def test_updates_come_in_groups():
    for update in DEPENDABOT["updates"]:
        assert update["groups"], update["package-ecosystem"]
