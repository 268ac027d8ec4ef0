"""Is `backward` linear? Time per node on a short and on a long chain of additions."""

import gc
import time
from statistics import median

from fivelines import Value

from .harness import Disagreement, frozen

SIZES = (10_000, 1_000_000)


def chain(nodes):
    """Return (x, x + x + ... + x), a graph of so many nodes, as deep as it can be."""
    x = total = Value(0.5)
    for _ in range(nodes - 1):
        total = total + x
    return x, total


def backward_per_node(rounds, sizes=SIZES):
    """Return {nodes: ns a node}, the median over interleaved rounds.

    A turn makes as many sweeps as add up to the longer graph. The garbage collector is on, since
    what it costs grows with the graph too, and no other graph is there to be searched meanwhile.
    """
    times = {nodes: [] for nodes in sizes}
    with frozen():
        for _ in range(rounds):
            for nodes in sizes:
                sweeps = max(sizes) // nodes
                times[nodes].append(_seconds(nodes, sweeps) / sweeps / nodes * 1e9)
    return {nodes: median(times[nodes]) for nodes in sizes}


def _seconds(nodes, sweeps):
    """Return what the sweeps over a fresh chain take, after checking the gradient they made."""
    x, root = chain(nodes)
    gc.collect()
    start = time.perf_counter()
    for _ in range(sweeps):
        root.backward()
    seconds = time.perf_counter() - start
    if x.grad != sweeps * nodes:
        raise Disagreement(
            f"{sweeps} sweeps over a chain of {nodes} additions should leave a gradient of "
            f"{sweeps * nodes}, not {x.grad!r}"
        )
    return seconds
