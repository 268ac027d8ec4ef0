"""The browser that the tests drive."""

import os

import pytest

from publishing.tools.browser import NO_BROWSER, find


def chromium():
    """Return the path of Chromium or Chrome.

    Skips the test on a machine that has none, and fails it in continuous integration.
    """
    if found := find():
        return found
    if os.environ.get("CI"):
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)
