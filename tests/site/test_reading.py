"""Reading the built book in a real browser: by eye, by keyboard, on a phone, in the dark."""

import gzip
import json
import re

import pytest

from support.visit import CHAPTERS, PAGES, REPOSITORY

# -- reading ---------------------------------------------------------------------------------------


def test_lines_are_of_a_length_that_reads_well(visit):
    page = visit("00-neurons").page
    lengths = page.evaluate("""[...document.querySelectorAll("article section > p")].map(p => {
      const range = document.createRange();
      range.selectNodeContents(p);
      const lines = new Set([...range.getClientRects()].map(r => Math.round(r.bottom / 12))).size;
      return [p.textContent.length, lines];
    }).filter(([n, lines]) => lines >= 4).map(([n, lines]) => n / (lines - 0.5))""")
    assert 60 <= sum(lengths) / len(lengths) <= 75


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_says_how_long_it_takes_and_marks_each_output(visit, name):
    page = visit(name).page
    exercises = page.locator("div.exercise").count()
    its = f", and \\d+ more for its {exercises} exercises?" if exercises else ""
    assert re.fullmatch(rf"About \d+ minutes to read{its}\.", page.inner_text("p.minutes"))
    outputs = page.locator("div.cell_output").count()
    assert outputs >= 5
    assert page.locator("div.cell_output .replayed").count() == outputs
    assert page.locator("article section > p a[href='how-checked.html']").last.is_visible()


def test_the_contents_list_follows_the_reader(visit):
    page = visit("01-gradients").page
    headings = page.locator("article h2")
    for i in (1, 3, 2):
        headings.nth(i).evaluate("h => h.scrollIntoView({behavior: 'instant'})")
        title = headings.nth(i).inner_text().removesuffix("#").strip()
        page.wait_for_function(
            "t => document.querySelector('.chapters [aria-current]')?.textContent.trim() === t",
            arg=title,
        )


def test_the_copy_button_copies_the_code_alone(visit):
    opened = visit("00-neurons", permissions=["clipboard-read", "clipboard-write"])
    cell = opened.page.locator("div.cell:has(.cell_output pre)").first
    cell.scroll_into_view_if_needed()
    cell.hover()
    cell.locator(".copy").click()
    cell.locator(".copy:text('Copied')").wait_for()
    copied = opened.page.evaluate("navigator.clipboard.readText()")
    assert copied == cell.locator(".cell_input pre").text_content()
    assert cell.locator(".cell_output pre").first.text_content() not in copied


def test_where_the_address_is_known_a_page_can_be_edited_and_complained_about(html, small_html):
    page = (html / "01-gradients.html").read_text()
    assert f'"https://github.com/{REPOSITORY}/edit/main/book/01-gradients.md"' in page
    assert f'"https://github.com/{REPOSITORY}/issues/new/choose"' in page
    assert "Edit this page" not in (small_html / "00-small.html").read_text()


# -- search ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("zero_grad", "02-training-loop.html#"),
        ("learning rate", "02-training-loop.html#how-large-may-the-learning-rate-be"),
        ("tanh", ".html#"),
    ],
)
def test_search_lands_on_the_right_section_and_loads_its_index_only_then(visit, words, place):
    opened = visit("index")
    assert "pagefind" not in str(opened.requests)
    opened.page.keyboard.press("/")
    opened.page.locator("#search input").fill(words)
    results = opened.page.locator("#search li a")
    results.first.wait_for()
    assert any(place in link.get_attribute("href") for link in results.all()[:3])
    results.first.click()
    opened.page.wait_for_url("**#*")
    target = opened.page.locator(":target")
    assert words in target.text_content().lower()
    assert opened.failed == []


def test_every_file_of_the_index_is_whole(html):
    files = [path for path in (html / "pagefind").rglob("*") if path.is_file()]
    assert [path.name for path in files if path.stat().st_size == 0] == []
    packed = [path for path in files if path.suffix in (".pagefind", ".pf_meta", ".pf_index")]
    packed += (html / "pagefind" / "fragment").glob("*")
    assert len(packed) > len(PAGES)
    assert all(gzip.decompress(path.read_bytes()) for path in packed)
    entry = json.loads((html / "pagefind" / "pagefind-entry.json").read_text())
    assert entry["languages"]["en"]["page_count"] == len(PAGES)


# A part that cannot be fetched once is fetched again; one that never can is said to be missing.
PARTS = ["pagefind-entry.json", "*.pf_meta", "wasm.en.*", "*.pf_index", "*.pf_fragment"]


@pytest.mark.parametrize("part", PARTS)
def test_search_survives_a_part_that_is_lost_once(visit, part):
    page, lost = visit("index").page, []

    def lose_the_first(route):
        lost.append(route.request.url)
        route.abort() if len(lost) == 1 else route.continue_()

    page.context.route(f"**/pagefind/**/{part}*", lose_the_first)
    page.keyboard.press("/")
    page.locator("#search input").fill("zero_grad")
    page.locator("#search li a").first.wait_for()
    assert len(lost) > 1


