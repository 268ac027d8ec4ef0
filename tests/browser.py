"""The browser that the tests drive: the one of this machine."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def chromium():
    """Return the path of Chromium or Chrome; CHROMIUM=... names another.

    Skips the test on a machine that has none, and fails it in continuous integration.
    """
    paths = [os.environ.get("CHROMIUM"), *map(shutil.which, NAMES), shutil.which(MAC)]
    if found := next(filter(None, paths), None):
        return found
    sentence = "there is no Chromium here: install it, or name it in CHROMIUM"
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)
