"""Figures with their size, so that nothing moves when they come, and come late.

A figure is loaded when the reader draws near it; its space is kept from the start.
"""

import re
from html import escape
from pathlib import Path
from posixpath import join

POINT = 4 / 3  # pixels


def size(svg):
    """Return (width, height) in pixels of a figure that matplotlib drew, given its text."""
    sides = (re.search(rf'\b{side}="([\d.]+)pt"', svg)[1] for side in ("width", "height"))
    return tuple(round(float(side) * POINT) for side in sides)


def visit_image(translator, node):
    """Write a figure as an <img> with its alternative text and its size."""
    builder = translator.builder
    width, height = size((Path(builder.srcdir) / node["uri"]).read_text("utf8"))
    source = join(builder.imgpath, builder.images[node["uri"]])
    translator.body.append(
        f'<img src="{escape(source)}" alt="{escape(node.get("alt", ""))}" '
        f'width="{width}" height="{height}" loading="lazy" decoding="async">'
    )


IMAGE = visit_image, lambda translator, node: None
