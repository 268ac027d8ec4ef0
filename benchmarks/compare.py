"""Says how a ladder that was measured again differs: python -m benchmarks.compare OLD NEW.

Another machine is faster or slower as a whole. How many times as fast as our own eager Value an
engine is changes less, and so that is compared; and what chapter 02 says in words has to stay true.
"""

import argparse
import json
import sys
from itertools import pairwise, product
from math import inf
from pathlib import Path

from .report import short

# What chapter 02 says of its figure: each of a rank is faster than all of the rank above it ...
RANKS = [
    ["micrograd"],
    ["eager Value"],
    ["PyTorch eager", "fused loss"],
    ["JAX jit", "NumPy by hand"],
    ["C, cc -O3"],
]
TOGETHER, CLOSE = ("PyTorch eager", "fused loss"), 2  # ... and these are close together.
BASE = "eager Value"
# How far apart the ratios of an engine may be. Seven short runs on another processor, under loads
# of 1 to 10, were 1.5 from the file at most; micrograd's, 1.9 when quiet and 3.1 when busy.
FACTOR, LOOSE = 2.5, {"micrograd": 5}


def differences(old, new):
    """Return a sentence for each engine that lacks, is out of its rank, or whose ratio changed.

    old, new: {engine: how many times as fast as eager Value}, see ratios.
    """
    names = [name for rank in RANKS for name in rank]
    if lacking := [name for name in names if name not in old or name not in new]:
        return [f"{name} is not in both ladders." for name in lacking]
    found = [
        f"{_both(name, old, new)}: they are more than a factor of {factor:g} apart."
        for name in names
        if _apart(old[name], new[name]) > (factor := LOOSE.get(name, FACTOR))
    ]
    for above, below in pairwise(RANKS):
        for slow, fast in product(above, below):
            if new[fast] <= new[slow]:
                said = f"{_both(fast, old, new)}; {_both(slow, old, new)}"
                found.append(f"{said}: chapter 02 says that {fast} is faster than {slow}.")
    a, b = TOGETHER
    if _apart(new[a], new[b]) > CLOSE:
        said = f"{_both(a, old, new)}; {_both(b, old, new)}"
        found.append(f"{said}: chapter 02 says that the two are close together.")
    return found


def ratios(path):
    """Return {engine: how many times as fast as eager Value} of a file that `make bench` wrote.

    Raises ValueError where it is no such file.
    """
    try:
        ladder = json.loads(path.read_text("utf8"))["ladder"]
        times = {name: timing["median"] for name, timing in ladder.items()}
        found = {name: times[BASE] / ms for name, ms in times.items()}
        if not all(0 < ratio < inf for ratio in found.values()):
            raise ValueError
    except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        raise ValueError(f"{path} holds no ladder with {BASE}: `make bench` writes one") from None
    return found


def _apart(a, b):
    return max(a / b, b / a)


def _both(name, old, new):
    return f"{name} was {short(old[name])} times as fast as {BASE} and is now {short(new[name])}"


def main():
    """Compare the files of two runs of `make bench`; exit with what differs."""
    parser = argparse.ArgumentParser(prog="benchmarks.compare", description=main.__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    try:
        old, new = map(ratios, vars(parser.parse_args()).values())
    except ValueError as reason:
        sys.exit(str(reason))
    if found := differences(old, new):
        sys.exit("\n".join(found))
    most = max(_apart(old[name], new[name]) for name in old)
    print(f"The ladder holds: no ratio is more than a factor of {most:.2f} from what it was.")


if __name__ == "__main__":
    main()
