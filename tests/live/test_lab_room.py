"""The lab's room in its page: kept from the first paint on, whether its program comes or not."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from support.lab_page import LAST, WHOLE_RUN, button, loss

pytestmark = pytest.mark.xdist_group("lab")

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# What of the lab moved, as the browser sees it, also right after a touch.
SHIFTS = """async () => {
  const found = [];
  const keep = (list) => found.push(...list.getEntries().flatMap(({ sources }) => sources));
  const observer = new PerformanceObserver(keep);
  observer.observe({ type: "layout-shift", buffered: true });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  keep({ getEntries: () => observer.takeRecords() });
  const place = document.querySelector(".lab-place");
  return found.filter(({ node }) => place.contains(node)).map(({ node }) => node.nodeName);
}"""
FAULTS = {
    "no room for the lab": ".lab-place:not(.lab-ready) .lab { display: none }",
    "no room for the verdict": ".lab-judged::before { content: none !important }",
}


def top(page, selector):
    return page.locator(selector).first.evaluate("e => e.getBoundingClientRect().top + scrollY")


def moved(open_lab, fault=""):
    """Return how far the text below the lab moves: when the lab comes, and in a run."""

    def with_fault(route):
        style = route.fetch().text()
        route.fulfill(body=style + fault, content_type="text/css")

    page = open_lab(near=False, routes={"lab/lab.css": with_fault}, **PHONE)
    below = ".lab-place ~ p"
    places = [top(page, below)]
    page.locator(".lab-place").scroll_into_view_if_needed()
    page.locator(".lab-ready .lab").wait_for()
    page.clock.pause_at(3600_000)
    places.append(top(page, below))
    page.get_by_label("explodes").check()
    button(page, "Play").tap()
    page.clock.run_for(WHOLE_RUN)
    expect(page.locator(".lab-verdict")).to_contain_text("It converges.")
    places.append(top(page, below))
    page.clock.resume()
    return [b - a for a, b in pairwise(places)], page.evaluate(SHIFTS)


def test_nothing_moves_when_the_lab_comes_or_while_it_runs(open_lab):
    assert moved(open_lab) == ([0, 0], [])


@pytest.mark.parametrize("fault", FAULTS)
def test_a_room_that_is_not_kept_is_seen(open_lab, fault):
    places, _ = moved(open_lab, FAULTS[fault])
    assert places[list(FAULTS).index(fault)] > 40


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_phone_play_and_both_pictures_are_on_one_screen(open_lab, width, height):
    page = open_lab(**PHONE | {"viewport": {"width": width, "height": height}})
    page.get_by_label("converges").tap()
    for block in ("start", "center", "end"):
        page.evaluate(
            f"document.querySelector('[data-do=play]').scrollIntoView({{ block: '{block}' }})"
        )
        button(page, "Play").tap()
        for seen in ('[data-do="play"]', ".lab-boundary", ".lab-curve"):
            box = page.locator(seen).bounding_box()
            assert box["y"] >= 56, (block, seen)  # the header's height
            assert box["y"] + box["height"] < height + 1, (block, seen)
        button(page, "Pause").tap()


def test_a_link_to_the_lab_brings_it_and_arrives(open_lab):
    page = open_lab(near=False, at="#the-lab")
    page.locator(".lab-ready .lab").wait_for()
    place = page.locator("#the-lab").bounding_box()
    assert 40 < place["y"] < 100


def test_a_program_that_does_not_come_is_said_and_fetched_again(open_lab):
    page = open_lab(near=False, routes={"lab/judge.js": lambda route: route.abort()})
    page.locator(".lab-place").scroll_into_view_if_needed()
    missing = page.locator(".lab-missing")
    expect(missing).to_contain_text("The lab could not be fetched.")
    assert "JavaScript" not in page.locator(".lab-place").inner_text()
    page.unroute("**/lab/judge.js")
    missing.get_by_role("button", name="Try again").click()
    page.locator(".lab-ready .lab").wait_for()
    expect(missing).to_be_hidden()
    page.get_by_label("converges").check()
    button(page, "One step").click()
    assert loss(page) < 0.5765


def test_before_it_comes_it_says_so_and_is_no_tab_stop(open_lab):
    page = open_lab(near=False, routes={"lab/loader.js": lambda route: route.abort()})
    page.locator(".lab-place").scroll_into_view_if_needed()
    expect(page.locator(".lab-missing")).to_contain_text("It is not here yet.")
    expect(page.locator(".lab-missing")).to_contain_text("load this page again")
    page.locator("p", has_text=LAST).evaluate("p => { p.tabIndex = -1; p.focus(); }")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.lab-place')") is None
