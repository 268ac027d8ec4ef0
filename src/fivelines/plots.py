"""The book's one figure style, and the pictures that more than one chapter draws."""

import json
from importlib.resources import files
from textwrap import fill

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgb

# Okabe and Ito's palette, told apart with every common kind of colour blindness.
BLUE, ORANGE, GREEN, PINK, SKY, GREY = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#6B6B6B",
)  # fmt: skip
COLOURS = [BLUE, ORANGE, GREEN, PINK, SKY, GREY]
SIDES = LinearSegmentedColormap.from_list("sides", [BLUE, "#FFFFFF", ORANGE])
INK, LINE = "#333333", "#A6A6A6"  # of words, and of axes

# A phone shows a figure 344 pixels wide, so this text has 9 pixels there. A figure is never wider.
WIDTH, TEXT = 5.5, 10.5  # inches, points


def use_style():
    """Make every figure from here on the book's: SVG, byte for byte the same on each run."""
    plt.rcParams.update(
        {
            "figure.figsize": (WIDTH, 3.3),
            "figure.constrained_layout.use": True,
            "figure.constrained_layout.hspace": 0.05,
            "axes.prop_cycle": plt.cycler(color=COLOURS),
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.edgecolor": LINE,
            "axes.labelcolor": INK,
            "axes.titlelocation": "left",
            "text.color": INK,
            "xtick.color": LINE,
            "ytick.color": LINE,
            "xtick.labelcolor": INK,
            "ytick.labelcolor": INK,
            "grid.color": "#E8E8E8",
            # The first is matplotlib's own, and the widest: what fits in it fits in the others.
            "font.sans-serif": ["DejaVu Sans", "Segoe UI", "Roboto", "Helvetica Neue", "Arial"],
            "font.size": TEXT,
            **dict.fromkeys(["axes.titlesize", "legend.fontsize"], TEXT),
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
    set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None}, bbox_inches=None)


def ink(colour):
    """Return a colour as dark as words in it need to be on white: thin signs look paler."""
    return tuple(0.78 * part for part in to_rgb(colour))


def name_lines(ax):
    """Write each line's label beside its right end, in its colour, in place of a legend."""
    for line in ax.get_lines():
        if not line.get_label().startswith("_"):
            ax.annotate(line.get_label(), line.get_xydata()[-1], (7, 0), va="center",
                        textcoords="offset points", color=ink(line.get_color()))  # fmt: skip


def moons(X, labels, ax=None, size=26):
    """Scatter points X of shape (n, 2), the two labels in two colours and two shapes."""
    ax = ax or plt.gca()
    X, labels = np.asarray(X), np.asarray(labels)
    for label, colour, marker in [(0, BLUE, "o"), (1, ORANGE, "^")]:
        x, y = X[(labels > 0) == label].T
        ax.scatter(x, y, s=size, c=colour, marker=marker, edgecolors="white", linewidths=0.6,
                   zorder=3)  # fmt: skip
    ax.set(xlabel="x₀", ylabel="x₁", aspect="equal", xticks=[-1, 0, 1, 2], yticks=[0, 1])
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
        ax.contour(xs, ys, answers, levels=[0], colors=INK, linewidths=1.5)
    return moons(X, labels, ax, size=18)


def loss_curve(curves, ax=None):
    """Draw {name: losses} against the step, the loss from 0 on, with their names at their ends."""
    ax = ax or plt.gca()
    styles = ["-", "--", "-.", ":"]  # not by colour alone
    for i, (name, losses) in enumerate(curves.items()):
        ax.plot(losses, styles[i % len(styles)], label=name)
    ax.set(xlabel="step", ylabel="loss")
    ax.set_ylim(bottom=0)
    ax.locator_params(nbins=5)
    ax.grid(axis="y")
    if len(curves) > 1:
        name_lines(ax)
    return ax


def box(ax, place, text, given=False):
    """Write a text in a box with its middle at a place; given: as a number that nothing made."""
    style = {"boxstyle": "round,pad=0.4", "edgecolor": LINE,
             "facecolor": "#DCEBF5" if given else "#F3F3F3"}  # fmt: skip
    return ax.text(*place, text.replace("-", "−"), ha="center", va="center", linespacing=1.4,
                   bbox=style)  # fmt: skip


def arrow(ax, start, end, bend=0):
    """Draw an arrow from box to box, bent to its side by bend times its length."""
    style = {"arrowstyle": "-|>", "color": GREY, "shrinkA": 0, "shrinkB": 0,
             "connectionstyle": f"arc3,rad={bend}",
             "patchA": start.get_bbox_patch(), "patchB": end.get_bbox_patch()}  # fmt: skip
    ax.annotate("", end.get_position(), start.get_position(), arrowprops=style)


def draw_graph(root, ax=None, **names):
    """Draw the graph that made root, from leaf to root downward, each node with its data and grad.

    names: name=value for the nodes that have one, such as draw_graph(L, a=a, b=b, L=L).
    """
    rows = _rows(root)
    ax = ax or plt.subplots(figsize=(WIDTH / 4 * max(map(len, rows)), 1.05 * len(rows)))[1]
    name_of = {id(v): name for name, v in names.items()}
    boxes, height = {}, {}
    for y, row in enumerate(rows):
        for i, node in enumerate(row):
            title = " ".join(filter(None, [name_of.get(id(node)), node.op and f"({node.op})"]))
            text = f"{title}\ndata {node.data:.4g}\ngrad {node.grad:.4g}".strip()
            place = i - (len(row) - 1) / 2, -y
            boxes[node], height[node] = box(ax, place, text, given=not node.op), y
    for node, its_box in boxes.items():
        for parent in node.parents:  # an arrow that passes a row goes round what stands there
            bend = 0 if height[node] - height[parent] == 1 else 0.45
            arrow(ax, boxes[parent], its_box, bend)
    widest = max(map(len, rows))
    ax.set(xlim=(-widest / 2, widest / 2), ylim=(-len(rows) + 0.5, 0.5))
    ax.axis("off")
    return ax


def speed_ladder(ax=None):
    """Draw what `make bench` measured last: ms a step of each engine, and on which machine."""
    ax = ax or plt.gca()
    measured = json.loads((files(__package__) / "data" / "ladder.json").read_text("utf8"))
    times = {name: timing["median"] for name, timing in measured["ladder"].items()}
    slowest = max(times.values())
    for name, ms in sorted(times.items(), key=lambda item: item[1]):
        ax.barh(name, ms, color=ORANGE if name in ("eager Value", "fused loss") else LINE)
        ax.text(ms * 1.15, name, f"{ms:.3g} ms, {slowest / ms:.0f}×", va="center")
    machine = measured["machine"]
    ax.set(xscale="log", xlabel="ms a step, and how many times as fast as the slowest",
           xlim=(min(times.values()) / 2, slowest * 40))  # fmt: skip
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set_title(fill(f"measured on {machine['date']}: {machine['cpu']}, {machine['os']}", 60))
    return ax


def _rows(root):
    """Sort the nodes below root into rows, each node below all of its parents."""
    depth, order = {}, []

    def visit(node):
        if node not in depth:
            depth[node] = 1 + max(map(visit, node.parents), default=-1)
            order.append(node)
        return depth[node]

    visit(root)
    for node in order:  # a leaf stands right above the node that uses it, not far above it
        users = [depth[user] for user in order if node in set(user.parents)]
        if users and not node.parents:
            depth[node] = min(users) - 1
    return [[n for n in order if depth[n] == d] for d in range(depth[root] + 1)]
