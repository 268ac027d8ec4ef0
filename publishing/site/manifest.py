"""The manifest, by which a phone or a computer can keep the book among its applications."""

import json
from pathlib import Path

PAPER = "#fdfcfa"  # the ground of a page in the light, as in book/_static/text.css


def write(app):
    """Write manifest.webmanifest, whose addresses hold wherever the site lies."""
    icons = [
        {"src": "_static/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
        {"src": "_static/icon.png", "sizes": "512x512", "type": "image/png"},
    ]
    manifest = {
        "name": app.config.html_title,
        "short_name": app.config.html_title,
        "start_url": f"{app.config.root_doc}.html",
        "scope": "./",
        "display": "minimal-ui",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    path = Path(app.outdir, "manifest.webmanifest")
    path.write_text(json.dumps(manifest, indent=2) + "\n", "utf8")
