"""From a chapter and its record to a page: all hooks into Sphinx, in the order they act."""

from functools import wraps

from docutils import nodes
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.highlighting import PygmentsBridge

from publishing import Refused
from publishing.page import (
    accessible,
    asides,
    downloads,
    exercise_box,
    figures,
    head,
    highlight,
    lay_in,
    live,
    mathml,
    minus,
    minutes,
    mutations,
    policy,
    replayed,
    trained,
)
from publishing.site import manifest, search_index, stylesheet

BEFORE, AFTER = 400, 900  # the hooks of the theme and of other extensions, which act at 500
HOOKS = [
    ("config-inited", AFTER, [lay_in.configure, head.find_address]),
    (
        "builder-inited",
        AFTER,
        [search_index.no_other_search, downloads.prepare, trained.prepare, live.prepare],
    ),
    ("doctree-read", AFTER, [minutes.say, live.mark]),
    ("doctree-resolved", AFTER, [policy.leave_out_thebe]),
    ("html-collect-pages", AFTER, [head.not_found]),
    # The theme leaves out those parts of a page that are empty by then.
    (
        "html-page-context",
        BEFORE,
        [
            downloads.add_links,
            live.add_script,
            trained.add_style,
            mathml.preload,
            head.describe,
            policy.add,
        ],
    ),
    ("html-page-context", AFTER, [accessible.quiet_links, stylesheet.only_what_is_asked_for]),
]
# What is done to the finished site; the index of the search is made of pages in their last form.
FINISH = [
    downloads.write,
    trained.write,
    live.write,
    head.write_sitemap,
    manifest.write,
    stylesheet.write,
    search_index.write,
]


def setup(app):
    """Register with Sphinx, which finds this in _config.yml."""
    app.add_directive("exercise", exercise_box.ExerciseBox)
    app.add_directive("lab", trained.Lab)
    app.add_directive("moons", trained.Moons)
    app.add_directive("mutations", mutations.Table)
    app.add_directive("replayed", replayed.Table)
    app.add_node(asides.Aside, html=asides.HTML)
    app.add_post_transform(asides.Asides)
    app.add_post_transform(replayed.Marks)
    app.add_post_transform(minus.Minus)

    app.add_html_math_renderer("mathml", (mathml.visit_inline, None), (mathml.visit_block, None))
    app.add_node(nodes.image, override=True, html=figures.IMAGE)
    app.add_node(nodes.citation, override=True, html=accessible.CITATION)
    app.add_node(HideCodeCellNode, override=True, html=accessible.FOLDED)
    PygmentsBridge.html_formatter = highlight.Sparing

    for event, priority, hooks in HOOKS:
        for hook in hooks:
            app.connect(event, _or_one_sentence(hook), priority)
    app.connect("build-finished", _finish, AFTER)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _or_one_sentence(hook):
    """Let a refusal end the build with its sentence."""

    @wraps(hook)
    def hooked(*arguments):
        try:
            return hook(*arguments)
        except Refused as reason:
            # It passes through Sphinx and Jupyter Book as one line, without their traceback.
            raise SystemExit(f"The book was not built: {reason}") from None

    return hooked


def _finish(app, exception):
    for step in [] if exception else FINISH:
        step(app)
