"""Sphinx extension: on each chapter's page, links that launch it and downloads with their sizes.

The theme's own launch buttons point at the chapter's Markdown, which Colab cannot open, so they are
not configured; these point at the notebooks of the launch branch. Where no address is known, as in
a plain local build, there is no launch button.
"""

from pathlib import Path

from publishing import address, launch
from publishing.chapter import Refused, chapters

DOWNLOADS = "downloads"
ZIP = f"{DOWNLOADS}/five-lines.zip"


def _prepare(app):
    """Make the downloads before the pages that say their sizes."""
    root = Path(app.srcdir).parent
    try:
        app.launch_address = address.find(root)
    except Refused as reason:
        raise SystemExit(f"The book was not built: {reason}") from None
    source = launch.source(root)
    texts = {f"{c.stem}.ipynb": launch.launched(c, source) for c in chapters(root)}
    files = {f"{DOWNLOADS}/{name}": text.encode() for name, text in texts.items()}
    app.launch_downloads = files | {ZIP: launch.zipped(texts)}


def _add_buttons(app, pagename, templatename, context, doctree):
    """Put the launch links and the downloads into the theme's header of a page."""
    files, place, pathto = app.launch_downloads, app.launch_address, context["pathto"]

    def download(file, text, label):
        return _link(pathto(file, 1), f"{text} ({size(len(files[file]))})", label, "fas fa-code")

    notebook = f"{DOWNLOADS}/{pagename}.ipynb"
    for group in context["header_buttons"]:
        if group["label"] != "download-buttons":
            continue
        for button in group["buttons"]:
            if button["label"] == "download-source-button":
                length = Path(app.env.doc2path(pagename)).stat().st_size
                button["text"] = f"{context['page_source_suffix']} ({size(length)})"
        group["buttons"].append(download(ZIP, "all chapters, .zip", "download-zip-button"))
        if notebook in files:
            group["buttons"].insert(0, download(notebook, ".ipynb", "download-notebook-button"))
    if place and place.server == address.GITHUB and notebook in files:
        context["header_buttons"].insert(0, _launch_group(place, pagename))


def _launch_group(place, name):
    """Return the menu of the places that open a notebook of a repository on GitHub."""
    return {
        "type": "group",
        "label": "launch-buttons",
        "tooltip": "Run this chapter",
        "icon": "fas fa-rocket",
        "buttons": [
            _link(
                launch.colab(place, name), "Colab", "launch-colab", "_static/images/logo_colab.png"
            ),
            _link(
                launch.binder(place, name),
                "Binder",
                "launch-binder",
                "_static/images/logo_binder.svg",
            ),
        ],
    }


def _link(url, text, label, icon):
    return {"type": "link", "url": url, "text": text, "label": label, "icon": icon}


def size(count):
    """Return a number of bytes as a reader wants it: 31 KB, 1.2 MB."""
    return f"{count / 1e3:.0f} KB" if count < 999_500 else f"{count / 1e6:.1f} MB"


def _write(app, exception):
    if not exception:
        for file, data in app.launch_downloads.items():
            path = Path(app.outdir) / file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)


def setup(app):
    """Register with Sphinx, after the theme has made its own buttons."""
    app.connect("builder-inited", _prepare)
    app.connect("html-page-context", _add_buttons, priority=900)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
