"""The words of the chapters: no name that does not exist, none before it is introduced."""

import ast
import builtins
import importlib
import math
import re

import pytest
import torch

import fivelines
import fivelines.check
from publishing.record.chapter import chapters, code_cells, load_record, parse
from support.tree import ROOT

every_chapter = pytest.mark.parametrize("chapter", chapters(), ids=lambda path: path.stem)
SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


def prose(text):
    """Return the text without what is not prose: code, directives' heads, targets and comments."""
    text = re.sub(r"^(```+)[^\n]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^(:::+.*|\([\w-]+\)=|%.*)$", "", text, flags=re.MULTILINE)


def spans(text):
    """Return the code spans that are not the argument of a role."""
    return [match[2] for match in SPAN.finditer(re.sub(r"\{[\w:]+\}`[^`]*`", "", prose(text)))]


def names_in(code):
    """Return every name, attribute, argument and imported thing in a piece of Python."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        for field in ("id", "attr", "arg", "name", "asname"):
            if isinstance(value := getattr(node, field, None), str):
                names |= set(value.split("."))
    return names


def unknown_names(span, known):
    """Return the names in a code span that are neither known nor importable."""
    if "/" in span or re.fullmatch(r"[\w-]+\.(py|md|ipynb|cfg|yml|toml)", span):
        return [] if list(ROOT.glob(f"**/{span.strip('/')}")) else [span]
    try:
        names = names_in(span.lstrip("."))
    except SyntaxError:
        return []
    unknown = sorted(names - known)
    return unknown if unknown and not importable(span) else []


def importable(span):
    module, _, attribute = span.rstrip("()").rpartition(".")
    try:
        return hasattr(importlib.import_module(module or attribute), attribute) or not module
    except ImportError:
        return False


def known_to(chapter):
    """Return what a reader of this chapter can have met: its code, and that of those before it."""
    everywhere = (builtins, math, fivelines, fivelines.Value, fivelines.check, torch.Tensor)
    known = {name for place in everywhere for name in dir(place)} | {"self"}
    for earlier in chapters():
        text = earlier.read_text()
        for cell in code_cells(load_record(earlier)):
            known |= names_in(cell.source)
            for output in cell.outputs:  # a name may be printed, as in generated code
                known |= set(re.findall(r"\w+", output.get("text", "")))
        for block in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            known |= names_in(block)
        if earlier == chapter:
            return known
    raise AssertionError(chapter)


@every_chapter
def test_every_name_in_the_prose_exists(chapter):
    known = known_to(chapter)
    unknown = {span: unknown_names(span, known) for span in spans(chapter.read_text())}
    assert {span: names for span, names in unknown.items() if names} == {}


@every_chapter
def test_nothing_is_used_before_it_is_introduced(chapter):
    text = "".join(cell.source for cell in code_cells(parse(chapter.read_text(), chapter)))
    later = {"00": ["torch", "jax", "Trainer", "backward", "grad"], "01": ["Trainer"]}
    used = {word for word in later.get(chapter.stem[:2], []) if re.search(rf"\b{word}\b", text)}
    assert used == set()


def test_a_name_that_does_not_exist_is_found():
    known = {"model", "grad", "backward"}
    assert unknown_names("model.backward()", known) == []
    assert unknown_names("model.backwards()", known) == ["backwards"]
    assert unknown_names("torch.optim.SGD", known) == []
    assert unknown_names("torch.optim.SDG", known) == ["SDG", "optim", "torch"]
    assert unknown_names("publishing/record/measured.py", known) == []
    assert unknown_names("publishing/measure.py", known) == ["publishing/measure.py"]
    assert unknown_names(".grad", known) == []
