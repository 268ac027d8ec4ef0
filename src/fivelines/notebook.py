"""Hand a number from a code cell to a sentence, so that no sentence states a number by hand."""


def glue(name, text):
    """Store text under name; the page and the notebook print it where the chapter says {glue:text}.

    Nothing is shown in the cell itself. The format is MyST-NB's, so the page needs no extra step.
    """
    try:
        from IPython.display import display
    except ImportError:  # in a browser, where the sentences keep what was recorded
        return
    display(
        {"application/papermill.record/text/plain": repr(str(text))},
        metadata={"scrapbook": {"name": name, "mime_prefix": "application/papermill.record/"}},
        raw=True,
    )
