"""One stylesheet for all pages, of the theme's and ours, without unused rules.

The theme's stylesheets hold Bootstrap and icons for every purpose, most of them for nothing that a
page of this book has, and all of them before the first word is seen. A rule stays if every tag,
class and id in one of its selectors occurs in some page or in a script of ours. What holds in the
light or in the dark holds without scripts too, and paper is always light.
"""

import re
import shutil
from pathlib import Path

import tinycss2

OURS = ["text.css", "math.css", "cells.css", "frame.css", "print.css"]
# Of the theme and of extensions, in this order; the rest of what they bring is for scripts.
THEIRS = [
    "styles/pydata-sphinx-theme.css",
    "pygments.css",
    "styles/sphinx-book-theme.css",
    "mystnb.*.css",
    "sphinx-design.min.css",
]
# What a page of this book never asks for: scripts, fonts and pictures of the theme and extensions.
UNUSED = [
    *("scripts", "vendor", "webfonts", "locales", "images", "styles"),
    *("*.min.js", "design-tabs.js", "copybutton*", "togglebutton*", "sphinx-thebe*"),
    *("doctools.js", "documentation_options.js", "language_data.js", "searchtools.js"),
    *("sphinx_highlight.js", "basic.css", "pygments.css", "mystnb.*.css", "*.min.css", *OURS),
    *("*-macros.html", "*-solid.svg", "copy-button.svg", "file.png", "minus.png", "plus.png"),
]
FONT = "fonts/math.woff2"  # of the equations; all others are of the reader's system
NAME = r"[\w-]+"
SCHEME = re.compile(r'^html\[data-theme="?(light|dark)"?\]')


def pruned(css, used):
    """Return a stylesheet's text without the rules whose selectors can match nothing.

    used: the tags, classes and ids that occur, as a set of strings.
    """
    rules = tinycss2.parse_stylesheet(css, skip_comments=True, skip_whitespace=True)
    return _rules(rules, used)


def _rules(rules, used):
    return "".join(_at_rule(r, used) if r.type == "at-rule" else _rule(r, used) for r in rules)


def _at_rule(rule, used):
    if rule.at_keyword in ("media", "supports"):
        inner = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
        inside = _rules(inner, used)
        return f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{inside}}}" if inside else ""
    font = rule.at_keyword == "font-face" and FONT in rule.serialize()
    # Nothing here is animated by keyframes of the theme.
    return rule.serialize() if font or rule.at_keyword == "page" else ""


def _rule(rule, used):
    selectors = [[]]
    for token in rule.prelude:
        if token == ",":
            selectors.append([])
        else:
            selectors[-1].append(token)
    kept = [tinycss2.serialize(s).strip() for s in selectors if _names(s) <= used]
    body = f"{{{tinycss2.serialize(rule.content).strip()}}}"
    return _where("", [s for s in kept if not SCHEME.match(s)], body) + _schemes(kept, body)


def _schemes(selectors, body):
    """Return the rules for the light and for the dark.

    Paper is light, whatever the reader has chosen. Where no script has set a theme, the system's
    scheme decides.
    """
    its = {"light": [], "dark": []}
    for selector in selectors:
        if scheme := SCHEME.match(selector):
            its[scheme[1]].append(selector)
    unset = {s: [SCHEME.sub("html:not([data-theme])", x) for x in its[s]] for s in its}
    paper = [SCHEME.sub('html:not([data-theme="light"])', x) for x in its["light"]]
    return (
        _where("", its["light"], body)
        + _where("(prefers-color-scheme:light)", unset["light"], body)
        + _where("print", paper, body)
        + _where("screen", its["dark"], body)
        + _where("screen and (prefers-color-scheme:dark)", unset["dark"], body)
    )


def _where(medium, selectors, body):
    rule = f"{','.join(selectors)}{body}"
    return (f"@media {medium}{{{rule}}}\n" if medium else f"{rule}\n") if selectors else ""


def _names(selector):
    """Return the tags, classes and ids that a selector asks for, outside :not() and the like."""
    names, before = set(), None
    for token in selector:
        if token.type == "hash" or (token.type == "ident" and before != ":"):
            names.add(token.value)
        before = token
    return names


def names_in(html):
    """Return the tags, classes and ids that a page has."""
    names = set(re.findall(rf"<({NAME})", html))
    for value in re.findall(r'\b(?:class|id)="([^"]*)"', html):
        names.update(value.split())
    return names


def write(app):
    """Write the one stylesheet, and take away what the pages never ask for."""
    out = Path(app.outdir)
    static = out / "_static"
    used = set().union(*(names_in(page.read_text("utf8")) for page in out.glob("*.html")))
    for script in static.glob("*.js"):
        used.update(re.findall(NAME, script.read_text("utf8")))
    sheets = [path.read_text("utf8") for name in [*THEIRS, *OURS] for path in static.glob(name)]
    (static / "site.css").write_text(pruned("\n".join(sheets), used), "utf8")
    for path in {path for pattern in UNUSED for path in static.glob(pattern)}:
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def only_what_is_asked_for(app, pagename, templatename, context, doctree):
    """Leave the page those stylesheets and scripts that are in the book's own folders."""
    for files in ("css_files", "script_files"):
        folders = ("_static/figures", "_static/live")
        own = [f for f in context[files] if str(f.filename).startswith(folders)]
        context[files] = own
