"""pytest plugin for the replay: what nbval leaves open when it runs the recorded notebooks again.

Refuses records that never ran (nbval compares nothing there), compares figures number by number,
and says at the end how much was compared.
"""

import os
import re
from pathlib import Path

import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager
from nbval.plugin import IPyNbCell

from publishing import Refused
from publishing.record import receipt
from publishing.record.chapter import check_executed
from publishing.record.run import QUIET, channels

SVG = "image/svg+xml"
NUMBER = re.compile(r"(?<![\w#.])-?\d+(?:\.\d+)?(?:e-?\d+)?(?![\w.])")
TOLERANCE = 0.01  # points of 1/72 inch: far less than can be seen


class ReplayedCell(IPyNbCell):
    """A cell whose figures are the same if all numbers in them agree to TOLERANCE."""

    def compare_outputs(self, test, ref, skip_compare=None):
        """Return whether the outputs agree; a figure that agrees is put on both sides."""
        for new, old in zip(_figures(test), _figures(ref), strict=False):
            if same_figure(new[SVG], old[SVG]):
                new[SVG] = old[SVG]
        return super().compare_outputs(test, ref, skip_compare)


def same_figure(new, old):
    """Return whether two SVG texts agree: words exactly, coordinates to TOLERANCE."""
    (new_tags, new_words), (old_tags, old_words) = _taken_apart(new), _taken_apart(old)
    if new_words != old_words or NUMBER.sub("#", new_tags) != NUMBER.sub("#", old_tags):
        return False
    pairs = zip(NUMBER.findall(new_tags), NUMBER.findall(old_tags), strict=True)
    return all(abs(float(a) - float(b)) <= TOLERANCE for a, b in pairs)


def _taken_apart(svg):
    """Return the tags of an SVG and the words between them.

    matplotlib's ids are digests of coordinates; here they are counted instead.
    """
    for i, name in enumerate(dict.fromkeys(re.findall(r'\bid="(\w+)"', svg))):
        svg = re.sub(rf'(?<=id="){name}(?=")|(?<=#){name}(?=["\)])', f"id-{i}", svg)
    parts = re.split(r"(<[^>]*>)", svg)
    return "".join(parts[1::2]), parts[0::2]


def _figures(outputs):
    return [output.data for output in outputs if SVG in output.get("data", {})]


def pytest_configure(config):
    """Give the kernels the settings under which the chapters were recorded."""
    os.environ.update(QUIET)
    nbval.kernel.KernelManager = lambda **given: KernelManager(**given, **channels())


def pytest_itemcollected(item):
    """Compare figures in every cell, and refuse a record that never ran."""
    if isinstance(item, IPyNbCell):
        try:
            check_executed(item.parent.nb, item.path.name)
        except Refused as reason:
            raise pytest.UsageError(str(reason)) from reason
        item.__class__ = ReplayedCell
        item.user_properties.append(("figures", len(_figures(item.cell.outputs))))


def pytest_terminal_summary(terminalreporter, config):
    """Say how much agreed with its record, and keep it for the build."""
    ran = [r for r in terminalreporter.getreports("passed") if r.when == "call"]
    failed = {_chapter(r) for r in terminalreporter.getreports("failed")}
    parts = {}
    for report in ran:
        if _chapter(report) not in failed:
            part = parts.setdefault(_chapter(report), {"cells": 0, "figures": 0, "seconds": 0})
            part["cells"] += 1
            part["figures"] += dict(report.user_properties)["figures"]
            part["seconds"] = round(part["seconds"] + report.duration, 2)
    cells, figures = (sum(p[what] for p in parts.values()) for what in ("cells", "figures"))
    terminalreporter.write_line(f"replayed: {cells} cells, {figures} figures agree")
    receipt.write(config.rootpath, parts)


def _chapter(report):
    return Path(report.nodeid.split("::")[0]).stem
