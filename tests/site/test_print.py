"""The browser's print of a page: complete, black on white, answers at the end of the chapter."""

import pytest

from support.visit import CHAPTERS, PAGES

# What can be pressed or typed into, and what moves or unfolds.
PRESSED = """() => [...document.querySelectorAll(
  "button, input, select, textarea, summary, canvas, dialog, nav, .headerlink, [role=status]"
)].filter((e) => e.checkVisibility()).map((e) => e.outerHTML.slice(0, 80))"""
# Prose that is not black, any text that is pale on white, and what is not white behind it.
PALE = """() => {
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const clear = (colour) => rgb(colour).length === 4 && rgb(colour)[3] === 0;
  const light = (c) => rgb(c).slice(0, 3).map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const found = [];
  const say = (why, e) => found.push(`${why}: ${e.outerHTML.slice(0, 100)}`);
  for (const e of document.querySelectorAll("html, body, body *")) {
    if (!e.checkVisibility() || e.closest("svg")) continue;
    const { backgroundColor, color, filter, opacity } = getComputedStyle(e);
    if (!clear(backgroundColor) && light(backgroundColor) < 1) say("ground", e);
    if (filter !== "none" || opacity !== "1") say("filter", e);
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
    if (1.05 / (light(color) + 0.05) < 4.5) say("pale", e);
    if (e.matches("p, li, h1, h2, h3, td, th, dd") && light(color) > 0) say("not black", e);
  }
  return found;
}"""
FAULTS = {
    "<button": "<button>Run</button>",
    "<canvas": "<canvas></canvas>",
    "pale: <b": '<b style="color: #999">pale</b>',
    "not black: <p": '<p style="color: #222">grey</p>',
    "ground: <div": '<div style="background: #eee">on grey</div>',
    "filter: <i": '<i style="filter: invert(1)">turned over</i>',
}
ANSWERS = """() => {
  const end = document.querySelector(".answers");
  const lost = [...document.querySelectorAll(".to-page")]
    .filter((link) => !document.getElementById(link.hash.slice(1)));
  return {
    last: document.querySelector("article").lastElementChild === end && end.checkVisibility(),
    title: end.querySelector("h2").textContent,
    names: [...end.querySelectorAll("h3")].map((heading) => heading.textContent),
    shown: [...end.querySelectorAll("details")].filter((details) =>
      details.querySelector(".sd-card-body").checkVisibility()).length,
    left: document.querySelectorAll("details.sd-dropdown:not(.answers *)").length,
    pointers: [...document.querySelectorAll(".answer-at-end")].map((p) => p.textContent),
    lost: lost.length,
  };
}"""

# The text as it stands, without the buttons that come as the reader draws near.
AS_READ = """() => {
  const article = document.querySelector("article").cloneNode(true);
  for (const button of article.querySelectorAll(".copy")) button.remove();
  for (const box of article.querySelectorAll("[tabindex]")) box.removeAttribute("tabindex");
  return article.innerHTML;
}"""


def paper(visit, name, **options):
    """Return a page, as it is printed by a reader who reads in the dark."""
    page = visit(name, color_scheme="dark", **options).page
    page.emulate_media(media="print", color_scheme="dark")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_a_printed_page_has_its_title_and_nothing_to_press_and_is_black_on_white(visit, name):
    page = paper(visit, name)
    assert page.locator("h1").is_visible()
    assert page.evaluate(PRESSED) == []
    assert page.evaluate(PALE) == []


def test_without_scripts_too(visit):
    page = paper(visit, "00-neurons", java_script_enabled=False)
    assert page.locator("h1").is_visible()
    assert page.evaluate(PRESSED) == []
    assert page.evaluate(PALE) == []
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert not page.locator("details").first.is_visible()  # what is folded is left out


def test_code_has_the_colours_of_the_light(visit):
    colour = "getComputedStyle(document.querySelector('.highlight .k')).color"
    light = visit("00-neurons", color_scheme="light").page.evaluate(colour)
    assert paper(visit, "00-neurons").evaluate(colour) == light
    assert visit("00-neurons", color_scheme="dark").page.evaluate(colour) != light


@pytest.mark.parametrize("says", FAULTS)
def test_what_does_not_belong_on_paper_is_found(visit, says):
    page = paper(visit, "references", bypass_csp=True)
    page.add_style_tag(content="button { display: block !important }")
    page.evaluate("html => document.querySelector('h1').insertAdjacentHTML('afterend', html)",
                  FAULTS[says])  # fmt: skip
    found = page.evaluate(PRESSED) + page.evaluate(PALE)
    assert [each for each in found if each.startswith(says)]


@pytest.mark.parametrize("name", CHAPTERS)
def test_hints_and_answers_stand_at_the_end_and_go_back(visit, name):
    page = visit(name).page
    page.locator("details.sd-dropdown").nth(1).evaluate("details => { details.open = true }")
    before, count = page.evaluate(AS_READ), page.locator("details.sd-dropdown").count()
    page.emulate_media(media="print")
    page.locator(".answers").wait_for()
    found = page.evaluate(ANSWERS)
    assert found["last"] and found["title"] == "Hints and answers"
    assert found["left"] == found["lost"] == 0
    assert count == found["shown"] == len(set(found["names"])) == len(found["pointers"])
    assert found["names"][:2] == ["Question 1", "Question 2"]
    assert any(each.startswith("Exercise ") for each in found["names"])
    assert found["pointers"][0] == "Answer at the end of the chapter."
    page.emulate_media(media="screen")
    page.locator(".answers").wait_for(state="detached")
    assert page.evaluate(AS_READ) == before
    # What a browser says when it prints, without changing what its page is shown on.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".answers").count() == 1
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(AS_READ) == before


def test_a_lab_that_was_opened_is_a_sentence_on_paper(visit):
    page = visit("02-training-loop").page
    page.locator(".lab-place").scroll_into_view_if_needed()
    page.locator(".lab").wait_for()
    page.emulate_media(media="print")
    page.locator(".lab").wait_for(state="hidden")
    assert page.locator(".lab-place").inner_text().startswith("A lab runs on this chapter's page")
    page.emulate_media(media="screen")
    page.locator(".lab").wait_for()
    assert page.locator(".lab-sentence").is_hidden()


def test_what_a_link_hides_is_said(visit):
    page = paper(visit, "references")
    page.locator("[data-address]").first.wait_for()
    said = page.evaluate("[...document.querySelectorAll('[data-address]')].map(a => a.textContent)")
    assert said
    assert not [text for text in said if text.startswith(("http", "doi:"))]
