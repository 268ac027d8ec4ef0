"""The limit: the same step in C, one plain loop, compiled with `cc -O3`."""

import ctypes
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from .engine import Engine

SOURCE = Path(__file__).with_name("step.c")


class C(Engine):
    """step.c, called in this process so that it stands in the same rounds as the others."""

    name = "C, cc -O3"

    def __init__(self, run):
        super().__init__(run)
        self.X, self.targets = np.array(run.X), np.array(run.targets)
        self.parameters = np.array(run.parameters)
        self.gradient, self.hidden = np.empty_like(self.parameters), np.empty(run.width)
        self.function = _compile()
        self.arguments = [
            *(_address(a) for a in (self.parameters, self.X, self.targets)),
            *(ctypes.c_long(len(run.X)), ctypes.c_long(run.width), ctypes.c_double(run.lr)),
            *(_address(a) for a in (self.gradient, self.hidden)),
        ]

    def reset(self):
        """Put the run's first parameters back."""
        self.parameters[:] = self.run.parameters

    def step(self):
        """Make one update; return the loss before it."""
        return self.function(*self.arguments)


def missing():
    """Return a sentence where there is no C compiler, else an empty string."""
    if shutil.which("cc"):
        return ""
    return "C is left out: there is no compiler named cc on this machine."


@cache
def _compile():
    with TemporaryDirectory() as folder:
        library = Path(folder) / "step.so"
        command = ["cc", "-O3", "-shared", "-fPIC", "-o", library, SOURCE, "-lm"]
        subprocess.run(command, check=True)
        function = ctypes.CDLL(str(library)).step
    function.restype = ctypes.c_double
    return function


def _address(array):
    return ctypes.c_void_p(array.ctypes.data)
