"""Every page of the built book in a real browser: nothing to complain of, light, and described."""

import re
import shutil

import pytest

from publishing.site.stylesheet import names_in, pruned
from support.visit import CHAPTERS, PAGES, WIDTHS, Visit, serving


def test_all_pages_are_tried(html):
    assert {path.stem for path in html.glob("*.html")} == {*PAGES, "404"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", [*PAGES, "404"])
def test_there_is_nothing_to_complain_of(visit, name, width):
    opened = visit(name, width=width, color_scheme="light")
    opened.read_all()
    assert opened.complaints() == []
    opened.page.emulate_media(color_scheme="dark")
    opened.page.locator("html[data-theme=dark]").wait_for()
    assert opened.complaints() == []


FAULTS = {
    "asks another host": '<img src="https://example.org/x.png" alt="">',
    "cannot load": '<img src="missing.svg" alt="">',
    "script: ": "<script>nothing.here()</script>",
    "pixels wide": '<div style="width: 2000px">wide</div>',
    "icon without its font": '<style>h1::before { content: "\\f104" }</style>',
    "axe, image-alt": '<img src="_static/favicon.svg">',
    "axe, color-contrast": '<p style="color: #bbb; background: #fff">pale</p>',
    "axe, color-contrast: 1 times, first <b": '<p>as it is <b style="color: #bbb">pale</b></p>',
    "axe, color-contrast: 1 times, first <i": '<p style="background: #666"><i>on grey</i></p>',
    "axe, color-contrast: 1 times, first <s": '<p style="opacity: 0.3"><s>faint</s></p>',
    "axe, target-size": '<button style="width:9px;height:9px;padding:0">a</button>' * 2,
    "axe, heading-order": "<h5>deep</h5>",
}


@pytest.mark.parametrize("says", FAULTS)
def test_a_planted_fault_is_complained_of(browser, html, says, tmp_path):
    shutil.copytree(html / "_static", tmp_path / "_static")
    page = (html / "index.html").read_text()
    (tmp_path / "index.html").write_text(page.replace("</h1>", "</h1>" + FAULTS[says], 1))
    options = {"width": 390, "bypass_csp": True}  # most of these faults the policy would stop
    with serving(tmp_path) as url, Visit(browser, f"{url}/index.html", **options) as opened:
        assert any(says in complaint for complaint in opened.complaints())


# -- weight ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_light_and_its_figures_come_when_they_are_near(visit, name):
    opened = visit(name, width=390)
    first = set(opened.requests)
    assert opened.kilobytes(figures=False) <= 110
    opened.read_all()
    opened.page.wait_for_load_state("networkidle")
    assert opened.kilobytes(figures=True) <= 500
    late = {url for url in set(opened.requests) - first if "favicon" not in url}
    assert late
    assert [url for url in late if not re.search("/_images/|/_static/(figures|live)-", url)] == []
    assert all(
        opened.page.evaluate("[...document.images].map(i => i.complete && i.naturalWidth > 0)")
    )


def test_a_page_asks_for_its_own_few_files_only(visit, address):
    names = {url.removeprefix(address) for url in visit("glossary").requests}
    assert names <= {
        "/glossary.html",
        "/_static/theme.js",
        "/_static/site.css",
        "/_static/site.js",
        "/_static/print.js",
        "/_static/folder.js",
        "/_static/favicon.svg",
        "/_static/fonts/math.woff2",
    }


@pytest.mark.parametrize("name", CHAPTERS)
def test_nothing_moves_when_a_figure_comes(html, name):
    figures = re.findall(r"<img [^>]*_images[^>]*>", (html / f"{name}.html").read_text())
    assert figures
    for figure in figures:
        width, height = (
            int(re.search(rf'{side}="(\d+)"', figure)[1]) for side in ("width", "height")
        )
        svg = (html / re.search(r'src="([^"]+)"', figure)[1]).read_text()
        x, y = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
        assert abs(width / height - x / y) < 0.01
        assert 'loading="lazy"' in figure


def test_rules_that_no_page_uses_are_gone_and_the_others_stay():
    used = names_in('<p class="a b" id="c">')
    css = ".a{x:1} .z{x:2} p.b,div{x:3} #c:hover{x:4} @media print{.z{x:5} p{x:6}} p:not(.z){x:7}"
    assert re.findall(r"x:(\d)", pruned(css, used)) == ["1", "3", "4", "6", "7"]
    assert "div" not in pruned(css, used)


# -- for those who come from elsewhere -------------------------------------------------------------


def test_each_page_describes_itself(html):
    described = {}
    for name in PAGES:
        page = (html / f"{name}.html").read_text()
        described[name] = re.search(r'<meta name="description" content="([^"]+)">', page)[1]
        assert 40 <= len(described[name]) <= 200
        url = f"https://some.owner.github.io/Five.Lines-2/{name}.html"
        assert f'<link rel="canonical" href="{url}"' in page
        assert f'<meta property="og:url" content="{url}">' in page
        assert (
            len(re.findall('<meta property="og:image" content="https://[^"]+/card.png">', page))
            == 1
        )
        assert f"<loc>{url}</loc>" in (html / "sitemap.xml").read_text()
    assert len(set(described.values())) == len(PAGES)
    assert (html / "_static" / "card.png").stat().st_size < 100_000


def test_without_an_address_a_page_claims_none(small_html):
    page = (small_html / "00-small.html").read_text()
    assert "canonical" not in page and "og:url" not in page and "og:image" not in page
    assert not (small_html / "sitemap.xml").exists()


def test_a_missing_page_leads_back_from_any_depth(browser, html, tmp_path):
    shutil.copytree(html, tmp_path / "Five.Lines-2")
    shutil.copy(html / "404.html", tmp_path)
    with serving(tmp_path) as url, Visit(browser, f"{url}/Five.Lines-2/old/name.html") as opened:
        assert "There is no such page" in opened.page.title()
        opened.page.get_by_role("link", name="01 Gradients").click()
        assert opened.page.url == f"{url}/Five.Lines-2/01-gradients.html"
