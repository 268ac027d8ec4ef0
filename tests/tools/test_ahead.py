"""The way out of Jupyter Book: what is found when two builds are compared; `make ahead` builds."""

import sys

import pytest

from publishing import Refused
from publishing.tools import ahead

PAGE = (
    "<html><head><title>00 A chapter</title></head><body><nav>menu</nav><article><h1>A chapter</h1>"
    '<p>The loss is <span class="pre">0.5</span> here.</p><pre><span>a</span><span>.b</span></pre>'
    '<img src="a.svg" alt="It falls."></article></body></html>'
)


@pytest.fixture
def built(tmp_path):
    """Two books of two pages and a figure, which say the same."""
    for name in ("html", "newest"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "00-a.html").write_text(PAGE)
        (tmp_path / name / "404.html").write_text("<title>404</title><body>Not here.</body>")
        (tmp_path / name / "a.svg").write_text("<svg>1</svg>")
    return tmp_path / "html", tmp_path / "newest"


def test_the_same_words_in_other_markup_are_no_difference(built):
    other = PAGE.replace("<p>", "\n <section id='x'><p>\n").replace("menu", "another menu")
    other = other.replace("<span>a</span><span>.b</span>", "a<b>.</b>b").replace("a.svg", "b.svg")
    (built[1] / "00-a.html").write_text(other)
    (built[1] / "a.svg").rename(built[1] / "b.svg")
    assert ahead.difference(*built) == ""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("0.5", "0.6", 'after "00 A chapter A chapter The loss is" stands "0.5 here. a.b It'),
        ("00 A chapter", "01 A chapter", 'after "nothing" stands "00 A chapter'),
        ("<h1>A chapter</h1>", "", 'after "00 A chapter" stands "A chapter The loss'),
        ("<span>.b</span>", "<span> .b</span>", 'The loss is 0.5 here." stands "a.b It falls.'),
        ("It falls.", "It climbs.", 'here. a.b It" stands "falls.'),
        ("</article>", "<p>More</p></article>", 'stands "nothing", with the newest'),
    ],
)  # fmt: skip
def test_a_difference_names_the_page_and_both_texts(built, old, new, says):
    assert old in PAGE
    (built[1] / "00-a.html").write_text(PAGE.replace(old, new))
    found = ahead.difference(*built)
    assert found.startswith("00-a.html: ")
    assert says in found
    assert len(found.splitlines()) == 1


def test_a_page_without_an_article_is_compared_too(built):
    (built[1] / "404.html").write_text("<title>404</title><body>Gone.</body>")
    assert ahead.difference(*built).startswith('404.html: after "404" stands "Not here."')


def test_another_figure_and_one_that_lacks_are_differences(built):
    (built[1] / "a.svg").write_text("<svg>2</svg>")
    assert ahead.difference(*built).startswith("00-a.html: ")
    (built[1] / "a.svg").unlink()
    assert ahead.difference(*built).endswith('with the newest releases "missing"')


def test_a_page_that_lacks_a_page_more_and_no_page_are_named(built):
    html, newest = built
    (newest / "00-a.html").unlink()
    assert (
        ahead.difference(html, newest) == "00-a.html: the newest releases did not build this page"
    )
    assert ahead.difference(newest, html) == "00-a.html: only the newest releases built this page"
    assert "make html builds them" in ahead.difference(html / "nowhere", newest)


def test_a_warning_closes_the_way(tmp_path):
    # With the Sphinx of this environment, which takes a second and no network.
    (tmp_path / "conf.py").write_text("project = 'small'\n")
    index = tmp_path / "index.rst"
    index.write_text("Small\n=====\n\nIt works.\n")
    ahead.build(sys.executable, tmp_path, tmp_path, tmp_path / "html")
    index.write_text("Small\n=====\n\nSee :ref:`nowhere`.\n")
    with pytest.raises(Refused, match="does not build with the newest releases"):
        ahead.build(sys.executable, tmp_path, tmp_path, tmp_path / "html")


def test_the_environment_has_everything_but_jupyter_book():
    names = ahead.packages()
    assert {"sphinx>=9", "math-core", "beautifulsoup4"} <= set(names)
    assert any(name.startswith("matplotlib") for name in names)
    assert not any("jupyter-book" in name for name in names)


def test_what_a_tool_says_becomes_the_reason():
    with pytest.raises(Refused, match="uv pip failed: error: unrecognized subcommand 'nothing'"):
        ahead._run("uv", "pip", "nothing")


@pytest.mark.parametrize("text", ["0.5", "0.6"])
def test_the_command_fails_where_a_number_differs(built, tmp_path, monkeypatch, capsys, text):
    def build(python, configured, source, html):
        built[1].rename(html)
        (html / "00-a.html").write_text(PAGE.replace("0.5", text))

    monkeypatch.setattr(ahead, "ROOT", tmp_path)
    monkeypatch.setattr(ahead, "environment", lambda folder: sys.executable)
    monkeypatch.setattr(ahead, "versions", lambda python: ["sphinx 9"])
    monkeypatch.setattr(ahead, "configuration", lambda folder: None)
    monkeypatch.setattr(ahead, "build", build)
    monkeypatch.setattr("sys.argv", ["ahead", str(built[0])])
    if text == "0.6":
        with pytest.raises(SystemExit, match=r"the way out of Jupyter Book is closed: 00-a.html"):
            ahead.main()
    else:
        ahead.main()
        assert "2 pages say the same" in capsys.readouterr().out
