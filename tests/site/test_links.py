"""Every link inside the book ends at its target, on every screen, and the reader stays there."""

from functools import cache
from itertools import cycle
from pathlib import Path
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup

from support.visit import CHAPTERS, PAGES, Visit, serving

WIDTHS = (320, 390, 768, 1280)
# How far below the header the target of the address begins, in lines; where the page is at its end,
# whether it can be seen. An answer that is not a number is what a failed test shows.
OFF = """() => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return "there is no such place";
  const { top, height } = target.getBoundingClientRect();
  if (!target.checkVisibility()) return "it is not shown";
  const bar = document.querySelector(".bd-header-article");
  if (target.contains(bar)) return scrollY; // all that there is, from its top
  const header = bar.getBoundingClientRect().bottom;
  const line = parseFloat(getComputedStyle(document.querySelector("article p")).lineHeight);
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  if (end && top >= header - 2 && top < innerHeight) return 0;
  return (top - header) / line;
}"""
# Turn to each place of the page in which the reader is, as a click in it does; say where it failed.
TURN = f"""async (places) => {{
  const off = {OFF}, failed = [];
  for (const place of places) {{
    location.hash = place;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const lines = off();
    if (!(lines > -0.1 && lines < 1.5)) failed.push([place, lines]);
  }}
  return failed;
}}"""


@cache
def links(html):
    """Return {page: fragments}: all to which a link of the book or a result of its search leads."""
    found = {name: set() for name in PAGES}
    for name in PAGES:
        page = BeautifulSoup(Path(html, f"{name}.html").read_text(), "html.parser")
        found[name] |= {section["id"] for section in page.select("article section[id]")}
        for link in page.find_all("a", href=True):
            file, _, place = link["href"].partition("#")
            if place and ":" not in file:
                found[file.removesuffix(".html") or name].add(unquote(place))
    return {name: sorted(places) for name, places in found.items()}


def arrives(page):
    """Return whether the reader is at the target of the address, or how far from it."""
    lines = page.evaluate(f"document.fonts.ready.then({OFF})")
    return (isinstance(lines, int | float) and -0.1 < lines < 1.5) or lines


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_each_link_within_a_page_arrives(visit, html, name, width):
    page = visit(name, width=width).page
    assert page.evaluate(TURN, links(html)[name]) == []


@pytest.mark.parametrize("name", PAGES)
def test_each_address_that_is_opened_arrives(browser, address, html, name):
    """From another page, from a search result, by hand: each at one of the widths."""
    with Visit(browser, f"{address}/404.html") as opened:
        for i, place in enumerate(links(html)[name]):
            width = WIDTHS[i % len(WIDTHS)]
            opened.page.set_viewport_size({"width": width, "height": 900})
            opened.page.goto("about:blank")
            opened.page.goto(f"{address}/{name}.html#{place}")
            assert arrives(opened.page) is True, (place, width)
        opened.page.wait_for_load_state("networkidle")
        assert arrives(opened.page) is True, "not where it was, when all had come"


@pytest.mark.parametrize("name", PAGES)
def test_each_link_arrives_in_firefox_too(firefox, address, html, name):
    places = links(html)[name]
    for width, place in zip(WIDTHS, cycle(places), strict=False):
        firefox.resize(width, 900)
        firefox.goto("about:blank")
        firefox.goto(f"{address}/{name}.html#{place}")
        assert arrives(firefox) is True, (place, width)
        assert firefox.evaluate(f"({TURN})({places})") == [], width


@pytest.mark.parametrize("name", CHAPTERS)
def test_back_forward_and_reload_lead_to_where_the_reader_was(visit, address, html, name):
    page = visit(name, width=390).page
    middle = links(html)[name][len(links(html)[name]) // 2]
    page.goto(f"{address}/{name}.html#{middle}")
    page.mouse.wheel(0, 2000)
    page.wait_for_function("() => new Promise(done => setTimeout(() => done(true), 100))")
    here = page.evaluate("scrollY")
    near = "here => Math.abs(scrollY - here) < 30"
    page.reload()
    page.wait_for_function(near, arg=here)
    page.goto(f"{address}/glossary.html#tanh")
    page.go_back()
    page.wait_for_function(near, arg=here)
    page.go_forward()
    page.go_back()
    page.wait_for_function(near, arg=here)


GUESSED = """<style>article section section { content-visibility: auto;
  contain-intrinsic-size: auto 60rem } html { scroll-behavior: smooth !important }</style>"""


def test_a_guessed_height_is_found(browser, html, tmp_path):
    name = CHAPTERS[-1]
    for path in ("_static", f"{name}.html"):
        (tmp_path / path).symlink_to(html / path)
    (tmp_path / f"{name}.html").unlink()
    page = (html / f"{name}.html").read_text()
    (tmp_path / f"{name}.html").write_text(page.replace("</head>", f"{GUESSED}</head>"))
    address = f"{name}.html#exercises"
    with serving(tmp_path) as url, Visit(browser, f"{url}/{address}", bypass_csp=True) as opened:
        assert arrives(opened.page) is not True
