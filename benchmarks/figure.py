"""The speed ladder as a picture, and where the array engines overtake the fused loss."""

import matplotlib.pyplot as plt
from matplotlib.ticker import NullLocator

from fivelines import plots

from .report import short

# Each engine's colour, marker and line: told apart without colour too.
LOOKS = {
    "micrograd": (plots.GREY, "s", ":"),
    "eager Value": (plots.SKY, "D", "--"),
    "fused loss": (plots.BLUE, "o", "-"),
    "NumPy by hand": (plots.GREEN, "^", "--"),
    "PyTorch eager": (plots.ORANGE, "v", "-."),
    "JAX jit": (plots.PINK, "P", ":"),
    "C, cc -O3": ("black", "x", "-"),
}


def draw(results):
    """Return the figure of a dict made by report.collect."""
    plots.use_style()
    figure = plt.figure(figsize=(6.4, 7.2))
    top, bottom = figure.add_gridspec(2, 1, height_ratios=[1, 1.5])
    _ladder(figure.add_subplot(top), results["ladder"])
    left, right = bottom.subgridspec(1, 2)
    examples = figure.add_subplot(left)
    width = figure.add_subplot(right, sharey=examples)
    _growth(examples, results, "examples", "examples (hidden width 8)")
    _growth(width, results, "width", "hidden width (100 examples)")
    examples.set_ylabel("ms a step")
    width.tick_params(labelleft=False)
    handles, names = examples.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=4, fontsize=9)
    return figure


def save(results, path):
    """Write the figure as SVG, byte for byte the same for the same numbers."""
    figure = draw(results)
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)


def _ladder(ax, ladder):
    names = list(ladder)[::-1]
    medians = [ladder[name]["median"] for name in names]
    ax.barh(names, medians, color=[LOOKS[name][0] for name in names], height=0.65)
    for i, ms in enumerate(medians):
        times = ladder["micrograd"]["median"] / ms
        ax.text(ms * 1.2, i, f"{short(ms)} ms, {short(times)}×", va="center", fontsize=9)
    ax.set_xscale("log")
    ax.set_xlim(min(medians) / 2, max(medians) * 12)
    ax.set_xlabel("ms a step on the moons run, and how many times as fast as micrograd")
    ax.grid(axis="x")
    _plain(ax.xaxis)


def _growth(ax, results, axis, label):
    sizes = {int(size): row for size, row in results["growth"][axis].items()}
    for name in results["ladder"]:
        colour, marker, line = LOOKS[name]
        points = [(size, row[name]["median"]) for size, row in sizes.items() if name in row]
        ax.plot(*zip(*points, strict=True), line, color=colour, marker=marker, markersize=4.5,
                linewidth=1.5, label=name)  # fmt: skip
    ax.set(xscale="log", yscale="log", xlabel=label)
    throughout = []
    for fast, size in results["overtakes"][axis].items():
        if size == min(sizes):
            throughout.append(fast.split()[0])
        elif size is not None:
            ax.axvline(size, color=LOOKS[fast][0], linewidth=0.8, linestyle=LOOKS[fast][2])
            ax.text(size, 0.98, f" {fast.split()[0]} {size:,.0f}", rotation=90, fontsize=8,
                    va="top", ha="right", transform=ax.get_xaxis_transform())  # fmt: skip
    if throughout:
        ax.set_title(f"faster than fused throughout: {', '.join(throughout)}", fontsize=8)
    ax.set_xticks(list(sizes)[::2])
    ax.grid()
    _plain(ax.xaxis)
    _plain(ax.yaxis)


def _plain(axis):
    """Write 0.01 and 1,000 at a logarithmic axis, without the small ticks in between."""
    axis.set_major_formatter(lambda number, _: f"{number:,g}")
    axis.set_minor_locator(NullLocator())
