"""The moons of the home page: trained line by line to chapter 02's loss, or a still picture."""

import gzip
import json
import runpy
from io import BytesIO

import matplotlib.image
import numpy as np
import pytest

from fivelines import MLP
from publishing import course
from publishing.page import trained
from support.tree import ROOT

pytestmark = pytest.mark.xdist_group("home")

LOSS = "0.045791970393542956"  # which chapter 02 prints after 200 steps
STILL = ROOT / "live" / "figures" / "home" / "still.py"
PROGRAM = "/figures/home/home.js"
LIT = "[...new Set([...document.querySelectorAll('.acts')].map((line) => line.dataset.act))]"


@pytest.fixture
def home(browser, address):
    """Open the home page with the options of a context; its clock stands still."""
    contexts = []

    def opened(**options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        page = context.new_page()
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        if options.get("java_script_enabled", True):
            page.clock.install(time=0)
        page.goto(f"{address}/index.html")
        return page

    yield opened
    for context in contexts:
        context.close()


def started(page):
    page.locator(".moons-live").wait_for()
    page.clock.pause_at(3600_000)
    return page


def shown(page):
    return page.evaluate("[document.querySelector('.moons b').textContent, "
                         "document.querySelector('.moons data').value]")  # fmt: skip


def picture(page):
    """Return the picture as it is seen, in blocks of some pixels, so that edges do not matter."""
    page.wait_for_function(
        "!document.querySelector('.moons').getAnimations({subtree: true}).length"
    )
    pixels = matplotlib.image.imread(BytesIO(page.locator(".moons-picture").screenshot()))
    high, wide = (n // 16 * 16 for n in pixels.shape[:2])
    return pixels[:high, :wide, :3].reshape(high // 16, 16, wide // 16, 16, 3).mean((1, 3))


def test_each_line_lights_up_until_the_boundary_is_there_and_then_it_rests(home):
    page = started(home())
    seen = []
    for _ in range(40):
        page.clock.run_for(100)
        if (lit := page.evaluate(LIT)) not in seen:
            seen.append(lit)
    acts = [["forward"], ["reset"], ["backprop"], ["descend"]]
    assert [lit for lit in seen if lit] == acts
    page.clock.run_for(25_000)
    assert shown(page) == ["200", LOSS]
    assert page.evaluate(LIT) == []
    assert page.locator(".moons-note").inner_text() == "100 of 100 points on the right side"
    page.get_by_role("button", name="Again").click()
    assert shown(page)[0] == "0"


def test_it_stops_when_asked_to_and_where_it_is_not_seen(home):
    page = started(home())
    page.clock.run_for(9000)
    page.get_by_role("button", name="Pause").click()
    at = shown(page)
    page.clock.run_for(5000)
    assert shown(page) == at
    page.get_by_role("button", name="Play").click()
    page.clock.run_for(2000)
    assert shown(page) != at
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.wait_for_function("document.querySelector('.moons').getBoundingClientRect().bottom < 0")
    page.evaluate("new Promise((done) => new IntersectionObserver(done).observe(document.body))")
    page.clock.run_for(100)
    at = shown(page)
    page.clock.run_for(3000)
    assert shown(page) == at


@pytest.mark.parametrize("options", [{"java_script_enabled": False}, {"reduced_motion": "reduce"}])
def test_else_a_still_picture_says_the_same_and_nothing_is_fetched(home, options):
    page = home(**options)
    page.wait_for_load_state("networkidle")
    assert page.locator(".moons svg .points use").count() == 100
    assert page.locator(".moons data").get_attribute("value") == LOSS
    assert [
        url for url in page.asked if "/training/" in url and not url.endswith("/module.js")
    ] == []
    assert [url for url in page.asked if url.endswith(PROGRAM)] == []
    if "reduced_motion" in options:
        page.get_by_role("button", name="Play").click()
        page.locator(".moons-live").wait_for()


def test_the_still_picture_is_that_of_the_run_and_another_would_be_seen(home):
    page = home(reduced_motion="reduce")
    still = picture(page)
    page.get_by_role("button", name="Play").click()
    started(page).clock.run_for(30_000)
    assert shown(page)[1] == LOSS
    page.clock.resume()
    assert np.abs(picture(page) - still).max() < 0.12
    program = runpy.run_path(str(STILL))
    X, targets, _, _ = program["trained"]()
    other = program["picture"](X, targets, MLP(2, [8, 1], seed=1))
    page.evaluate("""svg => {
      document.querySelector(".moons").classList.remove("moons-live");
      document.querySelector(".moons svg").outerHTML = svg;
    }""", other)  # fmt: skip
    assert np.abs(picture(page) - still).max() > 0.3


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 700)])
def test_a_phone_shows_the_lines_whole_and_the_way_in_at_once(home, width, height):
    page = home(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
    start = page.get_by_role("link", name="Start with chapter 00").bounding_box()
    assert start["y"] + start["height"] < height
    assert start["height"] >= 40
    for line in page.locator(".act").all():
        assert line.evaluate("e => e.scrollWidth <= e.clientWidth")
        ends = line.evaluate("e => e.lastElementChild.getBoundingClientRect().right")
        assert ends <= width - 16
    if width == 390:  # each comment beside its line
        assert len({box["height"] for line in page.locator(".act").all()
                    if (box := line.bounding_box())}) == 1  # fmt: skip


def test_nothing_moves_when_the_motion_starts(home):
    page = home()
    page.evaluate("""() => {
      window.shifts = [];
      const keep = (list) => shifts.push(...list.getEntries().flatMap(({ sources }) => sources.map(
        ({ node }) => node?.outerHTML ?? node?.data ?? "gone")));
      new PerformanceObserver(keep).observe({ type: "layout-shift", buffered: true });
    }""")
    before = page.locator(".moons").bounding_box()
    started(page).clock.run_for(30_000)
    assert shown(page)[1] == LOSS
    assert page.locator(".moons").bounding_box() == before
    page.clock.resume()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("shifts") == []


def test_it_is_light():
    def compressed(data):
        return len(gzip.compress(data))

    files = trained.files(ROOT)
    fetched = [name for name in files if name.startswith(("figures/home/", "training/"))]
    assert sum(compressed(files[name]) for name in fetched) < 15_000
    still = json.loads(course.run(ROOT, STILL))
    assert still["loss"] == LOSS
    assert compressed(still["still"].encode()) < 4500
