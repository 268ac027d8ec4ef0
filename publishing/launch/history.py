"""Is what is launched in a commit, and can pip fetch that commit?"""

import os

from publishing import Refused
from publishing.launch import address


def changed(root, paths=()):
    """Return the first of the files that were changed and not committed, new ones too, or ""."""
    told = address.git(root, "status", "--porcelain", "--no-renames", "-z", "--", *paths)
    return told.partition("\0")[0][2:].strip()


def edited(root):
    """Return whether a file that git knows, of whatever kind, differs from the last commit."""
    return bool(address.git(root, "status", "--porcelain", "--untracked-files=no"))


def committed(root, paths):
    """Raise Refused where one of the files was changed and not committed."""
    if file := changed(root, paths):
        raise Refused(
            f"{file} has changes that are in no commit, and a launched reader gets a commit: "
            "commit them, or put them aside with git stash"
        )


def pushed(root, environ=os.environ):
    """Raise Refused where the commit is not on the remote origin, as far as git knows.

    GitHub Actions has its commit from there; its checkout may know no branch of the remote. Where
    there is no origin, git cannot know.
    """
    if environ.get("GITHUB_SHA") or not address.git(root, "remote", "get-url", "origin"):
        return
    if not address.git(root, "for-each-ref", "--contains", "HEAD", "refs/remotes/origin"):
        commit = address.git(root, "rev-parse", "--short", "HEAD")
        raise Refused(
            f"commit {commit} is not on origin, so that nobody else could install it: "
            "git push first, or git fetch if it is there"
        )
