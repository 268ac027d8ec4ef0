"""The lab in a small page, in a browser, under an address such as /repo/, and with a set clock."""

import shutil

import pytest

from support.visit import serving

LAST = "The last paragraph above it."
FILLER = "\n\n".join(["A paragraph, far above the lab."] * 59 + [LAST])
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


@pytest.fixture(scope="session")
def lab_address(recorded, tmp_path_factory):
    """The address of a page with the lab, far down in it."""
    from support.tree import Tree  # which has this module as a plugin

    root = tmp_path_factory.mktemp("lab") / "book-copy"
    shutil.copytree(recorded, root)
    tree = Tree(root)
    (root / "book" / "index.md").write_text("# A small book\n\nIt has a lab.\n")
    tree.edit("The sum", f"{FILLER}\n\n:::{{lab}}\n:::\n\nThe sum")
    assert "rewritten" in tree.record().stdout
    built = tree.build()
    assert built.returncode == 0, built.stdout + built.stderr
    site = root.parent / "site"
    site.mkdir()
    (site / "repo").symlink_to(root / "_build" / "html")
    with serving(site) as url:
        yield f"{url}/repo/00-small.html"


@pytest.fixture
def open_lab(browser, lab_address):
    """Open the page with the given options of a context; every request is kept in page.asked."""
    contexts = []

    def opened(near=True, routes=(), at="", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.asked, page.wrong = [], []
        page.on("request", lambda request: page.asked.append(request.url))
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.add_init_script(COUNT)
        for file, answer in dict(routes).items():
            page.route(f"**/{file}", answer)
        if options.get("java_script_enabled", True):
            page.clock.install(time=0)
        page.goto(lab_address + at)
        if near:
            page.locator(".lab-place").scroll_into_view_if_needed()
            page.locator(".lab-ready .lab").wait_for()
            page.clock.pause_at(3600_000)  # from here on, time passes where a test lets it
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            assert page.wrong == []
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
