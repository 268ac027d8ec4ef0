"""On each chapter's page, links that launch it and downloads with their sizes.

The theme's own launch buttons point at the chapter's Markdown, which Colab cannot open. These
point at the notebooks of the launch branch. Where no address is known, as in a plain local build,
there is no launch button.
"""

from pathlib import Path

from publishing import ROOT
from publishing.launch import address, tree
from publishing.record.chapter import chapters
from publishing.site import assets

DOWNLOADS = "downloads"
ZIP = f"{DOWNLOADS}/five-lines.zip"


def prepare(app):
    """Make the downloads before the pages that say their sizes."""
    source = tree.source(ROOT)
    texts = {f"{c.stem}.ipynb": tree.launched(c, source) for c in chapters(ROOT)}
    files = {f"{DOWNLOADS}/{name}": text.encode() for name, text in texts.items()}
    app.launch_downloads = files | {ZIP: tree.zipped(texts)}


def add_links(app, pagename, templatename, context, doctree):
    """Give the page's header its launch links and downloads, as pairs of address and text."""
    if doctree is None:
        return
    files, place, pathto = app.launch_downloads, app.book_address, context["pathto"]
    notebook = f"{DOWNLOADS}/{pagename}.ipynb"
    text = Path(app.env.doc2path(pagename))
    context["download_links"] = [
        (pathto(f"_sources/{context['sourcename']}", 1), f"{text.suffix} ({size(text)})"),
        (pathto(ZIP, 1), f"all chapters, .zip ({size(files[ZIP])})"),
    ]
    if notebook in files:
        link = pathto(notebook, 1), f".ipynb ({size(files[notebook])})"
        context["download_links"].insert(0, link)
        if place and place.server == address.GITHUB:
            context["launch_links"] = [
                (address.colab(place, pagename), "Colab"),
                (address.binder(place, pagename), "Binder"),
            ]


def size(file):
    """Return the size of a file, given by its path or its bytes, as a reader wants it: 31 KB."""
    count = len(file) if isinstance(file, bytes) else file.stat().st_size
    return f"{count / 1e3:.0f} KB" if count < 999_500 else f"{count / 1e6:.1f} MB"


def write(app):
    """Write the downloads into the site."""
    assets.write(app.outdir, app.launch_downloads)
