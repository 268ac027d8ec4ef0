"""Code in which only what has a colour is marked, and what may be too long for a phone.

Pygments wraps every name, dot and bracket, though the book prints them all in the colour of text:
two thirds of the elements of a chapter's page, which a phone has to lay out. A line that is longer
than the narrowest screen is an element of its own, so that the stylesheet can wrap it with a mark
(book/_static/cells.css).
"""

import re
from html import unescape

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Operator, Punctuation, Text, Whitespace

PLAIN = {Name, Operator, Punctuation, Whitespace}
NARROW = 34  # characters of code on a screen of 320 pixels
# A phone shows so many characters of an output, and with narrower type so many: see cells.css.
WIDTHS = (46, 52, 58)


class Sparing(HtmlFormatter):
    """Writes tokens without a colour as mere text, and long lines as elements."""

    def format_unencoded(self, tokensource, outfile):
        """Write the tokens, pairs of type and text, to outfile."""
        sparing = ((Text if kind in PLAIN else kind, text) for kind, text in tokensource)
        super().format_unencoded(sparing, outfile)

    def _format_lines(self, tokensource):
        for is_code, line in super()._format_lines(tokensource):
            text = _text(line)
            if len(text) > NARROW:
                indent = len(text) - len(text.lstrip(" "))
                indent = min(indent // 4 * 4, 12)
                line = f'<span class="line indent-{indent}">{line.rstrip()}</span>\n'
            yield is_code, line

    def _wrap_pre(self, inner):
        lines = list(inner)
        longest = max((len(_text(line)) for _, line in lines), default=0)
        width = next((w for w in WIDTHS if longest <= w), 0)
        # HTML leaves out an empty line that begins a <pre>; an element keeps it.
        first = "" if lines and _text(lines[0][1]) else "<span></span>"
        yield 0, f'<pre class="columns-{width}">{first}' if width > WIDTHS[0] else f"<pre>{first}"
        yield from lines
        yield 0, "</pre>"


def _text(line):
    return unescape(re.sub(r"<[^>]*>", "", line)).rstrip("\n")
