"""One chapter run from top to bottom in a new kernel."""

import contextlib
import os
import subprocess
import tempfile
from uuid import uuid4

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from tqdm import tqdm
from traitlets.config import Config

from publishing import Refused
from publishing.record import loaded
from publishing.record.chapter import code_cells, name_of

# What a chapter may see of the machine: no progress bars on stderr, no search for a GPU.
QUIET = {"TQDM_DISABLE": "1", "JAX_PLATFORMS": "cpu"}
TIMEOUT = 600  # seconds for a cell
PATH_OF_A_SOCKET = 90  # bytes of its folder; macOS allows 103 for a whole path
STRANGE = {  # nbval does not follow them when it replays
    "clear_output": "clears its output",
    "update_display_data": "changes what it has displayed",
    "comm_open": "shows a widget",
}


@contextlib.contextmanager
def sockets():
    """Give a folder for the sockets of kernels, removed with what a killed kernel left there.

    Raises Refused where the temporary folder has too long a name for sockets.
    """
    with tempfile.TemporaryDirectory(prefix="kernel-") as folder:
        if len(os.fsencode(folder)) > PATH_OF_A_SOCKET:
            raise Refused(
                f"the temporary folder {tempfile.gettempdir()} has too long a name for the sockets "
                "of a kernel: set TMPDIR=/tmp"
            )
        yield folder


def channels(folder):
    """Return the settings by which a kernel manager talks to its kernel through files in folder.

    With the default, a port that was free when it was chosen may be taken when the kernel opens it.
    """
    return {"transport": "ipc", "ip": f"{folder}/{uuid4().hex[:4]}"}


class Client(NotebookClient):
    """Runs a notebook, and keeps what messages a cell sent that a replay could not follow."""

    def process_message(self, msg, cell, cell_index):
        """Note a strange message, and treat it as ever."""
        if why := STRANGE.get(msg["msg_type"]):
            cell.metadata["strange"] = why
        return super().process_message(msg, cell, cell_index)


def execute(notebook, chapter, root):
    """Run the notebook of a chapter, which gets its outputs; return the files that were loaded.

    Raises Refused where a cell raises, takes too long, or ends the kernel; KeyboardInterrupt where
    somebody pressed Ctrl-C.
    """
    cells = code_cells(notebook)
    bar = tqdm(total=len(cells), desc=chapter.stem, unit="cell")
    notebook.cells.append(loaded.ask())
    with sockets() as folder, bar:
        manager = {**channels(folder), "connection_file": f"{folder}/kernel.json"}
        client = Client(
            notebook,
            timeout=TIMEOUT,
            kernel_name="python3",
            record_timing=False,
            coalesce_streams=True,  # where a slow cell is cut into messages is chance
            extra_arguments=["--log-level=ERROR", loaded.WATCH],
            config=Config(KernelManager=manager),
            resources={"metadata": {"path": str(chapter.parent)}},
            on_cell_executed=lambda cell, **_: bar.update(cell in cells),
        )
        try:
            client.execute(env={**os.environ, **QUIET}, stderr=subprocess.DEVNULL)
        except Exception as error:
            if hasattr(client, "_async_cleanup_kernel_future"):  # nbclient was told to stop
                raise KeyboardInterrupt from None
            raised = [i for i, cell in enumerate(cells) if _raised(cell)]
            i = raised[0] if raised else min(bar.n, len(cells) - 1)
            raise Refused(f"{name_of(chapter, i, cells[i])} {_what_happened(error)}") from error
    return loaded.answered(notebook.cells.pop(), root)


def _what_happened(error):
    """Return the end of a sentence about a cell, or raise the error where it is not the cell's."""
    if isinstance(error, CellExecutionError):
        return f"raised {error.ename}: {error.evalue}"
    if isinstance(error, DeadKernelError):
        return "ended Python itself (os._exit, a crash, or too little memory)"
    if isinstance(error, TimeoutError):
        return f"ran for more than {TIMEOUT} s"
    raise error


def _raised(cell):
    return any(output.output_type == "error" for output in cell.outputs)
