"""Environments filled for a test, with uv."""

import os
import subprocess

import pytest

from support.tree import BIN


def uv(*command, may_fail=False):
    names = "INDEX_URL", "EXTRA_INDEX_URL", "FIND_LINKS"  # uv does not read pip's settings
    pips = {f"UV_{n}": os.environ[f"PIP_{n}"] for n in names if f"PIP_{n}" in os.environ}
    variables = {**os.environ, **pips, "UV_INDEX_STRATEGY": "unsafe-best-match"}
    done = subprocess.run([BIN / "uv", *command], env=variables, capture_output=True, text=True)
    if done.returncode and "error sending request" in done.stderr and "CI" not in os.environ:
        pytest.skip("there is no network, so no other environment can be made")
    assert may_fail or done.returncode == 0, done.stderr
    return done.stderr
