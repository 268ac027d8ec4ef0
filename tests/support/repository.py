"""Repositories made for a test."""

import subprocess


def repository(root, remote=None, branch="main"):
    """Make root a repository with one commit and a remote; return the commit's id."""
    git(root, "init", "--quiet", "--initial-branch", branch)
    git(root, "commit", "--quiet", "--allow-empty", "--message", "first")
    if remote:
        git(root, "remote", "add", "origin", remote)
    return git(root, "rev-parse", "HEAD")


def git(root, *command):
    who = "-c", "user.name=nobody", "-c", "user.email=nobody@localhost"
    done = subprocess.run(["git", *who, *command], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
