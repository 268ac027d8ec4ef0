"""Times and ratios, which differ from run to run: what declares itself one must stay near.

An output declares what was measured in its metadata, and then no pattern has to guess:

    {"measured": {"template": "a call: {} ms\\n", "figures": [["time", "5.31", "a call"]],
                  "fastest_first": ["a call", "another"]}}

The output's text is the template with the figures filled in. When it is replayed, the template must
be the same, each figure the recorded one to a factor, and what `fastest_first` names must come in
this order.
"""

import re
from itertools import pairwise

# How many times more or less a replay may measure; chosen from 50 replays, see how-checked.md.
FACTORS = {"time": 10, "ratio": 4}
UNITS = {"time": r"\{\} (s|ms|µs)\b", "ratio": r"\{\} times as fast\b"}
FIGURE = re.compile(r" *\d+(\.\d+)?")


def flaw(declared, text):
    """Return why an output with this text is not what it declares, as a sentence's end, or None."""
    try:
        template, figures = declared["template"], [(kind, f) for kind, f, _ in declared["figures"]]
        places = re.findall(r"\{\}[^{]*", template)
        units = [
            re.match(UNITS[kind], place) for (kind, _), place in zip(figures, places, strict=True)
        ]
        filled = template.format(*(figure for _, figure in figures))
        fastest_first = _seconds(declared)
    except (TypeError, KeyError, ValueError, IndexError, AttributeError):
        return "declares times that cannot be read"
    if not figures or not all(units) or not all(FIGURE.fullmatch(figure) for _, figure in figures):
        return "declares as measured what is no time in s, ms or µs and no `times as fast`"
    if filled != text:
        return "shows another text than the times that it declares"
    for (fast, less), (slow, more) in pairwise(fastest_first):
        if less > more:
            return (
                f"measured {less:g} for {fast!r} and {more:g} for {slow!r}, where the chapter says "
                f"that {fast!r} is the faster one"
            )
    return None


def _seconds(declared):
    """Return [(name, time)] in the order in which the chapter says that they come."""
    times = {name: float(figure) for kind, figure, name in declared["figures"] if kind == "time"}
    return [(name, times[name]) for name in declared["fastest_first"]]


def unlike(new, old):
    """Return in what way one declaration is not near enough to the recorded one, or None."""
    if not (new and old) or _form(new) != _form(old):
        return "it does not declare the same times as the record"
    for (kind, now, name), (_, before, _) in zip(new["figures"], old["figures"], strict=True):
        if apart(now, before) > FACTORS[kind]:
            return (
                f"the {kind} of {name!r} is {now.strip()} where the record has {before.strip()}: "
                f"more than {FACTORS[kind]} times apart"
            )
    return None


def _form(declared):
    names = [(kind, name) for kind, _, name in declared["figures"]]
    return declared["template"], names, declared["fastest_first"]


def values(declared):
    """Return the figures as numbers."""
    return [float(figure) for _, figure, _ in declared["figures"]]


def apart(a, b):
    """Return how many times the smaller of two numbers the larger one is."""
    low, high = sorted((float(a), float(b)))
    return 1.0 if low == high else high / low if low else float("inf")
