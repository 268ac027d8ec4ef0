"""How a chapter becomes a recorded notebook, a page of the book and a launch link."""

import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent

# Where JupyterLab brought it, jsonschema imports it with nbformat: for more than a second, to check
# a format that nobody here asks for. Nothing else imports it, and so it is said not to be there.
sys.modules.setdefault("rfc3987_syntax", None)


class Refused(Exception):
    """Something that must not be recorded or published; the message says what to do."""
