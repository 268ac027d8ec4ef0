"""A reader's browser, and the live cells of the page that is open in it; the site under /repo/."""

import re

import pytest
from playwright.sync_api import expect

from support.visit import serving

# Fills the storage of a browser to the last byte, and empties it again.
FULL = """() => {
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      for (let i = 0; ; i++) localStorage.setItem(`fill-${size}-${i}`, "x".repeat(size));
    } catch {}
  }
}"""
EMPTY = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("fill")) delete localStorage[key];
}"""


class Reader:
    """A reader's browser on one page: what it asked for, and the cells of the page."""

    def __init__(self, browser, site, **options):
        self.address, self.files = site
        self.context = browser.new_context(**options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.asked = []
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, name):
        self.page.goto(f"{self.address}/{name}.html")
        return self

    def cell(self, beginning):
        """Return the one live cell that begins with a text."""
        start = re.compile(rf"^\s*{re.escape(beginning)}")
        return Cell(self.page.locator(".cell.live", has=self.page.locator("pre", has_text=start)))

    def exercise(self, id):
        return Cell(self.page.locator(f".live-exercise-{id.replace('.', '-')}"))


class Cell:
    """A live cell and its buttons."""

    def __init__(self, cell):
        # The text that found it may be edited away, so that it is found by its place from here on.
        index = cell.evaluate("e => [...document.querySelectorAll('.cell.live')].indexOf(e)")
        self.page = cell.page
        self.cell = self.page.locator(".cell.live").nth(index)
        self.status = self.cell.get_by_role("status")
        self.editor = self.cell.get_by_role("textbox")

    def button(self, name):
        return self.cell.locator(f"button[name='{name}']")

    def press(self, name, says):
        self.status.evaluate("e => (e.textContent = '')")
        self.button(name).click()
        expect(self.status).to_have_text(re.compile(says), timeout=60_000)
        return self

    def write(self, text):
        self.button("Edit").click()
        expect(self.editor).to_be_focused()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(text)
        return self

    @property
    def output(self):
        return self.cell.locator(".live-output, + .cell .live-output").text_content()


@pytest.fixture(scope="session")
def site(html, tmp_path_factory):
    """The address of the built book, and its files."""
    served = tmp_path_factory.mktemp("served")
    (served / "repo").symlink_to(html)
    with serving(served) as address:
        yield f"{address}/repo", served / "repo"


def stayed_home(reader):
    """Say whether every request of a reader went to the site."""
    assert reader.asked
    return all(url.startswith((reader.address, "data:", "blob:")) for url in reader.asked)


@pytest.fixture
def reader(browser, site):
    """A new reader."""
    reader = Reader(browser, site)
    yield reader
    assert stayed_home(reader)
    reader.context.close()
