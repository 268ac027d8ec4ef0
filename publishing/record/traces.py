"""What an output must not tell: where, as whom and on what machine it was printed."""

import os
import platform
import re
import sys
import tempfile
from pathlib import Path

ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
SHORT = 8  # a shorter value of a variable, as in TERM=xterm, is a word that anybody may print


def trace(text, root, environment=os.environ):
    """Return what in an output's text tells of this machine, as the end of a sentence, or None.

    root: the folder of the book. environment: the variables of this process.
    """
    if found := ADDRESS.search(text):
        return f"shows a memory address ({found[0]}), which is another one on each run"
    for place in _places(root):
        if re.search(rf"{re.escape(place)}(?![\w-])", text):
            return f"shows a path of this machine ({place})"
    name = platform.node()
    if name and name != "localhost" and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        return f"shows the name of this machine ({name})"
    for variable, value in environment.items():
        if len(value) >= SHORT and value in text:
            return f"shows the value of the environment variable {variable}"
    return None


def _places(root):
    """Return the folders that only this machine has; not /, which everybody may print."""
    places = (root, Path.home(), tempfile.gettempdir(), sys.prefix)
    return sorted({str(place) for place in places} - {"/"}, key=len, reverse=True)
