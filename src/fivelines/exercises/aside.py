"""Sets a learner's file aside under a name that is free, so that nothing is ever lost."""

from itertools import count


def set_aside(path, name):
    """Rename a file to name, a template for a number, with the first number that is free.

    Returns the new path. Raises OSError where the folder does not allow it.
    """
    kept = next(p for n in count(1) if not (p := path.with_name(name.format(n))).exists())
    return path.rename(kept)
