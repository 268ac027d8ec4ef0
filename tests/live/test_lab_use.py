"""The lab in use: by keyboard, on a phone, with reduced motion, without scripts, and light."""

from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from publishing.course import LAB
from support.lab_page import LAST, WHOLE_RUN, button, loss, run_all, shown

pytestmark = pytest.mark.xdist_group("lab")


def test_everything_works_by_keyboard_and_says_its_value(open_lab):
    page = open_lab()
    page.locator("p", has_text=LAST).evaluate("p => { p.tabIndex = -1; p.focus(); }")

    def go_to(selector):
        for _ in range(20):
            page.keyboard.press("Tab")
            if page.locator(selector).evaluate("e => e === document.activeElement"):
                outline = page.locator(selector).evaluate("e => getComputedStyle(e).outlineStyle")
                assert outline != "none", selector
                return
        raise AssertionError(f"no Tab leads to {selector}")

    go_to("#lab-lr")
    for key, rate in [("Home", "0.001"), ("End", "100"), ("ArrowLeft", "70"), ("Home", "0.001")]:
        page.keyboard.press(key)
        assert shown(page, "lr") == rate
        assert page.locator("#lab-lr").get_attribute("aria-valuetext") == rate
    rates = [0.001]
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        rates.append(float(shown(page, "lr")))
    assert rates[-1] == 100
    assert all(1.3 < b / a < 1.7 for a, b in pairwise(rates))  # a log scale
    for _ in range(14):
        page.keyboard.press("ArrowLeft")
    assert shown(page, "lr") == "0.5"
    for name, key, value in [("batch", "ArrowUp", "50"), ("width", "ArrowDown", "16")]:
        go_to(f"#lab-{name}")
        page.keyboard.press(key)
        assert page.locator(f"#lab-{name}").input_value() == value
    go_to("#lab-seed")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("7")
    for name in ("forget", "flip"):
        go_to(f"#lab-{name}")
        page.keyboard.press("Space")
        expect(page.locator(f"#lab-{name}")).to_be_checked()
    for line in ("MLP(2, [16, 1], seed=7)", "% 100", "# model.zero_grad()", "+= lr * p.grad"):
        expect(page.locator('[data-out="python"]')).to_contain_text(line)
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_label("converges")).to_be_checked()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_label("oscillates")).to_be_checked()
    go_to('[data-do="play"]')
    page.keyboard.press("Enter")
    page.clock.run_for(50 * 16)
    page.keyboard.press("Space")
    expect(button(page, "Play")).to_be_focused()
    stopped = int(shown(page, "step"))
    assert 40 < stopped < 60
    page.clock.run_for(1000)
    go_to('[data-do="step"]')
    page.keyboard.press("Enter")
    assert shown(page, "step") == str(stopped + 1)
    go_to('[data-do="reset"]')
    page.keyboard.press("Enter")
    assert shown(page, "step") == "0"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("details.lab-more").first).to_have_attribute("open", "")


@pytest.mark.parametrize(("motion", "redraws"), [("no-preference", 200), ("reduce", 10)])
def test_nothing_moves_before_the_start_and_a_run_is_redrawn_so_often(open_lab, motion, redraws):
    page = open_lab(reduced_motion=motion)
    page.wait_for_function("redraws > 0")
    page.get_by_label("converges").check()
    before = page.evaluate("redraws")
    page.clock.run_for(3000)
    assert page.evaluate("redraws") == before
    button(page, "Play").click()
    page.clock.run_for(WHOLE_RUN)
    assert shown(page, "step") == "200"
    assert page.evaluate("redraws") == before + redraws
    page.clock.run_for(3000)
    assert page.evaluate("redraws") == before + redraws


def test_the_description_changes_at_most_once_a_second(open_lab):
    page = open_lab()
    page.evaluate(
        """() => {
          window.said = [];
          const status = document.querySelector(".lab-status");
          const keep = () => said.push([performance.now(), status.textContent]);
          new MutationObserver(keep).observe(status, { childList: true, characterData: true });
        }"""
    )
    page.clock.run_for(1500)
    page.get_by_label("converges").check()
    button(page, "Play").click()
    for _ in range(60):  # in small parts, since what observes sees only the end of each
        page.clock.run_for(100)
    said = page.evaluate("said")
    assert len(said) >= 4
    assert min(b[0] - a[0] for a, b in pairwise(said)) >= 1000
    assert said[-1][1] == (
        "After step 200 of 200: loss 0.0458, 100 of 100 points on the right side. "
        "Over the last 20 steps the loss fell."
    )
    status = page.locator(".lab-status")
    assert status.get_attribute("aria-live") == "polite"
    for canvas in page.locator("canvas").all():
        assert canvas.get_attribute("aria-describedby") == status.get_attribute("id")
        assert canvas.get_attribute("aria-label")


