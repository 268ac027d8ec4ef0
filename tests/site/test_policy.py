"""The policy in each page's head, what keeps to it, and the colours of a page without scripts."""

from functools import partial
from threading import Thread

import pytest
from playwright.sync_api import expect

from publishing.page.policy import META, inline
from publishing.tools.serve import Handler, Server
from support.live_cells import needs_prepared
from support.reader import Reader
from support.visit import CHAPTERS, PAGES, Visit

STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
# What a reader sees of each kind of element, apart from what only scripts add.
LOOKS = """() => {
  const added = ".copy, .live-bar, .lab-place, .needs-script";
  const seen = [...document.querySelectorAll("html, body, main, main *")];
  return [...new Set(seen.filter((e) => !e.closest(added)).map((e) => {
    const { color, backgroundColor, borderColor, colorScheme, filter, mixBlendMode } =
      getComputedStyle(e);
    const name = e.matches("html, body") ? e.localName : `${e.localName}.${e.className}`;
    return [name, color, backgroundColor, borderColor, colorScheme, filter, mixBlendMode].join();
  }))].sort();
}"""


# -- in every page ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*PAGES, "404"])
def test_a_page_has_the_policy_before_all_it_loads_and_nothing_that_breaks_it(html, name):
    page = (html / f"{name}.html").read_text()
    before = page[: page.index(META)]
    assert not any(tag in before for tag in ("<script", "<link", "<style", "<base", "<body"))
    assert inline(page) == []
    # Before the stylesheet, and not later: else a dark page flashes white.
    assert page.index('<script src="_static/theme.js"></script>') < page.index('<link rel="style')


FAULTS = [
    "<script>planted()</script>",
    '<script type="module">planted()</script>',
    "<style>p { color: red }</style>",
    '<p style="color: red">planted</p>',
    '<p onclick="planted()">planted</p>',
]


@pytest.mark.parametrize("fault", FAULTS)
def test_what_stands_in_a_page_is_found(fault):
    assert len(inline(f"<pre>&lt;script&gt;</pre>{fault}")) == 1


def test_data_and_files_are_no_scripts_in_a_page():
    assert (
        inline('<script type="application/ld+json">{}</script><script src="x.js"></script>') == []
    )


def test_a_chapter_with_a_style_in_it_is_refused_in_a_sentence(small):
    small.edit("The sum", '<p style="color: red">planted</p>\n\nThe sum')
    assert "rewritten" in small.record().stdout
    done = small.build()
    assert done.returncode != 0
    says = '00-small has <p style="color: red"> in it, which the page\'s policy forbids: put styles'
    assert says in done.stdout + done.stderr


# -- where the server asks of every file what the pages ask of theirs ------------------------------


class Strict(Handler):
    """Sends the policy with every file, scripts of workers too."""

    def end_headers(self):
        self.send_header("Content-Security-Policy", STRICT)
        super().end_headers()


@pytest.fixture(scope="module")
def strict(html):
    with Server(("127.0.0.1", 0), partial(Strict, directory=str(html))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def careful(browser, strict):
    """A reader of that server, and all errors that the console shows."""
    reader = Reader(browser, (strict, None), color_scheme="dark")
    reader.errors = []
    reader.context.on("console", lambda m: m.type == "error" and reader.errors.append(m.text))
    yield reader
    reader.context.close()


@needs_prepared
def test_cells_editor_and_search_work_under_the_policy(careful):
    page = careful.open("01-gradients").page
    cell = careful.cell("def f(x):").press("Run", "Done")
    cell.write("print(1 + 1)").press("Run", "Done")
    assert cell.output == "2\n"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.cm-gutters')).display") == "flex"
    )
    page.get_by_role("button", name="Search", exact=True).click()
    page.locator("#search input").fill("zero_grad")
    page.locator("#search li a").first.wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Dark colours").click()
    page.emulate_media(media="print")
    page.pdf()
    assert careful.errors == []
    # What breaks the policy is seen.
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\"></p>')")
    assert "Content Security Policy" in careful.errors[0]


def test_the_lab_works_under_the_policy(careful):
    page = careful.open("02-training-loop").page
    page.locator(".lab-place").scroll_into_view_if_needed()
    page.get_by_label("converges").check()
    page.get_by_role("button", name="One step", exact=True).click()
    expect(page.locator(".lab [data-out=step]")).to_have_text("1")
    assert careful.errors == []


# -- without scripts -------------------------------------------------------------------------------


def looks(browser, url, **options):
    with Visit(browser, url, **options) as opened:
        return opened.page.evaluate(LOOKS)


@pytest.mark.parametrize("name", [CHAPTERS[0], "404"])
def test_without_scripts_a_page_has_the_same_colours(browser, address, name):
    for scheme in ("dark", "light"):
        url, options = f"{address}/{name}.html", {"color_scheme": scheme}
        without = looks(browser, url, java_script_enabled=False, **options)
        assert [look for look in without if look not in looks(browser, url, **options)] == []
        assert any(look.startswith("html") and f",{scheme}," in look for look in without)


def test_a_colour_that_needs_a_script_is_found(browser, address, html):
    css = (html / "_static" / "site.css").read_text()
    assert "prefers-color-scheme:dark" in css

    with Visit(browser, "about:blank", java_script_enabled=False, color_scheme="dark") as opened:
        never = css.replace("prefers-color-scheme:dark", "prefers-color-scheme:never")
        opened.page.route("**/site.css", lambda r: r.fulfill(body=never, content_type="text/css"))
        opened.page.goto(f"{address}/{CHAPTERS[0]}.html")
        without = opened.page.evaluate(LOOKS)
    with_scripts = looks(browser, f"{address}/{CHAPTERS[0]}.html", color_scheme="dark")
    wrong = [look for look in without if look not in with_scripts]
    assert any(look.startswith("span.k,") for look in wrong)
    assert any(look.startswith("img.,") for look in wrong)
