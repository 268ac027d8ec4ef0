"""Every figure as a phone shows it: words of 9 pixels and more, none cut off, none on another."""

import pytest

from support.visit import CHAPTERS

SMALLEST = 9  # pixels

# What is wrong with the words of the SVG in the page: a list of sentences.
WRONG = """smallest => {
  const svg = document.querySelector("svg"), all = svg.getBoundingClientRect(), found = [];
  const texts = [...svg.querySelectorAll("text")].map(text => {
    const { left, right, top, bottom, height } = text.getBoundingClientRect();
    const edge = height / 8;  // a line of text is higher than what is seen of it
    return { words: text.textContent, left, right, top: top + edge, bottom: bottom - edge, text };
  });
  const scale = svg.getScreenCTM().a;
  texts.forEach((one, i) => {
    for (const part of [one.text, ...one.text.querySelectorAll("tspan")]) {
      const size = parseFloat(getComputedStyle(part).fontSize) * scale;
      if (size < smallest) found.push(`${part.textContent}: ${size.toFixed(2)} pixels`);
    }
    if (one.left < all.left || one.right > all.right
        || one.top < all.top || one.bottom > all.bottom)
      found.push(`${one.words}: cut off`);
    for (const other of texts.slice(i + 1))
      if (one.left < other.right && other.left < one.right
          && one.top < other.bottom && other.top < one.bottom)
        found.push(`${one.words}: on ${other.words}`);
  });
  return found;
}"""


@pytest.fixture
def wrong(browser):
    """What is wrong with the words of an SVG that is shown in a width of pixels."""
    page = browser.new_page()

    def look(svg, width):
        page.set_content(f"<style>svg {{ width: {width}px; height: auto }}</style>{svg}")
        return page.evaluate(WRONG, SMALLEST)

    yield look
    page.close()


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_words_of_every_figure_can_be_read_on_a_phone(visit, html, wrong, name):
    shown = visit(name, width=390).page.evaluate(
        """[...document.querySelectorAll(".cell_output img")].map(
          image => [image.getAttribute("src"), image.getBoundingClientRect().width])"""
    )
    assert len(shown) >= 5
    found = {src: wrong((html / src).read_text("utf8"), width) for src, width in shown}
    assert {src: sentences for src, sentences in found.items() if sentences} == {}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ('<text x="10" y="30">loss</text>', None),
        ('<text x="10" y="30" font-size="8.9">loss</text>', "loss: 8.90 pixels"),
        ('<text x="10" y="30">e<tspan font-size="7">-5</tspan></text>', "-5: 7.00 pixels"),
        ('<text x="80" y="30">loss</text>', "loss: cut off"),
        ('<text x="10" y="4">loss</text>', "loss: cut off"),
        ('<text x="10" y="30">a</text><text x="12" y="33">b</text>', "a: on b"),
    ],
)
def test_words_that_cannot_be_read_are_seen(wrong, words, sentence):
    svg = f'<svg viewBox="0 0 100 50" style="font: 12px sans-serif">{words}</svg>'
    assert wrong(svg, 100) == ([sentence] if sentence else [])
