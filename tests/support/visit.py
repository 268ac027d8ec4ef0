"""The built site in a browser, and what can be wrong with a page of it."""

from contextlib import contextmanager
from threading import Thread
from urllib.parse import urlsplit

import pytest
import yaml
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from publishing.record.chapter import chapters
from publishing.tools.serve import listen
from support.chromium import chromium
from support.tree import ROOT

CONTENTS = yaml.safe_load((ROOT / "_toc.yml").read_text())
PAGES = [CONTENTS["root"], *(page["file"] for page in CONTENTS["chapters"])]
CHAPTERS = [chapter.stem for chapter in chapters()]
REPOSITORY, COMMIT = "Some.Owner/Five.Lines-2", "a" * 40  # made up
WIDTHS = (390, 1280)
RULES = [*("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"), "best-practice"]
# Brings everything near once, as a reader does, and unfolds what is folded.
READ_ALL = """async () => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  for (const part of document.querySelectorAll("article :is(pre, img, table, div.math)")) {
    part.scrollIntoView({ block: "center", behavior: "instant" });
    await new Promise(requestAnimationFrame);
  }
  scrollTo({ top: 0, behavior: "instant" });
  await new Promise(resolve => setTimeout(resolve, 200));
}"""

# Axe takes seconds to find what is painted behind each text, and most texts look like another.
# So contrast is asked of three of each look: of one style, in elements that are of one style too.
THREE_OF_EACH_LOOK = """{
  const STYLE = ["color", "fontSize", "fontWeight", "textShadow", "display", "position", "opacity",
    "backgroundColor", "backgroundImage", "filter", "mixBlendMode"];
  const looks = new Map([[null, ""]]);
  const look = (e) => {
    if (!looks.has(e)) {
      const style = getComputedStyle(e);
      looks.set(e, [look(e.parentElement), ...STYLE.map((name) => style[name])].join());
    }
    return looks.get(e);
  };
  const seen = {};
  for (const e of document.body.querySelectorAll("*")) {
    const says = [...e.childNodes].some((n) => n.nodeType === Node.TEXT_NODE && n.data.trim());
    const another = says && e.checkVisibility() && (seen[look(e)] = (seen[look(e)] ?? 0) + 1) <= 3;
    e.toggleAttribute("data-look", another || e.matches("input, select, textarea"));
  }
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
}"""
AXE = Axe(f"{AXE_SCRIPT}\n{THREE_OF_EACH_LOOK}")

# Signs of an icon font, which a page without that font shows as empty boxes.
ICONS = """[...document.querySelectorAll("body *")].filter(e => e.checkVisibility()).flatMap(
  e => ["::before", "::after"].map(place => [e, getComputedStyle(e, place)])
).filter(([, style]) => style.display !== "none" && /[\ue000-\uf8ff]/.test(style.content))
.map(([e]) => e.outerHTML.slice(0, 120))"""


@contextmanager
def serving(folder):
    """Serve a folder; give its address, without a slash at the end."""
    with listen(str(folder), 8500) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@contextmanager
def browsing():
    """Give the browser of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--disable-gpu", "--disable-background-networking"]
        )
        yield browser
        browser.close()


class Visit:
    """A page that was opened, and the requests that it made."""

    def __init__(self, browser, url, width=1280, **options):
        self.context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        self.page = self.context.new_page()
        self.url, self.requests, self.failed, self.errors, self.sizes = url, [], [], [], {}
        self.page.on("request", lambda r: self.requests.append(r.url))
        self.page.on("requestfailed", lambda r: self.failed.append(r.url))
        self.page.on("response", lambda r: r.status < 400 or self.failed.append(r.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda m: m.type == "error" and self.errors.append(m.text))
        network, urls = self.context.new_cdp_session(self.page), {}
        network.send("Network.enable")
        network.on(
            "Network.requestWillBeSent",
            lambda e: urls.update({e["requestId"]: e["request"]["url"]}),
        )
        network.on(
            "Network.loadingFinished",
            lambda e: self.sizes.update({urls[e["requestId"]]: e["encodedDataLength"]}),
        )
        self.page.goto(url)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.context.close()

    def read_all(self):
        self.page.evaluate(READ_ALL)

    def kilobytes(self, figures):
        """What was transferred, compressed, with or without the figures."""
        wanted = (n for url, n in self.sizes.items() if figures or "/_images/" not in url)
        return sum(wanted) / 1e3

    def complaints(self):
        """Whatever is wrong with the page for any reader: a list of sentences."""
        host = urlsplit(self.url).netloc
        found = [
            f"asks another host: {url}" for url in self.requests if urlsplit(url).netloc != host
        ]
        found += [f"cannot load {url}" for url in self.failed]
        found += [f"script: {error}" for error in self.errors]
        width, room = self.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        if width > room:
            found.append(f"is {width} pixels wide on a screen of {room}")
        found += [f"shows an icon without its font: {e}" for e in self.page.evaluate(ICONS)]
        report = AXE.run(self.page, options={"runOnly": RULES, "resultTypes": ["violations"]})
        for violation in report.response["violations"]:
            nodes = [node["html"][:120] for node in violation["nodes"]]
            found.append(f"axe, {violation['id']}: {len(nodes)} times, first {nodes[0]}")
        return found


@pytest.fixture(scope="session")
def book(once):
    """The whole book, built for a made-up address."""
    from support.tree import Tree, copy  # which has this module as a plugin

    def make(folder):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GITHUB_REPOSITORY", REPOSITORY)
            patch.setenv("GITHUB_SHA", COMMIT)
            patch.setenv("GITHUB_REF_NAME", "main")
            done = copy(folder).build()
        assert done.returncode == 0, done.stdout + done.stderr

    return Tree(once("book-copy", make))


@pytest.fixture(scope="session")
def html(book):
    """Its pages."""
    return book.root / "_build" / "html"


@pytest.fixture(scope="session")
def address(html, tmp_path_factory):
    """Where they are served: below the name of their repository, as GitHub Pages does."""
    root = tmp_path_factory.mktemp("served")
    name = REPOSITORY.rpartition("/")[2]
    (root / name).symlink_to(html)
    (root / "404.html").symlink_to(html / "404.html")
    with serving(root) as url:
        yield f"{url}/{name}"


@pytest.fixture(scope="session")
def browser():
    with browsing() as browser:
        yield browser


@pytest.fixture
def visit(browser, address):
    """Open a page of it by its name; all that were opened are closed in the end."""
    visits = []

    def open_page(name, **options):
        visits.append(Visit(browser, f"{address}/{name}.html", **options))
        return visits[-1]

    yield open_page
    for each in visits:
        print(each.url, *each.failed, *each.errors, sep="\n")  # shown where the test failed
        each.context.close()
