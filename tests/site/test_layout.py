"""Where things stand on a page: one right edge, nothing hidden beyond it, asides where room is."""

import pytest

from support.visit import CHAPTERS, PAGES

# Every box that hides a part of what it holds, and every text that ends beyond the article.
HIDDEN = """() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const article = document.querySelector("article");
  const edge = article.querySelector("h1").getBoundingClientRect().right;
  const say = (e, why) => `${why}: ${e.tagName} ${e.className} ${e.textContent.slice(0, 60)}`;
  const found = [];
  // What stands in the margin of what holds it does so on purpose.
  const beside = [...article.querySelectorAll(".aside, .replayed")].filter(
    (e) => e.getBoundingClientRect().left > edge,
  );
  for (const e of beside) e.style.display = "none";
  for (const e of article.querySelectorAll("*")) {
    if (e.closest("svg, .lab-place, .moons") || !e.checkVisibility()) continue;
    if (e.getBoundingClientRect().right > edge + 1) found.push(say(e, "beyond the edge"));
    if (e.querySelector(".lab-place, .moons")) continue;
    const cuts = getComputedStyle(e).overflowY !== "visible" && e.clientHeight;
    if (e.clientWidth && e.scrollWidth > e.clientWidth + 1) found.push(say(e, "wide"));
    if (cuts && e.scrollHeight > e.clientHeight + 1) found.push(say(e, "high"));
  }
  for (const e of beside) e.style.display = "";
  return found;
}"""
FAULTS = {
    "wide: PRE": '<pre style="overflow-x: auto; white-space: pre">'
    + "a long line " * 20
    + "</pre>",
    "high: DIV": '<div style="overflow: hidden; height: 1em">One.<br>Two.</div>',
    "wide: P": '<p style="white-space: nowrap">' + "a long sentence " * 20 + "</p>",
    "beyond the edge: IMG": '<img src="_static/favicon.svg" style="max-width: none; width: 9in">',
}
# The right edges of what runs through a chapter, and of the column in which it stands.
EDGES = """() => {
  const right = (e) => Math.round(e.getBoundingClientRect().right);
  const blocks = "p, ul, ol, details, .admonition, .cell_input, .cell_output, [class*=highlight-]";
  const found = [...document.querySelectorAll(`article section > :is(${blocks})`)].map(right);
  return [[...new Set(found)], right(document.querySelector("article h1"))];
}"""
ASIDES = """() => {
  const box = (e) => e.getBoundingClientRect();
  const edge = box(document.querySelector("article h1")).right;
  const all = [...document.querySelectorAll(".aside, .replayed")];
  const asides = all.filter((e) => e.checkVisibility() && box(e).left > edge);
  return asides.map((e, i) => ({
    term: e.querySelector("strong")?.textContent,
    links: e.querySelectorAll("a").length,
    inside: box(e).right < innerWidth,
    below: i === 0 || box(e).top >= box(asides[i - 1]).bottom,
  }));
}"""


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_hidden(visit, name):
    page = visit(name).page
    for width in (1280, 768, 390, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(HIDDEN) == [], width


@pytest.mark.parametrize("says", FAULTS)
def test_what_is_hidden_is_found(visit, says):
    page = visit("glossary", width=390, bypass_csp=True).page
    page.evaluate(
        "html => document.querySelector('h1').insertAdjacentHTML('afterend', html)", FAULTS[says]
    )
    assert any(found.startswith(says) for found in page.evaluate(HIDDEN))


@pytest.mark.parametrize("name", CHAPTERS)
@pytest.mark.parametrize("width", [1280, 1000, 390])
def test_everything_ends_at_one_edge(visit, name, width):
    edges, column = visit(name, width=width).page.evaluate(EDGES)
    assert edges == [column]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_term_is_explained_beside_its_first_use(visit, name):
    page = visit(name).page
    asides = page.evaluate(ASIDES)
    terms = [aside["term"] for aside in asides if aside["term"]]
    assert len(set(terms)) == len(terms) > 10
    assert all(aside["inside"] and aside["below"] and not aside["links"] for aside in asides)
    page.set_viewport_size({"width": 1100, "height": 900})  # where there is no room
    assert page.evaluate(ASIDES) == []
