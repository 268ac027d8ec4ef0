"""What is said of an error in the page: the reader's own lines, and what a page lacks."""

import linecache
import re
import sys
import traceback
import warnings

MOST_LINES = 10  # of a traceback
MOST_CHARACTERS = 4000  # of a message
ONLY = "The Python in this page has only its standard library and the engine of this course"
NETWORK = "a page cannot reach the network from Python"
PROCESSES = "a page cannot start or end other programs"
THREADS = "a page has one thread only"
ASKING = (
    "the Python in this page cannot ask you: write the answer into the code, "
    'as in name = "Ada", in place of'
)
# What Python announces before it does it, and what is said instead.
LACKS = {
    **dict.fromkeys(("builtins.breakpoint", "builtins.input"), f"{ASKING} input() or a debugger"),
    **dict.fromkeys(("subprocess.Popen", "os.system", "os.fork", "os.exec"), PROCESSES),
    **dict.fromkeys(("os.posix_spawn", "os.forkpty", "os.kill"), PROCESSES),
    **dict.fromkeys(("_thread.start_new_thread", "_thread.start_joinable_thread"), THREADS),
    **dict.fromkeys(("urllib.Request", "http.client.connect", "ftplib.connect"), NETWORK),
    **dict.fromkeys(("socket.connect", "socket.bind", "socket.getaddrinfo"), NETWORK),
    **dict.fromkeys(("socket.gethostbyname", "socket.sendto", "smtplib.connect"), NETWORK),
}
# Where it is refused before it is announced: the module that raised.
REFUSED_BY = {
    "subprocess": PROCESSES,
    "multiprocessing": PROCESSES,
    "concurrent": PROCESSES,
    "ssl": NETWORK,
    "pyodide": "a page cannot wait for asyncio",
}
_cells = set()  # the file names of cells
at_work = False  # whether it is a cell that runs, and no part of ours
elsewhere = "on your own machine (make lab)"  # where a reader can run what a page cannot


class NotInThisPage(RuntimeError):
    """Something that Python in a page cannot do."""

    __module__ = "builtins"  # so that it is told without the name of a module


class Nobody:
    """Standard input in a page, where nobody answers."""

    encoding, closed = "utf-8", False

    def isatty(self):
        """Return False."""
        return False

    def readline(self, *size):
        """Raise NotInThisPage."""
        raise NotInThisPage(f"{ASKING} what reads it.")

    read = readlines = __next__ = readline

    def __iter__(self):
        """Return itself."""
        return self

    def close(self):
        """Do nothing."""


def watch():
    """From now on refuse in a sentence what a page cannot do, and warn without places of ours."""
    sys.addaudithook(_refuse)
    warnings.formatwarning = _warning
    traceback.walk_stack = _walk(traceback.walk_stack)


def _refuse(event, arguments):
    if event == "time.sleep":
        sys.stdout.flush()  # what was printed is read meanwhile
    if event in LACKS and at_work:
        raise NotInThisPage(_run_it(LACKS[event]))


def _run_it(lacks):
    return f"{lacks}; to do that, run the chapter {elsewhere}."


def _warning(message, category, file, line, text=None):
    where = f"line {line} of {file.strip('<>')}: " if file in _cells else ""
    return f"{where}{category.__name__}: {message}\n"


def _walk(walk_stack):
    def walk(frame):
        for one, line in walk_stack(frame):
            if one.f_globals.get("__name__") == "page":
                return
            yield one, line

    return walk


def register(id, source):
    """Return the file name of a cell, under which its lines are found from now on."""
    file = f"<{id}>"
    _cells.add(file)
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    return file


def told(error, own):
    """Return what a notebook would say of an error, with the lines of cells only.

    own: the file name of the cell that was run; lines of other cells say where they stand.
    """
    exception = traceback.TracebackException.from_exception(error)
    lines = []
    for frame in exception.stack:
        if frame.filename in _cells:
            cell = "" if frame.filename == own else f" of {frame.filename.strip('<>')}"
            name = "" if frame.name == "<module>" else f", in {frame.name}"
            lines.append(f"line {frame.lineno}{cell}{name}:\n    {frame.line}\n")
    if len(lines) > MOST_LINES:
        half = MOST_LINES // 2
        lines[half:-half] = [f"... and {len(lines) - MOST_LINES} more\n"]
    if by := _refused_by(error):
        return f"{''.join(lines)}NotInThisPage: {_run_it(by)}\n"
    what = "".join(exception.format_exception_only())
    if len(what) > MOST_CHARACTERS:
        what = f"{what[:MOST_CHARACTERS]} ...\n"
    return "".join(lines) + _ours_left_out(what, error, own) + lacking(error)


def _ours_left_out(what, error, own):
    """Return what an error says without places in the page's files and without its numbers."""
    what = what.replace(f'  File "{own}", ', "")
    what = re.sub(r'  File "<string>", (line \d+)', r"\1 of the text that was to be run", what)
    if isinstance(error, ImportError):
        return re.sub(r" \(/[^()]*\)", "", what)
    return re.sub(r"\[Errno \d+\] ", "", what) if isinstance(error, OSError) else what


def lacking(error):
    """Return a line that says what the page lacks, if it is that on which an error hangs, or ""."""
    if isinstance(error, ModuleNotFoundError) or _is_drawing(error):
        return _missing(error)
    if isinstance(error, EOFError):
        return f"{ASKING[0].upper()}{ASKING[1:]} what reads it.\n"
    if isinstance(error, SyntaxError):
        return _notebook(error)
    if isinstance(error, FileNotFoundError):
        return "A page does not see the files of your machine, only those that its cells wrote.\n"
    if isinstance(error, SystemExit):
        return "In a page this ends the cell, and nothing else.\n"
    return ""


def _is_drawing(error):
    """Return whether a part of our engine, or of Pyodide's, was asked for that draws."""
    part = isinstance(error, ImportError) and (error.name, re.findall(r"name '(\w+)'", str(error)))
    return part in (("fivelines", ["plots"]), ("js", ["window"]))


def _missing(error):
    top = (error.name or "").partition(".")[0]
    if top in sys.stdlib_module_names:
        return (
            f"{top.strip('_')} does not work in a page: to use it, run the chapter {elsewhere}.\n"
        )
    return f"{ONLY}: to use more, run the chapter {elsewhere}.\n"


def _notebook(error):
    text = (error.text or "").strip()
    if text.startswith("pip install"):
        return f"{ONLY}: nothing can be installed here; run the chapter {elsewhere}.\n"
    if text.startswith(("%", "!")):
        return f"% and ! are a notebook's and not Python's: run the chapter {elsewhere}.\n"
    return ""


def _refused_by(error):
    """Return what a module of Python or Pyodide refused, in words of its own, or ""."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    module = str(place.tb_frame.f_globals.get("__name__")) if place else ""
    refused = isinstance(error, OSError | RuntimeError | NotImplementedError)
    known = refused and not isinstance(error, NotInThisPage | FileNotFoundError)
    return REFUSED_BY.get(module.partition(".")[0], "") if known else ""
