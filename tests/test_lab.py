"""The lab in its page, in a browser, under an address such as /repo/; no clock but a set one."""

import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import chromium
from conftest import Tree
from playwright.sync_api import expect, sync_playwright

from fivelines import MLP, fuse, make_moons
from publishing.lab import SENTENCE

pytestmark = pytest.mark.xdist_group("lab")
FILLER = "\n\n".join(f"Paragraph {i}, far above the lab." for i in range(60))
# A frame of the set clock is 16 ms; a run is 200 of them.
WHOLE_RUN = 200 * 16 + 100
COUNT = """
window.redraws = 0;
const drawImage = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...rest) {
  window.redraws += 1;
  return drawImage.apply(this, rest);
};
"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def address(recorded, tmp_path_factory):
    """The address of a page with the lab, far down in it."""
    root = tmp_path_factory.mktemp("lab") / "book-copy"
    shutil.copytree(recorded, root)
    tree = Tree(root)
    (root / "book" / "index.md").write_text("# A small book\n\nIt has a lab.\n")
    tree.edit("The sum", f"{FILLER}\n\n:::{{lab}}\n:::\n\nThe sum")
    assert tree.record().returncode == 0
    built = tree.build()
    assert built.returncode == 0, built.stdout + built.stderr
    site = root.parent / "site"
    site.mkdir()
    (site / "repo").symlink_to(root / "_build" / "html")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/repo/00-small.html"
        server.shutdown()


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--disable-gpu"], chromium_sandbox=False
        )
        yield browser
        browser.close()


@pytest.fixture
def visit(browser, address):
    """Open the page with the given options of a context; every request is kept in page.asked."""
    contexts = []

    def opened(near=True, engine=None, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.asked, page.wrong = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.add_init_script(COUNT)
        if engine:
            page.route("**/engine.js", engine)
        if options.get("java_script_enabled", True):
            page.clock.install(time=0)
        page.goto(address)
        if near:
            page.locator(".lab-place").scroll_into_view_if_needed()
            page.locator(".lab").wait_for()
            page.clock.pause_at(3600_000)  # from here on, time passes where a test lets it
        return page

    yield opened
    for context in contexts:
        for page in context.pages:  # THEBE_JS_URL is the theme's own mistake
            assert [wrong for wrong in page.wrong if "THEBE" not in wrong] == []
        context.close()


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def run_all(page, expected="converges"):
    page.get_by_label(expected).check()
    button(page, "Play").click()
    page.clock.run_for(WHOLE_RUN)


def shown(page, name):
    return page.locator(f'[data-out="{name}"]').inner_text()


def loss(page):
    return float(page.locator("data").get_attribute("value"))


@pytest.fixture(scope="module")
def reference():
    """The losses and the numbers of right points of the chapter's run, from the package."""
    X, labels = make_moons()
    X, targets = X.tolist(), (2 * labels - 1).tolist()
    model = MLP(2, [8, 1], seed=1)
    mean_loss = fuse(lambda model, x, target: (model(x).tanh() - target) ** 2)
    losses, right = [], []
    for _ in range(201):
        now = mean_loss(model, X, targets)
        losses.append(now.data)
        right.append(sum((model(x).data > 0) == (t > 0) for x, t in zip(X, targets, strict=True)))
        model.zero_grad()
        now.backward()
        for p in model.parameters():
            p.data -= 0.5 * p.grad
    return losses, right


def test_it_trains_and_agrees_with_the_package_at_each_step_looked_at(visit, reference):
    page = visit()
    losses, right = reference
    page.get_by_label("converges").check()
    for step in range(201):
        if step in (0, 10, 50, 200):
            assert loss(page) == pytest.approx(losses[step], rel=0, abs=1e-12)
            assert shown(page, "loss") == f"{losses[step]:.4f}"
            assert shown(page, "step") == str(step)
            assert shown(page, "right") == f"{right[step]} of 100"
        if step == 10:  # by hand so far; the rest by itself
            button(page, "Play").click()
        if step < 10:
            button(page, "One step").click()
        elif step < 200:
            page.clock.run_for(16)
    assert loss(page) < 0.1
    expect(page.locator(".lab-verdict")).to_have_text(
        "You expected that the loss converges, and so it does. "
        f"It ends at {losses[200]:.4f} and started at {losses[0]:.4f}."
    )


def test_learning_rate_ten_saturates(visit):
    page = visit()
    page.locator("#lab-lr").fill("24")
    assert shown(page, "lr") == "10"
    run_all(page, "explodes")
    assert 1 < loss(page) < 4
    expect(page.locator(".lab-verdict")).to_contain_text("It climbs.")
    expect(page.locator(".lab-verdict")).to_contain_text("the run is stuck")
    expect(page.locator(".lab-verdict")).to_contain_text("it cannot explode")


def test_everything_works_by_keyboard_and_says_its_value(visit):
    page = visit()
    page.locator("p", has_text="Paragraph 59,").evaluate("p => { p.tabIndex = -1; p.focus(); }")

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


