"""Runs in a chapter's kernel before its first cell, and notes which files are opened."""


def _watch():
    import sys

    opened = set()

    def note(event, arguments):
        if event == "open" and isinstance(arguments[0], str):
            opened.add(arguments[0])

    sys.addaudithook(note)
    sys.opened_files = opened


_watch()
del _watch
