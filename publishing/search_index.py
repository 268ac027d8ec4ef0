"""Sphinx extension: the index of the search, made by Pagefind from the finished pages.

Its parts are fetched by the page's script, and only when a reader searches.
"""

import subprocess
import sys


def _no_other_search(app):
    app.builder.search = False  # Sphinx's own finds pages, not sections


def _index(app, exception):
    if exception:
        return
    subprocess.run(
        [
            *(sys.executable, "-m", "pagefind", "--site", app.outdir, "--quiet"),
            *("--root-selector", "article", "--exclude-selectors", ".headerlink, .replayed"),
            # A link to a heading carries its sign; the name of a variable its underscores.
            *("--include-characters", "_"),
        ],
        check=True,
    )


def setup(app):
    """Register with Sphinx."""
    app.connect("builder-inited", _no_other_search)
    app.connect("build-finished", _index, priority=950)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
