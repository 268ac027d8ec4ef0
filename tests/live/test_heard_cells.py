"""Live cells by keyboard and by ear: names that differ, one stop a cell, output announced."""

import re

import pytest
from playwright.sync_api import expect

from fivelines import exercises
from support.live_cells import needs_prepared
from support.reader import EMPTY, FULL, Reader, stayed_home
from support.visit import AXE, CHAPTERS, RULES

pytestmark = [pytest.mark.xdist_group("live"), needs_prepared]
# What is wrong with the names of buttons, folds and editors of cells: [what, name].
NAMES = """() => {
  const parts = ":is(.live-bar, .live-note, .live-own) :is(button, summary), [role=textbox]";
  const seen = new Set();
  const wrong = [];
  for (const part of document.querySelectorAll(parts)) {
    const text = part.matches("button, summary") ? part.textContent.trim() : "";
    const name = part.ariaLabel ?? text;
    if (seen.has(name)) wrong.push(["twice", name]);
    if (!name || !name.startsWith(text)) wrong.push(["not what is shown", name]);
    seen.add(name);
  }
  return wrong;
}"""
STOPS = """() => [...document.querySelectorAll(".cell.live")].map(
  (cell) => [...cell.querySelectorAll("button:not(.copy)")].filter((b) => b.tabIndex >= 0).length
)"""
SMALL = """least => [...document.querySelectorAll(":is(.live-bar, .live-note, .live-own) button")]
  .filter((b) => Math.min(b.offsetWidth, b.offsetHeight) < least).map((b) => b.textContent)"""
SAID = """cell => {
  const status = cell.querySelector("[role=status]");
  window.said = [];
  const note = () => window.said.push(status.textContent);
  new MutationObserver(note).observe(status, { childList: true });
}"""


@pytest.fixture(scope="module")
def opened(browser, site):
    """A reader of chapter 01 with an editor open, a run that printed much, and a check."""
    reader = Reader(browser, site).open("01-gradients")
    f, exercise = reader.cell("def f(x):"), reader.exercise("01.1")
    f.cell.evaluate(SAID)
    f.write("for i in range(100_000):\n    print(i)").press("Run", "Done")
    reader.f, reader.said_of_run = f, reader.page.evaluate("said")
    exercise.cell.evaluate(SAID)
    # In the meantime another tab has done an exercise.
    done = '{"right": ["00.1"], "shown": [], "hints": {"01.1": 2}, "predictions": {}}'
    reader.page.evaluate("text => (localStorage['five-lines:progress'] = text)", done)
    exercise.press("Hint", "Done").press("Check", "See below")
    reader.said_of_check = reader.page.evaluate("said")
    yield reader
    assert stayed_home(reader)
    reader.context.close()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_names_differ_and_begin_with_what_is_shown(reader, chapter):
    page = reader.open(chapter).page
    for place in (0, 1):
        page.locator(".cell.live [name=Edit]").nth(place).click()
        expect(page.locator(".cell.live").nth(place).get_by_role("textbox")).to_be_focused()
    assert page.evaluate(NAMES) == []
    assert set(page.evaluate(STOPS)) == {1}
    page.evaluate("""() => {
      const [one, two] = document.querySelectorAll(".live-bar button");
      one.ariaLabel = two.ariaLabel = "Do it";
      one.tabIndex = two.tabIndex = 0;
    }""")
    assert ["twice", "Do it"] in page.evaluate(NAMES)
    assert ["not what is shown", "Do it"] in page.evaluate(NAMES)
    assert set(page.evaluate(STOPS)) == {1, 2}


