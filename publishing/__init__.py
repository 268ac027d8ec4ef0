"""How a chapter becomes a recorded notebook, a page of the book and a launch link."""

from pathlib import Path

ROOT = Path(__file__).parent.parent


class Refused(Exception):
    """Something that must not be recorded or published; the message says what to do."""
