"""What is made once for all tests, by the first of pytest's workers that needs it."""

import pytest
from filelock import FileLock


@pytest.fixture(scope="session")
def once(tmp_path_factory, worker_id):
    """A function that gives the folder of a name; make(folder) fills it the first time."""
    common = tmp_path_factory.getbasetemp()
    common = common if worker_id == "master" else common.parent

    def filled(name, make):
        folder, finished = common / name, common / f"{name}-is-made"
        with FileLock(common / f"{name}.lock"):
            if not finished.exists():
                make(folder)
                finished.touch()
        return folder

    return filled
