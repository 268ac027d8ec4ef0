"""pytest plugin for the replay: what nbval leaves open when it runs the recorded notebooks again.

It refuses records that are not what `make record` writes, compares what nbval looks past, fails
unless every code cell of every chapter ran and was judged, and writes a receipt for each chapter.
"""

import contextlib
import os

import nbformat
import nbval.kernel
import pytest
from jupyter_client.manager import KernelManager
from nbval.plugin import IPyNbCell

from publishing import Refused
from publishing.record import compare, edition, receipt
from publishing.record.chapter import chapters, code_cells, load_record, record_of
from publishing.record.compare import SVG
from publishing.record.execute import QUIET, channels, sockets

LOOSER = ["nbval_lax", "nbval_sanitize_with", "sanitize_with", "nbval_current_env", "current_env"]
LOOSER += ["nbval_kernel_name"]


class ReplayedCell(IPyNbCell):
    """A cell whose outputs are judged, all of them, before nbval compares them."""

    def compare_outputs(self, test, ref, skip_compare=None):
        """Return whether the outputs agree, and keep the verdicts."""
        new, old = nbformat.from_dict(test), nbformat.from_dict(ref)
        verdicts, why = compare.differences(new, old)
        if why:
            self.comparison_traceback = [why]
            return False
        for now, then in zip(new, old, strict=True):  # what agrees is the same to nbval
            if SVG in then.get("data", {}) or "measured" in then.get("metadata", {}):
                now.data = then.data
        self.user_properties.append(("verdicts", verdicts))
        return super().compare_outputs(new, old, skip_compare)


def pytest_configure(config):
    """Refuse what cannot be replayed, and give the kernels the settings of the recording."""
    os.environ.update(QUIET)
    stack = contextlib.ExitStack()
    config.add_cleanup(stack.close)
    try:
        folder = stack.enter_context(sockets())
        if not hasattr(config, "workerinput"):  # once, and not in each worker of pytest-xdist
            check(config)
            config.pluginmanager.register(Judge(config.rootpath))
    except Refused as reason:
        raise pytest.UsageError(f"not replayed: {reason}") from None
    nbval.kernel.KernelManager = lambda **given: KernelManager(**given, **channels(folder))


def check(config):
    """Raise Refused for an option of pytest or a record with which less would be compared."""
    for name in LOOSER:
        if getattr(config.option, name, None):
            option = "--" + name.replace("_", "-")
            raise Refused(f"{option} changes what is compared: leave it out")
    for chapter in chapters(config.rootpath):
        edition.check(chapter)
    known = set(map(record_of, chapters(config.rootpath)))
    for path in sorted((config.rootpath / "notebooks").iterdir()):
        if path not in known and not path.name.startswith("."):  # pytest would obey a conftest.py
            raise Refused(f"notebooks/{path.name} is no record of a chapter: take it out")


def pytest_itemcollected(item):
    """Judge every cell."""
    if isinstance(item, IPyNbCell):
        item.__class__ = ReplayedCell


class Judge:
    """Gathers what was found out about each cell, and writes the receipts."""

    def __init__(self, root):
        """root: the folder of the book. What will be replayed is what it holds now."""
        self.root, self.found = root, {}
        self.chapters = {chapter: receipt.digests(chapter) for chapter in chapters(root)}

    def pytest_runtest_logreport(self, report):
        """Note the verdicts of a cell that passed, or that it failed."""
        if report.when == "call" or report.failed:
            told = dict(report.user_properties).get("verdicts") if report.passed else None
            self.found[report.nodeid] = (told, report.duration)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session):
        """Write the receipts; fail unless every cell was judged."""
        self.lines, complete = [], bool(self.chapters)
        for chapter, digests in self.chapters.items():
            cells, seconds = self._judged(chapter)
            receipt.write(chapter, digests, cells, seconds)
            verdicts = [verdict for cell in cells for verdict in cell]
            missing = sum(v["verdict"] == receipt.NOT_COMPARED for v in verdicts)
            unjudged = sum(self._told(chapter, i) is None for i in range(len(cells)))
            timings = [v for v in verdicts if v["verdict"] == compare.TIMING]
            self.lines.append(
                f"{chapter.stem}: {len(cells) - unjudged} of {len(cells)} cells and "
                f"{len(verdicts) - missing} of {len(verdicts)} outputs agree; times measured "
                f"again: {len(timings)}, at most {receipt.furthest(timings):.1f} times apart"
            )
            complete = complete and not unjudged
        if not complete:
            self.lines.append("not replayed: every cell of every chapter must run and be judged")
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
            if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        """Say how much agreed with its record."""
        for line in self.lines:
            terminalreporter.write_line(line)

    def _judged(self, chapter):
        """Return the verdicts of each cell of a chapter, and the seconds that it took."""
        cells, seconds = [], 0
        for i, cell in enumerate(code_cells(load_record(chapter))):
            told, duration = self.found.get(self._id(chapter, i), (None, 0))
            seconds += duration
            why = "it did not run" if self._id(chapter, i) not in self.found else "it failed"
            nothing = [{"verdict": receipt.NOT_COMPARED, "why": why} for _ in cell.outputs]
            cells.append(nothing if told is None else told)
        return cells, seconds

    def _told(self, chapter, i):
        return self.found.get(self._id(chapter, i), (None, 0))[0]

    def _id(self, chapter, i):
        return f"{record_of(chapter).relative_to(self.root).as_posix()}::Cell {i}"