@pytest.mark.parametrize("part", ["pagefind.js", "wasm.en.*", "*.pf_fragment"])
def test_search_says_that_its_index_is_lost(visit, part):
    page = visit("index").page
    page.context.route(f"**/pagefind/**/{part}*", lambda route: route.abort())
    page.keyboard.press("/")
    page.locator("#search input").fill("zero_grad")
    page.get_by_text("The index could not be loaded. Reload the page and try again.").wait_for()


def test_search_says_that_nothing_was_found(visit):
    page = visit("index").page
    page.get_by_role("button", name="Search").click()
    page.locator("#search input").fill("xylophone")
    page.get_by_text("Nothing found for “xylophone”.").wait_for()
    page.keyboard.press("Escape")
    assert not page.locator("#search").is_visible()


# -- by keyboard, on a phone, in the dark, without scripts -----------------------------------------


def test_everything_is_reached_by_keyboard_and_the_focus_is_seen(visit):
    page = visit("00-neurons").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to main content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    for _ in range(12):
        page.keyboard.press("Tab")
        style = "getComputedStyle(document.activeElement)"
        assert page.evaluate(f"{style}.outlineStyle + {style}.outlineWidth") == "solid2px"
        assert page.evaluate("document.activeElement !== document.body")


def test_answers_unfold_by_keyboard(visit):
    page = visit("00-neurons").page
    answer = page.locator("details.sd-dropdown").first
    assert not answer.locator("p").first.is_visible()
    answer.locator("summary").focus()
    page.keyboard.press("Enter")
    assert answer.locator("p").first.is_visible()


def test_the_chapters_open_and_close_on_a_phone(visit):
    page = visit("02-training-loop", width=390, has_touch=True).page
    menu = page.locator("#pst-primary-sidebar-modal")
    opener = page.get_by_role("button", name="Chapters", exact=True)
    opener.tap()
    assert menu.get_by_role("link", name="01 Gradients").is_visible()
    page.keyboard.press("Escape")
    assert not menu.is_visible()
    opener.tap()
    menu.get_by_role("button", name="Close").tap()
    assert not menu.is_visible()
    opener.tap()
    menu.get_by_role("link", name="Exercises").tap()  # a section of this page
    assert not menu.is_visible()
    assert page.url.endswith("#exercises")


def test_the_download_menu_opens_and_closes(visit):
    page = visit("02-training-loop").page
    page.get_by_label("Download").click()
    assert page.get_by_role("link", name=".ipynb (").is_visible()
    page.keyboard.press("Escape")
    assert not page.get_by_role("link", name=".ipynb (").is_visible()
    page.get_by_label("Run this chapter").click()
    assert page.get_by_role("link", name="Colab").is_visible()
    page.locator("h1").click()
    assert not page.get_by_role("link", name="Colab").is_visible()


def test_dark_and_light_are_chosen_and_remembered(visit, address):
    page = visit("index", color_scheme="dark").page
    theme = "document.documentElement.dataset.theme"
    assert page.evaluate(theme) == "dark"
    page.get_by_role("button", name="Dark colours", pressed=True).click()
    assert page.evaluate(theme) == "light"
    page.goto(f"{address}/00-neurons.html")
    assert page.evaluate(theme) == "light"
    for scheme in ("light", "dark"):  # what the system does changes nothing of a choice
        page.emulate_media(color_scheme=scheme)
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")
        assert page.evaluate(theme) == "light"
    page.get_by_role("button", name="Dark colours", pressed=False).click()
    assert page.evaluate("localStorage.length") == 0  # the system's own again
    page.emulate_media(color_scheme="light")
    page.locator("html[data-theme=light]").wait_for()


def test_figures_are_turned_over_in_the_dark(visit):
    image = visit("00-neurons", color_scheme="dark").page.locator(".cell_output img").first
    assert "invert" in image.evaluate("i => getComputedStyle(i).filter")


def test_nothing_moves_where_that_is_asked_for(visit):
    page = visit("index", reduced_motion="reduce").page
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    assert page.evaluate("""[...document.querySelectorAll("*")].every(e =>
      parseFloat(getComputedStyle(e).transitionDuration) === 0)""")


def test_without_scripts_everything_is_there_to_read(visit):
    opened = visit("02-training-loop", width=390, java_script_enabled=False)
    page = opened.page
    for picture in page.locator(".cell_output img").all():
        picture.scroll_into_view_if_needed()
    page.wait_for_load_state("networkidle")
    figures = page.locator(".cell_output img").count()
    assert sum("/_images/" in url for url in opened.requests) == figures
    assert page.locator("math").first.bounding_box()["width"] > 0
    page.locator("details.sd-dropdown summary").first.click()
    assert page.locator("details.sd-dropdown p").first.is_visible()
    assert not page.locator(".needs-script").first.is_visible()
    page.locator(".bd-sidebar-primary").get_by_role("link", name="01 Gradients").click()
    assert page.url.endswith("/01-gradients.html")
