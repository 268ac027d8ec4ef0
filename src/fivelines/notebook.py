"""What a code cell hands on: a number to a sentence, and times that say that they were measured.

The formats are MyST-NB's and the recorder's, so the page needs no extra step. A measured time
differs from run to run. It declares itself, so that a replay knows what to measure again.
"""


def glue(name, text):
    """Store text under name; the page and the notebook print it where the chapter says {glue:text}.

    Nothing is shown in the cell itself.
    """
    _glue(name, str(text), {})


def glue_ratio(name, slow, fast):
    """Glue how many times as fast as slow, a measured time, fast is: "2.5 times as fast"."""
    figure = f"{slow / fast:.1f}"
    declared = _declared("{} times as fast", [("ratio", figure, name)])
    _glue(name, f"{figure} times as fast", declared)


def show_times(times, base=None, fastest_first=()):
    """Print measured times, one a line, and how many times as fast as base each of them is.

    times: {what was timed: milliseconds}. base: one of them, or None for no such column.
    fastest_first: those of which the text says in which order they come; a replay in which they
    come in another order fails.
    """
    wide = max(map(len, times))
    columns = [("time", "ms", [f"{ms:.3f}" for ms in times.values()])]
    if base is not None:
        ratios = [f"{times[base] / ms:.1f}" for ms in times.values()]
        columns.append(("ratio", "times as fast", ratios))
    columns = [
        (kind, unit, [figure.rjust(max(map(len, column))) for figure in column])
        for kind, unit, column in columns
    ]
    template, figures = "", []
    for i, name in enumerate(times):
        row = "".join(f"  {{}} {unit}" for _, unit, _ in columns)
        template += name.ljust(wide).replace("{", "{{").replace("}", "}}") + row + "\n"
        figures += [(kind, column[i], name) for kind, _, column in columns]
    text = template.format(*(figure for _, figure, _ in figures))
    if not _display({"text/plain": text}, _declared(template, figures, fastest_first)):
        print(text, end="")


def _declared(template, figures, fastest_first=()):
    figures = [list(figure) for figure in figures]
    declared = {"template": template, "figures": figures, "fastest_first": list(fastest_first)}
    return {"measured": declared}


def _glue(name, text, metadata):
    scrapbook = {"name": name, "mime_prefix": "application/papermill.record/"}
    data = {"application/papermill.record/text/plain": repr(text)}
    _display(data, {"scrapbook": scrapbook, **metadata})


def _display(data, metadata):
    """Show a bundle where there is IPython, and say whether there is; a browser has none."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:  # the sentences keep what was recorded
        return False
    if get_ipython() is None:
        return False
    display(data, metadata=metadata, raw=True)
    return True
