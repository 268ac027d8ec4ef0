"""Where this copy of the book lives and is launched: found, never typed, since forks differ."""

import os
import re
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import yaml

from publishing import ROOT, Refused

GITHUB = "https://github.com"
BRANCH = "launch"  # what Colab and Binder open; the publish workflow makes it
# https://server/owner/name, with or without a password, .git or a last slash
WEB = re.compile(r"https?://(?:[^/@\s]+@)?(\w[\w.-]*)(?::\d+)?/(.+)", re.IGNORECASE)
# ssh://git@server:22/owner/name, git@server:owner/name and server:owner/name
SSH = (
    re.compile(r"ssh://(?:[^/@\s]+@)?(\w[\w.-]*)(?::\d+)?/(.+)", re.IGNORECASE),
    re.compile(r"(?:[^/@:\s]+@)?(\w[\w.-]*):/?([^/].*)"),
)
REPOSITORY = re.compile(r"([\w.-]+/[\w.-]+?)(?:\.git)?/?")


class Address(NamedTuple):
    """A repository on a server: Address("https://github.com", "Owner/Name")."""

    server: str
    repository: str

    @property
    def url(self):
        """The page of the repository."""
        return f"{self.server}/{self.repository}"

    @property
    def pages(self):
        """Where GitHub Pages puts the site of the repository."""
        owner, name = self.repository.lower().split("/")
        site = f"https://{owner}.github.io/"
        return site if f"https://{name}/" == site else f"{site}{self.repository.split('/')[1]}/"


def find(root=ROOT, environ=os.environ):
    """Return the Address of the copy of the book in root, or None where nothing tells it.

    GitHub Actions says it; else the remote `origin` does, where that is on GitHub; else
    `repository.url` in _config.yml. Raises Refused where that last one cannot be read.
    """
    if repository := environ.get("GITHUB_REPOSITORY"):
        return Address(environ.get("GITHUB_SERVER_URL", GITHUB), repository)
    origin = parse(git(root, "remote", "get-url", "origin"))
    if origin and origin.server == GITHUB:
        return origin
    config = yaml.safe_load((root / "_config.yml").read_text("utf8"))
    url = (config.get("repository") or {}).get("url")
    if url and not parse(url):
        raise Refused(f"repository.url in _config.yml is {url!r}: write https://server/owner/name")
    return parse(url or "")


def commit(root=ROOT, environ=os.environ):
    """Return the full id of the commit that is being built, or None outside a repository."""
    return environ.get("GITHUB_SHA") or git(root, "rev-parse", "HEAD") or None


def branch(root=ROOT, environ=os.environ):
    """Return the name of the branch that is being built; "main" where nothing tells it."""
    return environ.get("GITHUB_REF_NAME") or git(root, "branch", "--show-current") or "main"


def colab(place, name):
    """Return the URL at which Colab opens a notebook of the launch branch."""
    return (
        f"https://colab.research.google.com/github/{quote(place.repository)}"
        f"/blob/{BRANCH}/notebooks/{quote(name)}.ipynb"
    )


def binder(place, name):
    """Return the URL at which Binder opens a notebook of the launch branch in JupyterLab."""
    return (
        f"https://mybinder.org/v2/gh/{quote(place.repository)}/{BRANCH}"
        f"?urlpath=lab/tree/notebooks/{quote(name)}.ipynb"
    )


def parse(url):
    """Return the Address that a remote's URL stands for, or None."""
    web, ssh = WEB.fullmatch(url), [form.fullmatch(url) for form in SSH]
    if not (found := next(filter(None, [web, *ssh]), None)):
        return None
    host, path = found.groups()
    host = host.lower() if web else _resolved(host)
    # GitHub answers under three names: www., and ssh. where a firewall shuts port 22.
    host = re.sub(r"^(www|ssh)\.(?=github\.com$)", "", host)
    repository = REPOSITORY.fullmatch(path)
    return repository and Address(f"https://{host}", repository[1])


def _resolved(host):
    """Return the server that ssh reaches by this name, which its settings may give to another."""
    if host.lower().endswith("github.com"):
        return host.lower()
    try:
        done = subprocess.run(["ssh", "-G", host], capture_output=True, text=True, timeout=10)
        name = re.search(r"^hostname (\S+)$", done.stdout, re.MULTILINE)[1].lower()
    except (OSError, subprocess.TimeoutExpired, TypeError):
        name = host.lower()
    # Where ssh cannot say, a name such as github.com-work is what people call it.
    return re.sub(r"^github\.com-[\w-]+$", "github.com", name)


def git(root, *command):
    """Return what git says about root, or "" if root is not the top folder of a repository."""
    try:
        # A copy that lies inside somebody else's repository has not that one's address.
        top = _run(root, "rev-parse", "--show-toplevel")
        return _run(root, *command) if Path(top) == Path(root).resolve() else ""
    except (OSError, subprocess.CalledProcessError):
        return ""


def _run(root, *command):
    done = subprocess.run(
        ["git", "-C", root, *command], capture_output=True, text=True, check=True
    )  # fmt: skip
    return done.stdout.strip()
