"""Python comes over a line that is slow, or is cut off in the middle and goes on from there."""

import json
import re

import pytest
from playwright.sync_api import expect

from support.gate import SLICE
from support.live_cells import needs_prepared
from support.reader import Reader

pytestmark = [pytest.mark.xdist_group("live"), needs_prepared]
FAILED = "did not come over the network. What has come is kept: press the button again to go on."


@pytest.fixture
def gate(slow):
    return slow[2]


@pytest.fixture
def far(browser, slow):
    """A reader at the other end of the line."""
    reader = Reader(browser, slow[:2])
    yield reader
    reader.context.close()


def planted(reader, name, old, new):
    """Give the reader a script with a fault."""

    def answer(route):
        text = route.fetch().text()
        assert old in text
        route.fulfill(body=text.replace(old, new), content_type="text/javascript")

    reader.context.route(f"**/{name}", answer)


def whole(reader):
    """Return of how many bytes Python consists."""
    (where,) = reader.files.glob("_static/live-*/where.js")
    lists = re.findall(r"const (?:PIECES|SCRIPTS) = (.*);", where.read_text())
    return sum(size for files in lists for _, size in json.loads(files))


def start(reader):
    """Press Run, and return the cell."""
    cell = reader.open("01-gradients").cell("def f(x):")
    return cell.press("Run", "Fetching Python")


def arrives(reader, gate, cell):
    """Let Python come so slowly that it takes more than a minute in all."""
    sent = 0
    for slices in (20, 9, 7):
        gate.let(slices)
        sent += slices * SLICE
        expect(cell.status).to_have_text(
            f"Fetching Python: {100 * sent // whole(reader)} % has come ..."
        )
        reader.page.clock.run_for(59_000)
    expect(cell.status).to_have_text(re.compile("has come"))


def test_a_slow_line_is_waited_for_and_told_in_true_percent(far, gate):
    far.page.clock.install()
    cell = start(far)
    arrives(far, gate, cell)
    far.page.clock.run_for(2_000)
    expect(cell.status).to_have_text(re.compile("Nothing more of Python came within a minute"))
    gate.open()
    cell.press("Run", "Done")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("postMessage({ percent", "count >= whole && postMessage({ percent"),  # no sign of life
        ("(100 * count) / whole", "(99 * count) / whole"),
    ],
)
def test_a_line_whose_bytes_are_not_counted_is_found(far, gate, old, new):
    planted(far, "worker.js", old, new)
    far.page.clock.install()
    cell = start(far)
    far.page.set_default_timeout(5_000)
    with pytest.raises(AssertionError, match="has come"):
        arrives(far, gate, cell)


def asked_again(reader, gate):
    """Cut Python off in the middle; return what was there by then, and what a reload asks for."""
    cell = start(reader)
    gate.let(30)
    expect(cell.status).to_have_text(re.compile("2. % has come"))
    gate.cut()
    expect(cell.status).to_have_text(re.compile(FAILED))
    there = set(gate.whole)
    assert len(there) > 3
    gate.open()
    reader.open("01-gradients").cell("def f(x):").press("Run", "Done")
    return there, set(gate.asked)


def test_a_download_goes_on_where_it_was_cut_off_even_after_a_reload(far, gate):
    there, asked = asked_again(far, gate)
    assert not there & asked
    assert "pack-25.bin" in asked


def test_a_download_that_begins_again_is_found(far, gate):
    planted(far, "arriving.js", "await cache?.match(url.href)", "null")
    there, asked = asked_again(far, gate)
    assert there < asked


@pytest.mark.parametrize("name", ["cells.js", "running.js", "editor.js"])
def test_a_part_that_failed_is_tried_again_by_the_next_click(far, name):
    far.context.route(f"**/{name}", lambda route: route.abort(), times=1)
    cell = far.open("01-gradients").cell("def f(x):")
    cell.press("Edit", "A part of this page did not come over the network: press the button again.")
    cell.write("x = 1")