def test_a_reader_predicts_first(visit):
    page = visit()
    for name in ("Play", "One step"):
        button(page, name).click()
        page.clock.run_for(500)
        assert shown(page, "step") == "0"
        expect(page.locator(".lab-verdict")).to_have_text(
            "First choose what you expect the loss to do."
        )
        expect(page.get_by_label("converges")).to_be_focused()
    page.get_by_label("climbs").check()
    expect(page.locator(".lab-verdict")).to_have_text("")
    button(page, "One step").click()
    expect(page.get_by_label("converges")).to_be_disabled()
    page.locator("#lab-seed").fill("2")  # another run, another guess
    assert shown(page, "step") == "0"
    expect(page.get_by_label("climbs")).not_to_be_checked()
    run_all(page)
    expect(button(page, "Play")).to_have_attribute("aria-disabled", "true")
    button(page, "Play").click(force=True)
    expect(page.locator(".lab-verdict")).to_contain_text("Reset begins a new run.")
    assert shown(page, "step") == "200"


def test_a_seed_that_is_none_does_no_harm(visit):
    page = visit()
    for typed, seed in [("", 0), ("-5", 0), ("12.7", 12), ("123456789", 9999)]:
        page.locator("#lab-seed").fill(typed)
        expect(page.locator('[data-out="python"]')).to_contain_text(f"seed={seed})")
    run_all(page)
    assert loss(page) < 1


def test_the_five_lines_show_what_was_changed_and_what_they_did(visit):
    page = visit()
    lines = page.locator(".lab-lines")
    assert lines.locator("del, ins").count() == 0
    page.get_by_label("forget zero_grad").check()
    page.get_by_label("flip the sign").check()
    expect(lines.locator("del")).to_have_text("model.zero_grad()")
    expect(lines.locator("ins")).to_have_text("+=")
    page.get_by_label("climbs").check()
    button(page, "One step").click()
    for note in ("step 1 of 200", "0.5765", "left out", "gradient of length", "33 p", "uphill"):
        expect(lines).to_contain_text(note)
    button(page, "Play").click()
    expect(page.locator(".lab-running")).to_have_count(1)
    button(page, "Pause").click()
    expect(page.locator(".lab-running")).to_have_count(0)
    page.get_by_label("forget zero_grad").uncheck()
    page.get_by_label("flip the sign").uncheck()
    assert lines.locator("del, ins").count() == 0


@pytest.mark.parametrize(("motion", "redraws"), [("no-preference", 200), ("reduce", 10)])
def test_nothing_moves_before_the_start_and_a_run_is_redrawn_so_often(visit, motion, redraws):
    page = visit(reduced_motion=motion)
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


def test_the_description_changes_at_most_once_a_second(visit):
    page = visit()
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


@pytest.mark.parametrize("number", ["Infinity", "NaN"])
def test_a_run_whose_numbers_break_is_shown_as_such(visit, number):
    def broken(route):
        text = route.fetch().text()
        assert "return [total / n" in text
        # The last bias is 0 until the first step.
        text = text.replace(
            "return [total / n", f"return [parameters.at(-1) ? {number} : total / n"
        )
        route.fulfill(body=text, content_type="text/javascript")

    page = visit(engine=broken)
    page.clock.run_for(1500)
    run_all(page, "explodes")
    page.clock.run_for(1500)
    assert shown(page, "step") == "1"
    assert shown(page, "loss") == {"Infinity": "inf", "NaN": "nan"}[number]
    expect(page.locator(".lab-verdict")).to_have_text(
        "You expected that the loss explodes, and so it does. "
        "At step 1 the numbers are no longer finite."
    )
    expect(page.locator(".lab-status")).to_contain_text("no boundary to draw")
    button(page, "Reset").click()
    assert shown(page, "loss") == "0.5765"


def test_on_a_phone_it_fits_and_can_be_touched(visit):
    page = visit(
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
        kind = control.get_attribute("type")
        if kind not in ("checkbox", "radio"):  # there the label is touched
            assert box["height"] >= (20 if control.evaluate("e => e.htmlFor") else 24), kind
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


def test_it_is_drawn_anew_when_the_theme_or_the_size_changes(visit):
    page = visit()
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


def test_without_javascript_a_sentence_stands_there(visit):
    page = visit(near=False, java_script_enabled=False)
    assert page.locator(".lab-place").inner_text().strip() == SENTENCE.replace("`", "")
    assert page.get_by_role("button", name="Play").count() == 0


def test_nothing_is_fetched_before_it_comes_near_and_nothing_from_elsewhere(visit, address):
    page = visit(near=False)
    page.wait_for_load_state("networkidle")
    of_lab = [url for url in page.asked if "/lab-" in url]
    assert [url.rpartition("/")[2] for url in of_lab] == ["loader.js"]
    page.locator(".lab-place").scroll_into_view_if_needed()
    page.locator(".lab").wait_for()
    run_all(page)
    of_lab = [url for url in page.asked if "/lab-" in url]
    assert len(of_lab) == len(set(of_lab)) == 9
    assert all(urlsplit(url).path.startswith("/repo/_static/lab-") for url in of_lab)
    assert {urlsplit(url).netloc for url in page.asked} == {urlsplit(address).netloc}


def violations(page):
    """Return what axe finds wrong with the lab, with the elements where it is."""
    found = Axe().run(page, context=".lab").response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(visit, theme):
    page = visit(color_scheme=theme)
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
