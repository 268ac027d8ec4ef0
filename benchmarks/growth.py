"""What happens as the work grows, and where an engine overtakes another."""

from math import exp, log

from .engine import moons_run
from .harness import agree, race

EXAMPLES = (10, 30, 100, 300, 1000, 3000, 10_000)
WIDTHS = (2, 8, 32, 128, 512)
SLOWEST = 2.0  # seconds: an engine whose next step would take longer is left out from there on
CHECKED = 2  # steps: over more of them, chaos at a width of 512 makes rounding errors visible


def grow(kinds, sizes, name, rounds, budget):
    """Return {size: {engine: Timing}} for moons_run(**{name: size}), sizes in rising order.

    kinds: the Engine classes. rounds, budget: as in harness.race.
    """
    results, left = {}, list(kinds)
    for i, size in enumerate(sizes):
        engines = [kind(moons_run(**{name: size})) for kind in left]
        agree(engines, CHECKED)
        results[size] = race(engines, rounds, budget)
        if size != sizes[-1]:
            factor = sizes[i + 1] / size / 1000
            left = [k for k in left if results[size][k.name].median * factor <= SLOWEST]
    return results


def overtakes(results, slow, fast):
    """Return the size from which `fast` beats `slow`, or None if it does not at the largest size.

    results: {size: {engine: Timing}}. Between two sizes it is read off the straight line of the
    log-log plot. The smallest size means: there and everywhere above.
    """
    sizes = sorted(results)
    lead = [log(results[s][slow].median / results[s][fast].median) for s in sizes]
    if lead[-1] <= 0:
        return None
    for i in range(len(sizes) - 1, 0, -1):
        if lead[i - 1] <= 0:
            share = -lead[i - 1] / (lead[i] - lead[i - 1])
            return exp(log(sizes[i - 1]) + share * log(sizes[i] / sizes[i - 1]))
    return sizes[0]
