"""Copies of the chapters for the reader to write in."""

from pathlib import Path

# In a checkout, and in the tree that Binder opens, the notebooks lie beside src/.
CHAPTERS = Path(__file__).parents[4] / "notebooks"


def copy_notebooks(folder, chapters=CHAPTERS):
    """Copy the chapters to folder, never over a file that is there; return [(name, what was done)].

    Raises FileNotFoundError where the package was installed without the course's repository, and
    OSError where folder cannot be written to.
    """
    notebooks = sorted(Path(chapters).glob("[0-9][0-9]-*.ipynb"))
    if not notebooks:
        raise FileNotFoundError(
            "The chapters are not part of the installed package: run this in the folder of the "
            "course's repository, or download all chapters as one zip from a page of the book."
        )
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    return [(notebook.name, _copy(notebook, folder / notebook.name)) for notebook in notebooks]


def _copy(notebook, target):
    try:
        with target.open("xb") as file:
            file.write(notebook.read_bytes())
    except FileExistsError:
        if target.read_bytes() == notebook.read_bytes():
            return "is there already"
        return "is kept as you left it; move it away to get a new copy"
    return "copied"
