"""Chromium or Chrome, as this machine has it: it prints and audits the book and runs its tests."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
NO_BROWSER = "there is no Chromium here: install it, or name it in CHROMIUM"


def find():
    """Return the path of Chromium or Chrome, or None; CHROMIUM=... names another."""
    paths = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), shutil.which(MAC)]
    return next(filter(None, paths), None)
