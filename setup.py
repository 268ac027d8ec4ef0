"""Adds the commit to the version in pyproject.toml: pip skips a version that is there already."""

import subprocess
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent


def git(*command):
    """Return what git says about this folder, or None where it fails or is missing."""
    try:
        done = subprocess.run(["git", "-C", ROOT, *command], capture_output=True, text=True)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def suffix():
    """Return +g and the commit, or "" in a folder that is not the top of a repository."""
    top, commit, *_ = [*(git("rev-parse", "--show-toplevel", "HEAD") or "").splitlines(), "", ""]
    if not commit or Path(top) != ROOT:
        return ""
    return f"+g{commit[:9]}" + (".changed" if git("diff", "--quiet", "HEAD") is None else "")


setup(options={"egg_info": {"tag_build": suffix()}})