def test_on_a_phone_it_fits_and_can_be_touched(open_lab):
    page = open_lab(
        viewport={"width": 390, "height": 844}, device_scale_factor=3, has_touch=True,
        is_mobile=True,
    )  # fmt: skip
    for details in page.locator("details.lab-more").all():
        details.locator("summary").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for control in page.locator(".lab :is(input, select, button, summary, label)").all():
        box = control.bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        touched = control.evaluate("e => !e.htmlFor && !e.matches('[type=checkbox], [type=radio]')")
        if touched:  # else what has the label, or the label, is touched
            assert box["height"] >= 36, control.evaluate("e => e.outerHTML")
        if control.evaluate("e => e.matches('select, [type=number]')"):
            assert control.evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 16
    cut = "[...document.querySelectorAll('.lab *')].filter(e => e.scrollWidth > e.clientWidth + 1)"
    assert page.evaluate(f"{cut}.filter(e => e.clientWidth).map(e => e.outerHTML)") == []
    canvas = page.locator(".lab-boundary")
    assert canvas.evaluate("c => c.width === Math.round(c.clientWidth * 3)")
    page.get_by_label("converges").tap()
    button(page, "Play").tap()
    page.clock.run_for(WHOLE_RUN)
    assert loss(page) < 0.1


def pixels(page):
    return page.locator(".lab-boundary").evaluate(
        "c => [...c.getContext('2d').getImageData(0, 0, 40, 40).data].join()"
    )


def test_it_is_drawn_anew_when_the_theme_or_the_size_changes(open_lab):
    page = open_lab()
    set_theme = "theme => { document.documentElement.dataset.theme = theme; }"
    seen = {}
    for theme in ("light", "dark", "light"):
        page.evaluate(set_theme, theme)
        page.evaluate("Promise.resolve()")
        assert seen.setdefault(theme, pixels(page)) == pixels(page)
    assert seen["light"] != seen["dark"]
    page.set_viewport_size({"width": 500, "height": 900})
    page.wait_for_function(
        "(c => c.width === Math.round(c.clientWidth))(document.querySelector('.lab-boundary'))"
    )


def test_without_javascript_a_sentence_stands_there(open_lab):
    page = open_lab(near=False, java_script_enabled=False)
    assert page.locator(".lab-place").inner_text().strip() == LAB.replace("`", "")
    assert page.get_by_role("button", name="Play").count() == 0


def test_nothing_is_fetched_before_it_comes_near_and_nothing_from_elsewhere(open_lab, lab_address):
    page = open_lab(near=False)
    page.wait_for_load_state("networkidle")
    of_lab = [url for url in page.asked if "/figures-" in url]
    assert sorted(url.rpartition("/")[2] for url in of_lab) == [
        "controls.css",
        "lab.css",
        "loader.js",
        "module.js",
    ]
    page.locator(".lab-place").scroll_into_view_if_needed()
    page.locator(".lab-ready .lab").wait_for()
    run_all(page)
    of_lab = [url for url in page.asked if "/figures-" in url]
    assert len(set(of_lab)) == 12
    # Twice at most: module.js fetches a script, so that it can be tried again, then imports it.
    assert max(of_lab.count(url) for url in of_lab) == 2
    assert all(urlsplit(url).path.startswith("/repo/_static/figures-") for url in of_lab)
    assert {urlsplit(url).netloc for url in page.asked} == {urlsplit(lab_address).netloc}


def violations(page):
    """Return what axe finds wrong with the lab, with the elements where it is."""
    found = Axe().run(page, context=".lab").response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(open_lab, theme):
    page = open_lab(color_scheme=theme)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    page.get_by_label("forget zero_grad").check()
    page.get_by_label("flip the sign").check()
    for details in page.locator("details.lab-more").all():
        details.locator("summary").click()
    page.clock.resume()  # axe waits for a timer
    assert violations(page) == []
    run_all(page)
    expect(page.locator(".lab-verdict")).to_contain_text("It climbs.")
    assert violations(page) == []
