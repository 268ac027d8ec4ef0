"""The book opened from a folder, without a server: it reads well, and says what needs one."""

import pytest

from support.browsers import open_firefox
from support.visit import CHAPTERS, PAGES, REPOSITORY

SAYS = "From a folder, this browser runs neither cells nor the lab nor the search"
# Buttons that would do nothing, pictures that are not there, what a reader would take for broken.
BROKEN = """async () => {
  const SEEN = { visibilityProperty: true, opacityProperty: true };
  for (const image of document.images) image.loading = "eager";
  await Promise.allSettled([...document.images].map((image) => image.decode()));
  return [...document.querySelectorAll("button, .needs-script, img, canvas")]
  .filter((e) => e.checkVisibility(SEEN) && !(e.complete && e.naturalWidth))
  .map((e) => e.outerHTML.slice(0, 80));
}"""


@pytest.fixture
def opened(browser, html):
    """Open a page of the book's folder by its name."""
    contexts = []

    def open_page(name, **options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.goto((html / f"{name}.html").as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_needs_a_server_and_how_to_have_it(opened, name):
    page = opened(name)
    said = page.inner_text("h1 + .folder-note")
    assert said.startswith(SAYS) and "make book" in said
    address = f"https://some.owner.github.io/{REPOSITORY.split('/')[1]}/{name}.html"
    assert page.get_attribute(".folder-note a", "href") == address
    assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize("fault", ["<button>Search</button>", "<img src='none.svg' alt=''>"])
def test_what_a_reader_would_take_for_broken_is_found(opened, fault):
    page = opened("references")
    page.evaluate(
        "html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", fault
    )
    assert page.evaluate(BROKEN)


def test_the_places_of_what_is_missing_lead_to_that_sentence(opened):
    page = opened("02-training-loop")
    assert page.inner_text(".lab-place").endswith("Runs when the book is served")
    cells = page.locator(".cell.live").count()
    assert page.locator(".cell.live .folder-note a[href='#served']").count() == cells > 10
    page.locator("details.sd-dropdown summary").first.click()
    assert page.locator("details.sd-dropdown .sd-card-body").first.is_visible()
    page.emulate_media(media="print")
    page.locator(".answers").wait_for()
    assert not page.locator(".folder-note").first.is_visible()


def test_the_colours_are_the_system_s(opened):
    grounds = [
        opened("glossary", color_scheme=scheme).evaluate("getComputedStyle(document.body).color")
        for scheme in ("light", "dark")
    ]
    assert len(set(grounds)) == 2


def test_a_page_that_is_served_says_nothing_of_it(visit):
    assert visit(CHAPTERS[0]).page.locator(".folder-note").count() == 0


def test_where_modules_run_from_a_folder_nothing_is_said(html, tmp_path):
    with open_firefox(tmp_path) as firefox:
        firefox.goto((html / f"{CHAPTERS[0]}.html").as_uri())
        if firefox.evaluate("document.documentElement.dataset.theme ?? ''"):
            assert firefox.evaluate("document.querySelectorAll('.folder-note').length") == 0
            assert firefox.evaluate("document.querySelectorAll('.live-bar button').length") > 0
        else:
            assert SAYS in firefox.evaluate("document.querySelector('.folder-note').textContent")
