"""Check, measure, print the tables, and write the two files that show them.

ladder.json lies in the package, so that chapter 02 can draw it wherever the chapter is opened.
"""

import json
import sys
from pathlib import Path

from . import compiled, figure, report
from .arrays import JAX, NumPy, PyTorch
from .engine import moons_run
from .graph import backward_per_node
from .growth import EXAMPLES, WIDTHS, grow
from .harness import Disagreement, agree, race
from .scalar import Eager, Fused, Micrograd

ROOT = Path(__file__).parent.parent


def measure(kinds, notes=()):
    """Return everything that was measured; raise Disagreement before the first time is taken."""
    machine = report.machine()  # before the bench itself is what keeps it busy
    engines = [kind(moons_run()) for kind in kinds]
    _say("checking that all engines reach the same losses")
    agree(engines, 10)
    _say("timing the moons run")
    ladder = race(engines, rounds=60)
    growth = {}
    for axis, sizes in (("examples", EXAMPLES), ("width", WIDTHS)):
        _say(f"growing work: {axis} from {sizes[0]} to {sizes[-1]:,}")
        growth[axis] = grow(kinds, sizes, axis, rounds=10, budget=1.0)
    _say("backward of a long graph")
    backward = backward_per_node(rounds=5)
    return report.collect(machine, ladder, growth, backward, list(notes))


def main():
    """Run the bench."""
    missing = compiled.missing()
    kinds = [Micrograd, Eager, Fused, PyTorch, JAX, NumPy] + [compiled.C] * (not missing)
    try:
        results = measure(kinds, [missing] * bool(missing))
    except Disagreement as reason:
        sys.exit(str(reason))
    print(report.text(results))
    ladder = ROOT / "src" / "fivelines" / "data" / "ladder.json"
    ladder.write_text(json.dumps(results, indent=1) + "\n")
    figure.save(results, ROOT / "benchmarks" / "ladder.svg")


def _say(what):
    print(what, "...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
