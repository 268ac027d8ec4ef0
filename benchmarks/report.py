"""What was measured, as numbers for a file and as text for a person."""

import os
import platform
import subprocess
from dataclasses import asdict
from datetime import date
from importlib.metadata import version
from pathlib import Path

from .graph import SIZES
from .growth import SLOWEST, overtakes

LIBRARIES = ("numpy", "torch", "jax", "micrograd", "fivelines")
# (faster, slower, at least so many times), and for backward: at most so many times a node's time
TARGETS = [
    ("eager Value", "micrograd", 25),
    ("fused loss", "micrograd", 500),
    ("fused loss", "PyTorch eager", 2.5),
]
LINEAR = 2.0
ARRAYS = ("NumPy by hand", "PyTorch eager", "JAX jit")


def machine():
    """Return what the times depend on: processor, system, versions, how busy; nothing private."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "os": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: version(name) for name in LIBRARIES},
        "date": date.today().isoformat(),
        "load": round(os.getloadavg()[0], 1),
    }


def _cpu():
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        if models:
            return models[0].partition(":")[2].strip()
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return platform.processor() or platform.machine()


def collect(machine, ladder, growth, backward, notes):
    """Return everything as one dict that JSON can hold.

    ladder: {engine: Timing}. growth: {"examples" or "width": {size: {engine: Timing}}}.
    backward: {nodes: ns a node}. notes: sentences on what was left out.
    """
    return {
        "machine": machine,
        "unit": "ms a step; low and high are the quartiles over the rounds",
        "ladder": {name: asdict(timing) for name, timing in ladder.items()},
        "growth": {
            axis: {size: {n: asdict(t) for n, t in row.items()} for size, row in sizes.items()}
            for axis, sizes in growth.items()
        },
        "overtakes": {
            axis: {fast: overtakes(sizes, "fused loss", fast) for fast in ARRAYS}
            for axis, sizes in growth.items()
        },
        "backward": backward,
        "targets": verdicts(ladder, backward),
        "notes": notes,
    }


def verdicts(ladder, backward):
    """Return one dict for each target: what it asks, what was measured, whether it was met."""
    found = []
    for fast, slow, wanted in TARGETS:
        ratio = ladder[slow].median / ladder[fast].median
        found.append(
            {
                "target": f"{fast} at least {wanted} times faster than {slow}",
                "measured": ratio,
                "met": ratio >= wanted,
            }
        )
    short, long = SIZES
    ratio = backward[long] / backward[short]
    target = f"backward of {long:,} nodes within {LINEAR:g} times the time per node of {short:,}"
    return [*found, {"target": target, "measured": ratio, "met": ratio <= LINEAR}]


def text(results):
    """Return the tables and the verdicts as plain text."""
    parts = [_about(results["machine"]), _ladder(results["ladder"])]
    parts += [_growth(axis, results) for axis in results["growth"]]
    parts += ["\n".join(results["notes"]), _backward(results["backward"])]
    parts += [_targets(results["targets"])]
    return "\n\n".join(filter(None, parts))


def _about(machine):
    libraries = ", ".join(f"{name} {machine[name]}" for name in LIBRARIES)
    return (
        "One step of full-batch descent on 100 moons, MLP(2, [8, 1]), float64, one thread each.\n"
        f"{machine['cpu']}, {machine['cores']} cores, {machine['os']}, load {machine['load']}, "
        f"{machine['date']}.\nPython {machine['python']}, {libraries}."
    )


def _ladder(ladder):
    lines = [
        f"{'engine':<14}{'ms a step':>11}{'middle half':>18}{'best':>8}{'x micrograd':>13}"
        f"{'x PyTorch':>11}{'rounds':>8}{'cores':>7}"
    ]
    for name, t in ladder.items():
        ratios = [ladder[slow]["median"] / t["median"] for slow in ("micrograd", "PyTorch eager")]
        half = f"{short(t['low'])} to {short(t['high'])}"
        lines.append(
            f"{name:<14}{short(t['median']):>11}{half:>18}{short(t['best']):>8}{short(ratios[0]):>13}"
            f"{short(ratios[1]):>11}{t['rounds']:>8}{t['cores']:>7.2f}"
        )
    return "\n".join(lines)


def _growth(axis, results):
    sizes = results["growth"][axis]
    names = list(results["ladder"])
    lines = [f"{axis:<10}" + "".join(f"{name:>15}" for name in names) + "   (ms a step)"]
    for size, row in sizes.items():
        cells = [short(row[name]["median"]) if name in row else "-" for name in names]
        lines.append(f"{size:<10,}" + "".join(f"{cell:>15}" for cell in cells))
    if any(len(row) < len(names) for row in sizes.values()):
        lines.append(f"- left out: a step would take more than {SLOWEST:g} s")
    smallest, largest = min(sizes), max(sizes)
    for fast, size in results["overtakes"][axis].items():
        if size is None:
            lines.append(f"{fast} does not overtake the fused loss up to {axis} = {largest:,}.")
        elif size == smallest:
            lines.append(f"{fast} is ahead of the fused loss from the smallest, {axis} = {size}.")
        else:
            lines.append(f"{fast} overtakes the fused loss at about {axis} = {size:,.0f}.")
    return "\n".join(lines)


def _backward(backward):
    return "\n".join(
        f"backward of a graph of {nodes:>9,} nodes: {ns:,.0f} ns a node"
        for nodes, ns in backward.items()
    )


def _targets(targets):
    return "\n".join(
        f"{'met' if t['met'] else 'NOT MET':<9}{t['target']}: {t['measured']:.3g}" for t in targets
    )


def short(number):
    """Return a number with three digits that count."""
    return f"{number:,.0f}" if number >= 100 else f"{number:#.3g}"
