"""`{lab}` puts the lab into a chapter's page, where networks train.

The page holds a sentence, for readers without JavaScript, and the lab's controls, not yet shown. A
small loader fetches the rest when the lab comes near the screen: live/lab/ and the module that
live/lab/networks.py prints. That program imports the package; this extension only runs it.
"""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from publishing import ROOT, course
from publishing.site import assets


def files(root):
    """Return {name: bytes} of what the lab's page fetches. Raises Refused if networks.py fails."""
    folder = root / "live" / "lab"
    found = {f.name: f.read_bytes() for f in folder.iterdir() if f.suffix in (".js", ".css")}
    return found | {"networks.js": course.run(root, folder / "networks.py")}


def as_html(root, folder):
    """Return the lab's HTML for a page that finds the files in folder."""
    text = (root / "live" / "lab" / "lab.html").read_text("utf8")
    parts = course.LAB.split("`")
    sentence = "".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts))
    return text.replace("@SENTENCE@", sentence).replace("@LOADER@", f"{folder}/loader.js")


class Lab(SphinxDirective):
    """The directive, without arguments."""

    def run(self):
        """Return the lab's node."""
        app = self.env.app
        up = "../" * self.env.docname.count("/")
        return [
            nodes.raw("", as_html(ROOT, up + assets.folder("lab", app.lab_files)), format="html")
        ]


def prepare(app):
    """Collect the lab's files before the page that names their folder."""
    app.lab_files = files(ROOT)


def write(app):
    """Write them into the site."""
    folder = assets.folder("lab", app.lab_files)
    assets.write(app.outdir, {f"{folder}/{name}": data for name, data in app.lab_files.items()})