def test_arrows_go_from_button_to_button_and_tab_goes_on(reader):
    page = reader.open("01-gradients").page
    run, edit, second = (page.locator(".cell.live button:not(.copy)").nth(i) for i in (0, 1, 2))
    run.focus()
    for key, button in [
        ("ArrowRight", edit), ("ArrowRight", run), ("ArrowLeft", edit), ("Home", run),
        ("End", edit), ("ArrowLeft", run), ("ArrowRight", edit),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(button).to_be_focused()
    page.keyboard.press("Tab")
    expect(edit).not_to_be_focused()
    expect(run).not_to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(edit).to_be_focused()  # where it was left
    expect(second).to_have_attribute("tabindex", "0")


@pytest.mark.parametrize(("touch", "least", "font"), [(False, 24, 12), (True, 40, 16)])
def test_a_finger_finds_the_buttons_and_no_phone_zooms_into_the_editor(
    browser, site, touch, least, font
):
    size = {"width": 390, "height": 800}
    reader = Reader(browser, site, viewport=size, has_touch=touch, is_mobile=touch)
    f = reader.open("01-gradients").cell("def f(x):")
    f.button("Edit").click()
    expect(f.editor).to_be_focused()
    assert f.editor.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= font
    outlined = "all => all.filter((e) => getComputedStyle(e).outlineStyle !== 'none').length"
    assert f.cell.locator(".live-editor, .live-editor *").evaluate_all(outlined) == 1
    reader.page.locator(".live-own summary").click()
    reader.page.locator(".live-own button").first.wait_for()
    assert reader.page.evaluate(SMALL, least) == []
    assert reader.page.evaluate(SMALL, 60) != []
    reader.context.close()


def test_output_is_announced_and_does_not_flood(opened):
    log = opened.f.cell.get_by_role("log")
    heard, rest = (log.locator("pre > span").nth(i) for i in (0, 1))
    assert heard.text_content().startswith("0\n1\n2\n")
    assert len(heard.text_content()) == 500
    expect(rest).to_have_attribute("aria-live", "off")
    assert len(rest.text_content()) > 90_000


def test_what_is_being_done_is_named(opened):
    said = [text for text in opened.said_of_run if text not in ("", "Starting ...")]
    assert said[0].startswith("Fetching Python")
    assert said[-2] == "Running ..."
    said = [text for text in opened.said_of_check if text not in ("", "Starting ...")]
    assert said.pop(1).startswith("Done in")
    assert said == ["Looking up the hint ...", "Checking ...", "See below."]


def test_the_progress_of_another_tab_is_added_to(opened):
    known = opened.page.evaluate("JSON.parse(localStorage['five-lines:progress'])")
    assert known["right"] == ["00.1"]
    assert known["hints"] == {"01.1": 3}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_a_cell_was_edited_run_and_reset(opened, scheme):
    page = opened.page
    page.emulate_media(color_scheme=scheme)
    page.locator(f"html[data-theme={scheme}]").wait_for()
    page.locator(".live-own").evaluate("e => (e.open = true)")
    page.locator(".live-own button").first.wait_for()
    options = {"runOnly": RULES, "resultTypes": ["violations"]}
    report = AXE.run(page, context=".cell.live, .live-own", options=options)
    assert [
        (found["id"], node["html"][:200])
        for found in report.response["violations"]
        for node in found["nodes"]
    ] == []


def test_python_in_the_page_says_what_it_lacks(opened):
    f = opened.f
    for source, sentence in {
        "import threading\nthreading.Thread(target=print).start()": "a page has one thread only",
        "input()": "cannot ask you",
        "import numpy": "only its standard library and the engine of this course",
        "import socket\nsocket.create_connection(('127.0.0.1', 80))": "cannot reach the network",
        "import subprocess\nsubprocess.run('ls')": "a page cannot start or end other programs",
        "import asyncio\nasyncio.run(asyncio.sleep(1))": "a page cannot wait for asyncio",
    }.items():
        f.write(source).press("Run", "raised")
        assert sentence in f.output
        assert not re.search(r"emscripten|stack switch|\.zip", f.output)
        assert "in Colab or Binder (the triangle at the top of this page)." in f.output


def test_a_result_that_is_not_kept_is_said_until_it_is(opened):
    exercise = opened.exercise("01.1")
    opened.page.evaluate(FULL)
    exercise.write(exercises.find("01.1").solution_text).press("Check", "^Right")
    note = exercise.cell.locator("[data-note=result]")
    expect(note).to_have_text(re.compile("This result is not kept, because the storage"))
    opened.page.evaluate(EMPTY)
    exercise.press("Check", "^Right")
    expect(note).to_have_count(0)
    known = opened.page.evaluate("JSON.parse(localStorage['five-lines:progress'])")
    assert known["right"] == ["00.1", "01.1"]
