"""The book in Firefox and in WebKitGTK: its pages, its search, its Python and its lab."""

import pytest

from publishing.record.chapter import chapters
from support.live_cells import live_cells, needs_prepared, recorded, same
from support.visit import PAGES

CHAPTER = next(chapter for chapter in chapters() if live_cells(chapter))
LAB = "02-training-loop"
DARK = "[document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]"
FIND = """(() => {
  document.querySelector("[data-opens=search]").click();
  const input = document.querySelector("#search input");
  input.value = "zero_grad";
  input.dispatchEvent(new Event("input"));
})()"""
# A run is over when its state says so; what was said before is wiped out first.
RUN = """(async () => {
  const cell = document.querySelectorAll(".cell.tag_live")[%d];
  const state = cell.querySelector("[role=status]");
  state.textContent = "";
  cell.querySelector("button[name=Run]").click();
  while (!/^(Done|raised)/.test(state.textContent)) await new Promise((f) => setTimeout(f, 50));
  return cell.parentElement.querySelector(".live-output").textContent;
})()"""
PLAY = """(() => {
  document.querySelector(".lab [value=converges]").click();
  document.querySelector(".lab [data-do=play]").click();
})()"""


@pytest.fixture(
    params=[pytest.param(n, marks=pytest.mark.xdist_group(n)) for n in ("firefox", "webkit")]
)
def other(request):
    """One of the two, which must not complain of anything."""
    opened = request.getfixturevalue(request.param)
    opened.resize(1280, 900)
    yield opened
    assert opened.errors() == []
    opened.evaluate("localStorage.clear()")


def test_every_page_opens_and_turns_dark(other, address):
    for name in PAGES:
        other.goto(f"{address}/{name}.html")
        assert other.evaluate("document.querySelector('h1').checkVisibility()")
        assert other.evaluate("document.querySelector('#theme').ariaPressed") == "false"
    theme, ground = other.evaluate(DARK)
    other.evaluate("document.querySelector('#theme').click()")
    assert theme == "light" and other.evaluate(DARK)[0] == "dark"
    assert other.evaluate(DARK)[1] != ground
    other.goto(f"{address}/{PAGES[0]}.html")
    assert other.evaluate(DARK)[0] == "dark"


def test_the_search_finds(other, address):
    other.goto(f"{address}/{PAGES[0]}.html")
    other.evaluate(FIND)
    other.wait("document.querySelector('#search li a')")
    link = other.evaluate("document.querySelector('#search li a').href")
    assert link.startswith(f"{address}/{LAB}.html#")


@needs_prepared
def test_a_live_cell_prints_its_record(other, address):
    other.goto(f"{address}/{CHAPTER.stem}.html")
    other.wait("document.querySelector('.live-bar')")
    cells = live_cells(CHAPTER)
    number = next(i for i, cell in enumerate(cells) if recorded(cell).strip())
    assert same(other.evaluate(RUN % number), cells[number])


def test_the_lab_trains_the_network_of_the_chapter(other, address):
    other.resize(500, 700)  # few pixels to draw
    other.goto(f"{address}/{LAB}.html#the-lab")
    other.wait("document.querySelector('.lab-ready')")
    other.evaluate(PLAY)
    other.wait("document.querySelector('.lab-verdict').textContent")
    step, loss = (f"document.querySelector('.lab {x}')" for x in ("[data-out=step]", "data"))
    assert other.evaluate(f"[{step}.textContent, {loss}.value]") == ["200", "0.045791970393542956"]


def test_what_goes_wrong_in_firefox_is_seen(firefox, address):
    firefox.goto(f"{address}/{PAGES[0]}.html")
    firefox.errors()
    for fault in (
        "console.error('planted')",
        "setTimeout(() => planted.here())",
        "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">planted</p>')",
    ):
        firefox.evaluate(f"[{fault}] && new Promise((done) => setTimeout(done, 50))")
        assert len(firefox.errors()) == 1, fault
