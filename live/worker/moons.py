"""The moons in a browser, where NumPy is missing: the points of the chapters, as it drew them.

Takes the place of fivelines/data/moons.py in the page's fivelines.zip.
"""

import json
from importlib.resources import files


class Rows(list):
    """A list that answers to `tolist`, as an array does."""

    def tolist(self):
        """Return a plain list."""
        return list(self)


def make_moons(n=100, noise=0.1, seed=0):
    """Return the points and the labels of the chapters.

    Raises ValueError for others: they are drawn by NumPy's generator.
    """
    if (n, noise, seed) != (100, 0.1, 0):
        raise ValueError(
            "in the page, make_moons has the points of n=100, noise=0.1, seed=0 only: "
            "others need NumPy, which runs in the notebook of this chapter"
        )
    moons = json.loads((files(__package__) / "moons.json").read_text("utf8"))
    return Rows(moons["X"]), Rows(moons["labels"])
