"""Five Lines: a scalar autograd engine, a small network and the loop that trains it.

Only what the standard library can run is imported here; names that need numpy or matplotlib are
imported when they are first asked for, so that the engine also runs where those two are missing.
"""

from importlib import import_module

from .losses import mean_squared_error
from .mlp import MLP, Layer, Neuron
from .tracing.python import fuse
from .trainer import History, Trainer
from .value import Value

_LAZY = {
    "make_moons": ".data.moons",
    "glue": ".notebook",
    "glue_ratio": ".notebook",
    "show_times": ".notebook",
}

__all__ = [
    "MLP",
    "History",
    "Layer",
    "Neuron",
    "Trainer",
    "Value",
    "fuse",
    "glue",
    "glue_ratio",
    "make_moons",
    "mean_squared_error",
    "show_times",
]


def __getattr__(name):
    if name == "check":
        return import_module(".check", __name__)
    if name in _LAZY:
        return getattr(import_module(_LAZY[name], __name__), name)
    raise AttributeError(f"module 'fivelines' has no attribute {name!r}")
