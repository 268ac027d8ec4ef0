"""Code in which only what has a colour is marked.

Pygments wraps every name, dot and bracket, though the book prints them all in the colour of text:
two thirds of the elements of a chapter's page, which a phone has to lay out.
"""

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Operator, Punctuation, Text, Whitespace

PLAIN = {Name, Operator, Punctuation, Whitespace}


class Sparing(HtmlFormatter):
    """Writes tokens without a colour as mere text."""

    def format_unencoded(self, tokensource, outfile):
        """Write the tokens, pairs of type and text, to outfile."""
        sparing = ((Text if kind in PLAIN else kind, text) for kind, text in tokensource)
        super().format_unencoded(sparing, outfile)
