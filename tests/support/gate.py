"""A server of the book whose line is as slow as a test wants: Python comes slice by slice."""

import re
from functools import partial
from threading import Semaphore, Thread

import pytest

from publishing.tools.serve import Handler, Server

SLICE = 64 * 1024
PART = re.compile(r"/(pack-\d+\.bin|pyodide\.asm\.mjs)")


class Gate:
    """Lets slices of Python through; knows which parts were asked for and which went out whole."""

    def __init__(self):
        self.slices, self.isopen, self.iscut = Semaphore(0), False, False
        self.asked, self.whole = [], set()

    def let(self, count):
        """Let so many slices through."""
        self.slices.release(count)

    def cut(self):
        """Cut the line: what is on its way stops in the middle, and so does what comes after."""
        self.iscut = True
        self.let(100)

    def open(self):
        """Let all through from here on."""
        self.iscut, self.isopen, self.asked[:] = False, True, []
        self.let(1000)


class Slow(Handler):
    """Sends the parts of Python as its gate lets them through."""

    def __init__(self, gate, *arguments, **options):
        self.gate = gate
        super().__init__(*arguments, **options)

    def end_headers(self):
        if PART.search(self.path):
            self.send_header("Cache-Control", "no-store")  # so that the page's own cache is tried
        super().end_headers()

    def copyfile(self, source, outputfile):
        if not (part := PART.search(self.path)):
            return super().copyfile(source, outputfile)
        self.gate.asked.append(part[1])
        while data := source.read(SLICE):
            if not self.gate.isopen:
                self.gate.slices.acquire()
            if self.gate.iscut:
                raise ConnectionError
            outputfile.write(data)
            outputfile.flush()
        self.gate.whole.add(part[1])
        return None


@pytest.fixture
def slow(site):
    """The address of the book behind a gate, its files, and the gate."""
    gate, (_, files) = Gate(), site
    with Server(("127.0.0.1", 0), partial(Slow, gate, directory=files.parent)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/repo", files, gate
        gate.cut()
        server.shutdown()
