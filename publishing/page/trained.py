"""`{lab}` and `{moons}` put figures into a page in which a network is trained by the browser.

Each is a room of live/: its HTML, which holds all that is seen before its program is there, its
style, and the program, which a small loader fetches when it is wanted. What the figures share is in
live/training/. It all lies in one folder of the site, as it does in live/. The numbers of a figure
are printed by programs that import the package; this extension only runs them.
"""

import json
import re

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from sphinx.util.docutils import SphinxDirective

from publishing import ROOT, course
from publishing.site import assets

SHARED, LAB, MOONS = "training", "lab", "figures/home"
COMMENT = re.compile(r'(?:<span class="w"> +</span>)?(<span class="c1"># (\w+)</span>)$')


def files(root):
    """Return {path: bytes} of what the figures fetch. Raises Refused if networks.py fails."""
    found = {
        f"{room}/{file.name}": file.read_bytes()
        for room in (SHARED, LAB, MOONS)
        for file in (root / "live" / room).iterdir()
        if file.suffix in (".js", ".css")
    }
    found[f"{SHARED}/module.js"] = (root / "live/offline/module.js").read_bytes()
    return found | {f"{SHARED}/networks.js": course.run(root, root / "live/training/networks.py")}


def lab(root, folder):
    """Return the lab's HTML for a page that finds the files in folder."""
    parts = course.LAB.split("`")
    sentence = "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
    return _filled(root, LAB, sentence=sentence, loader=f"{folder}/{LAB}/loader.js")


def moons(root, folder, code):
    """Return the HTML of the moons that are trained beside the lines of code."""
    still = json.loads(course.run(root, root / "live" / MOONS / "still.py"))
    return _filled(root, MOONS, lines=lines(code), loader=f"{folder}/{MOONS}/loader.js", **still)


def lines(code):
    """Return lines of code as HTML, each with the name of what it does, which its comment says.

    A line without a comment acts together with the one below it.
    """
    marked, act = [], ""
    for line in reversed(highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)).splitlines()):
        comment = COMMENT.search(line)
        act = comment[2] if comment else act
        line = COMMENT.sub(r"</span>  \1", f"<span>{line}") if comment else f"<span>{line}</span>"
        marked.append(f'<span class="act" data-act="{act}">{line}\n</span>')
    return "".join(reversed(marked))


def _filled(root, room, **parts):
    text = next((root / "live" / room).glob("*.html")).read_text("utf8")
    for name, part in parts.items():
        text = text.replace(f"@{name.upper()}@", part)
    return text


class Lab(SphinxDirective):
    """The lab's directive, without arguments."""

    def run(self):
        """Return the lab's node."""
        return [nodes.raw("", lab(ROOT, _folder(self.env)), format="html", room=LAB)]


class Moons(SphinxDirective):
    """The directive of the moons; its content is the code that trains them."""

    has_content = True

    def run(self):
        """Return the figure's node."""
        html = moons(ROOT, _folder(self.env), "\n".join(self.content))
        return [nodes.raw("", html, format="html", room=MOONS)]


def _folder(env):
    return "../" * env.docname.count("/") + assets.folder("figures", env.app.figure_files)


def prepare(app):
    """Collect the figures' files before the pages that name their folder."""
    app.figure_files = files(ROOT)


def add_style(app, pagename, templatename, context, doctree):
    """Add the style of each figure to its page: from the first paint on it keeps the room free."""
    folder = assets.folder("figures", app.figure_files).removeprefix("_static/")
    for node in doctree.findall(nodes.raw) if doctree else ():
        for name in app.figure_files:
            if name.endswith(".css") and name.startswith(f"{node.get('room')}/"):
                app.add_css_file(f"{folder}/{name}")


def write(app):
    """Write the files into the site."""
    folder = assets.folder("figures", app.figure_files)
    assets.write(app.outdir, {f"{folder}/{name}": data for name, data in app.figure_files.items()})
