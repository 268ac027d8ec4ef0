"""Checks that all engines do the same, then times them in turns.

How the clock is kept fair:

- Nothing is timed before every engine has reached the same losses, which is also the warm-up: by
  then JAX has compiled, fuse has traced, and every library has made its buffers.
- Rounds are interleaved: in each round every engine has its turn, in an order that moves on by one
  each round, so a slow minute of the machine falls on all of them. The median and the quartiles are
  over rounds.
- A turn starts from the run's first parameters and is made of as many steps as fill TURN seconds,
  so reading the clock costs nothing and garbage comes in at its usual rate.
- Python's garbage collector is on, as it is for a reader, and each engine pays for its own garbage:
  a turn begins clean, off the clock, and ends with a collection on the clock. What exists before
  the first turn (mostly the libraries) is frozen, so nobody pays for the search through another's
  modules, and each engine takes about what it would take alone in its process.
- Everybody has one thread (see arrays.py and the Makefile). `cores` is the check: processor time of
  the whole process over time passed. Above 1, somebody has used a second thread; below 1, another
  program was using the processor.
"""

import gc
import time
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from statistics import quantiles

TOLERANCE = 1e-9
TURN = 0.2


class Disagreement(Exception):
    """Two engines do not compute the same thing, so their times may not be compared."""


@dataclass
class Timing:
    """Milliseconds a step over the rounds: median, quartiles, best; and the processors used.

    Other programs can only make a round slower, so the best one is nearest to a quiet machine.
    """

    median: float
    low: float
    high: float
    best: float
    rounds: int
    cores: float


def agree(engines, steps):
    """Raise Disagreement unless all engines reach the losses of the first one, to 1e-9."""
    expected = engines[0].losses(steps)
    for engine in engines[1:]:
        for step, (a, b) in enumerate(zip(engine.losses(steps), expected, strict=True)):
            if not abs(a - b) <= TOLERANCE:
                raise Disagreement(
                    f"{engine.name} has a loss of {a!r} after step {step}, but {engines[0].name} "
                    f"has {b!r}: no time is shown until both compute the same"
                )


def race(engines, rounds, budget=float("inf")):
    """Return {name: Timing}. An engine leaves after `rounds` turns, or, when its turns have taken
    `budget` seconds, after three.
    """
    steps = {engine: _steps_in_a_turn(engine) for engine in engines}
    turns = {engine: [] for engine in engines}
    with frozen():
        for i in range(rounds):
            first = i % len(engines)
            for engine in engines[first:] + engines[:first]:
                spent = sum(wall for wall, _ in turns[engine])
                if i < 3 or spent < budget:
                    turns[engine].append(_turn(engine, steps[engine]))
    return {engine.name: _timing(turns[engine], steps[engine]) for engine in engines}


@contextmanager
def frozen():
    """Keep the garbage collector from searching what exists already."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _steps_in_a_turn(engine):
    engine.reset()
    start = time.perf_counter()
    for steps in count(1):
        engine.step()
        if time.perf_counter() - start > TURN:
            return steps


def _turn(engine, steps):
    """Return the seconds that so many steps take, on the clock and on the processor."""
    engine.reset()
    gc.collect()
    processor, wall = time.process_time(), time.perf_counter()
    for _ in range(steps):
        engine.step()
    gc.collect()
    return time.perf_counter() - wall, time.process_time() - processor


def _timing(turns, steps):
    walls, processors = zip(*turns, strict=True)
    each = [1000 * wall / steps for wall in walls]
    low, middle, high = quantiles(each, n=4, method="inclusive")
    return Timing(middle, low, high, min(each), len(turns), sum(processors) / sum(walls))
