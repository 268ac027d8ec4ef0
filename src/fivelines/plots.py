"""The book's one figure style, and the pictures that more than one chapter draws."""

import json
from importlib.resources import files

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap

# Okabe and Ito's palette, told apart with every common kind of colour blindness.
BLUE, ORANGE, GREEN, PINK, SKY, GREY = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#6B6B6B",
)  # fmt: skip
COLOURS = [BLUE, ORANGE, GREEN, PINK, SKY, GREY]
SIDES = LinearSegmentedColormap.from_list("sides", [BLUE, "#FFFFFF", ORANGE])


def use_style():
    """Make every figure from here on the book's: SVG, byte for byte the same on each run."""
    plt.rcParams.update(
        {
            "figure.figsize": (6.4, 3.6),
            "figure.constrained_layout.use": True,
            "axes.prop_cycle": plt.cycler(color=COLOURS),
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#E4E4E4",
            "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
            "font.size": 10,
            "legend.frameon": False,
            "lines.linewidth": 2,
            "svg.fonttype": "none",  # text stays text: small, searchable, compared word by word
            "svg.hashsalt": "fivelines",
        }
    )
    try:
        from matplotlib_inline.backend_inline import set_matplotlib_formats
    except ImportError:  # not in a notebook
        return
    set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None})


def moons(X, labels, ax=None):
    """Scatter points X of shape (n, 2), the two labels in two colours and two shapes."""
    ax = ax or plt.gca()
    X, labels = np.asarray(X), np.asarray(labels)
    for label, colour, marker in [(0, BLUE, "o"), (1, ORANGE, "^")]:
        x, y = X[(labels > 0) == label].T
        ax.scatter(x, y, s=22, c=colour, marker=marker, edgecolors="white", linewidths=0.6,
                   label=f"label {label}", zorder=3)  # fmt: skip
    ax.set(xlabel="$x_0$", ylabel="$x_1$", aspect="equal")
    return ax


def decision_boundary(score, X, labels, ax=None, resolution=50):
    """Shade what a model answers around the points X, with a line where it changes its mind.

    score: a function of one row of two floats, such as an MLP; its sign is the answer and
    tanh(score) the strength of the shade.
    """
    ax = ax or plt.gca()
    (x0, y0), (x1, y1) = np.min(X, axis=0) - 0.4, np.max(X, axis=0) + 0.4
    xs, ys = np.linspace(x0, x1, resolution), np.linspace(y0, y1, resolution)
    answers = np.array([[np.tanh(float(score([x, y]))) for x in xs.tolist()] for y in ys.tolist()])
    ax.contourf(xs, ys, answers, levels=np.linspace(-1, 1, 9), cmap=SIDES, alpha=0.55)
    if answers.min() < 0 < answers.max():
        ax.contour(xs, ys, answers, levels=[0], colors="black", linewidths=1.5)
    moons(X, labels, ax)
    ax.grid(False)
    return ax


def loss_curve(curves, ax=None):
    """Draw {name: losses} against the step, labelled, the loss from 0 on."""
    ax = ax or plt.gca()
    styles = ["-", "--", "-.", ":"]  # not by colour alone
    for i, (name, losses) in enumerate(curves.items()):
        ax.plot(losses, styles[i % len(styles)], label=name)
    ax.set(xlabel="step", ylabel="loss")
    ax.set_ylim(bottom=0)
    if len(curves) > 1:
        ax.legend()
    return ax


def draw_graph(root, ax=None, **names):
    """Draw the graph that made root, leaves on the left, each node with its data and grad.

    names: name=value for the nodes that have one, such as draw_graph(L, a=a, b=b, L=L).
    """
    ax = ax or plt.gca()
    name_of = {id(v): name for name, v in names.items()}
    columns = _columns(root)
    boxes = {}
    for x, column in enumerate(columns):
        for i, node in enumerate(column):
            title = " ".join(filter(None, [name_of.get(id(node)), node.op and f"({node.op})"]))
            boxes[node] = ax.text(
                x, (len(column) - 1) / 2 - i,
                f"{title}\ndata {node.data:.4g}\ngrad {node.grad:.4g}".strip(),
                ha="center", va="center", fontsize=9, linespacing=1.4,
                bbox={"boxstyle": "round,pad=0.4", "edgecolor": GREY,
                      "facecolor": "#F3F3F3" if node.op else "#DCEBF5"})  # fmt: skip
    for node, box in boxes.items():
        for parent in node.parents:
            start = boxes[parent]
            arrow = {"arrowstyle": "-|>", "color": GREY, "shrinkA": 0, "shrinkB": 0,
                     "patchA": start.get_bbox_patch(), "patchB": box.get_bbox_patch()}  # fmt: skip
            ax.annotate("", box.get_position(), start.get_position(), arrowprops=arrow, zorder=4)
    tallest = max(map(len, columns))
    ax.set(xlim=(-0.55, len(columns) - 0.45), ylim=(-tallest / 2 - 0.1, tallest / 2 + 0.1))
    ax.axis("off")
    return ax


def speed_ladder(ax=None):
    """Draw what `make bench` measured last: ms a step of each engine, and on which machine."""
    ax = ax or plt.gca()
    measured = json.loads((files(__package__) / "data" / "ladder.json").read_text("utf8"))
    times = {name: timing["median"] for name, timing in measured["ladder"].items()}
    slowest = max(times.values())
    for name, ms in sorted(times.items(), key=lambda item: item[1]):
        ax.barh(name, ms, color=ORANGE if name in ("eager Value", "fused loss") else GREY)
        ax.text(ms * 1.15, name, f"{ms:.3g} ms, {slowest / ms:.0f}×", va="center", fontsize=9)
    machine = measured["machine"]
    ax.set(xscale="log", xlabel="ms a step, and how many times as fast as the slowest",
           xlim=(min(times.values()) / 2, slowest * 12))  # fmt: skip
    ax.set_title(f"measured on {machine['date']}: {machine['cpu']}, {machine['os']}", fontsize=9)
    ax.grid(axis="y", visible=False)
    return ax


def _columns(root):
    """Sort the nodes below root into columns, each node right of all of its parents."""
    height, order = {}, []

    def visit(node):
        if node not in height:
            height[node] = 1 + max(map(visit, node.parents), default=-1)
            order.append(node)
        return height[node]

    visit(root)
    for node in order:  # a leaf stands beside the node that uses it, not far left of it
        users = [height[user] for user in order if node in set(user.parents)]
        if users and not node.parents:
            height[node] = min(users) - 1
    return [[n for n in order if height[n] == h] for h in range(height[root] + 1)]
