"""Prints how chapter 02 leaves the moons, an SVG and the loss: python live/figures/home/still.py.

The page shows this picture until, or unless, the same run is made in the reader's browser. So it
is drawn as live/training/picture.js draws: with the same limits, sizes and shades.
"""

import json
from itertools import pairwise

import contourpy
import numpy as np

from fivelines import MLP, fuse, make_moons

WIDTH, HEIGHT = 390, 260
AROUND = 0.4  # beyond the outermost points
BEYOND = 13  # the edges of the picture, so that shades that are blurred do not fade there
LAYERS = 8  # of shade, on top of each other, up to half the colour


def trained():
    """Return the points, their targets, the network of chapter 02 after its 200 steps, its loss."""
    X, labels = make_moons()
    X, targets = X.tolist(), (2.0 * labels - 1).tolist()
    model = MLP(2, [8, 1], seed=1)
    mean_loss = fuse(lambda model, x, target: (model(x).tanh() - target) ** 2)
    for _ in range(200):
        loss = mean_loss(model, X, targets)
        model.zero_grad()
        loss.backward()
        for p in model.parameters():
            p.data -= 0.5 * p.grad
    return X, targets, model, mean_loss(model, X, targets).data


def picture(X, targets, score):
    """Return the SVG of points X of shape (n, 2) and of what score answers around them."""
    (x0, y0), (x1, y1) = np.min(X, axis=0) - AROUND, np.max(X, axis=0) + AROUND
    across, down = np.arange(-BEYOND, WIDTH + 14, 6.5), np.arange(-BEYOND, HEIGHT + 14, 6.5)
    xs, ys = x0 + across / WIDTH * (x1 - x0), y1 - down / HEIGHT * (y1 - y0)
    scores = np.array([[score([x, y]).data for x in xs.tolist()] for y in ys.tolist()])
    shades = [
        f'<g class="shade {side}">{_layers(contourpy.contour_generator(across, down, answers))}</g>'
        for side, answers in (("upper", -np.tanh(scores)), ("lower", np.tanh(scores)))
    ]
    line = contourpy.contour_generator(across, down, scores).lines(0)
    zero = "".join(_path(points, 1) for points in line)
    shapes = {-1: ("upper", "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z"), 1: ("lower", "M0-5 4.5 3.5h-9z")}
    points = {-1: [], 1: []}
    for (x, y), target in zip(X, targets, strict=True):
        at = (x - x0) / (x1 - x0) * WIDTH, (y1 - y) / (y1 - y0) * HEIGHT
        place = f'x="{at[0]:.1f}" y="{at[1]:.1f}"'
        points[target].append(f'<use href="#moons-{shapes[target][0]}" {place}/>')
    symbols = "".join(f'<path id="moons-{name}" d="{d}"/>' for name, d in shapes.values())
    marks = "".join(f'<g class="points {shapes[t][0]}">{"".join(p)}</g>' for t, p in points.items())
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true"><defs>{symbols}</defs>'
        f'{"".join(shades)}<path class="zero" d="{zero}"/>{marks}</svg>'
    )


def _layers(answers):
    """Return the areas with stronger and stronger answers, each of which adds to the shade."""
    one = 1 - 0.5 ** (1 / LAYERS)
    reached = [2 * (1 - (1 - one) ** k) for k in range(LAYERS + 1)]
    return "".join(
        f'<path fill-opacity="{one:.3f}" d="{_area(answers, (low + high) / 2)}"/>'
        for low, high in pairwise(reached)
    )


def _area(answers, level):
    outlines, offsets = answers.filled(level, np.inf)
    return "".join(
        f"{_path(points[a:b], 0)}z"
        for points, starts in zip(outlines, offsets, strict=True)
        for a, b in pairwise(starts)
    )


def _path(points, digits):
    """Return a line through points, as an SVG path whose numbers are short."""
    scale = 10**digits
    at = np.rint(np.asarray(points) * scale) + 0.0  # without -0
    steps = [step for step in np.diff(at, axis=0).tolist() if step != [0, 0]]
    numbers = " ".join(f"{dx / scale:g} {dy / scale:g}" for dx, dy in steps)
    return f"M{at[0, 0] / scale:g} {at[0, 1] / scale:g}l{numbers}"


if __name__ == "__main__":
    *moons, loss = trained()
    print(json.dumps({"still": picture(*moons), "loss": repr(loss), "short": f"{loss:.4f}"}))
