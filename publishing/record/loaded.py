"""The files of this repository that a chapter's kernel loaded: its record holds as long as they do.

A kernel notes every file that is opened in it (see watch.py); modules are asked where they are
from, since Python opens their compiled copies.
"""

import sys
from hashlib import sha256
from pathlib import Path

from nbformat.v4 import new_code_cell

WATCH = f"--IPKernelApp.exec_files={[str(Path(__file__).with_name('watch.py'))]}"
TELL = (
    "import sys\n"
    'modules = {getattr(m, "__file__", None) for m in list(sys.modules.values())} - {None}\n'
    'print(*sorted(modules | sys.opened_files), sep="\\n")'  # nbclient is slow with long lines
)


def ask():
    """Return a cell that, at the end of a chapter, prints what the kernel loaded."""
    return new_code_cell(TELL)


def answered(cell, root):
    """Return {path below root: digest} of the files of the repository that an `ask` cell names."""
    names = "".join(output.text for output in cell.outputs).splitlines()
    paths = {Path(name).resolve() for name in names}
    own = [
        path
        for path in paths
        if path.is_relative_to(root)
        and not path.is_relative_to(sys.prefix)
        and path.suffix != ".pyc"
        and path.is_file()
    ]
    return {path.relative_to(root).as_posix(): of(path) for path in sorted(own)}


def changed(loaded, root):
    """Return the first of the loaded files that is not what it was, or None."""
    for name, known in loaded.items():
        path = root / name
        if not path.is_file() or of(path) != known:
            return name
    return None


def of(path):
    """Return 16 hexadecimal digits that stand for what a file holds."""
    return sha256(path.read_bytes()).hexdigest()[:16]
