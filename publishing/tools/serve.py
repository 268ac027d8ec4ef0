"""Serves the built book on this machine: python -m publishing.tools.serve FOLDER PORT."""

import argparse
import errno
import gzip
import io
import re
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

# In a folder that is named by its content a file stays what it is; of others the next build is seen
# at once.
FOREVER = re.compile(r"/_static/[a-z]+-[0-9a-f]{12}/")
TEXT = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".xml", ".txt"}


class Handler(SimpleHTTPRequestHandler):
    """Serves files as GitHub Pages does: text compressed, the book's own page for a missing one."""

    def log_message(self, *args):
        """Say nothing."""

    def send_head(self):
        """Send the headers of a file and return it, open for reading."""
        file = Path(self.translate_path(self.path))
        if file.is_dir() and self.path.partition("?")[0].endswith("/"):
            file /= "index.html"
        status = 200
        if not file.exists():
            status, file = 404, Path(self.directory, "404.html")
        if file.suffix not in TEXT or not file.is_file():
            return super().send_head()
        data = file.read_bytes()
        self.send_response(status)
        if "gzip" in self.headers.get("Accept-Encoding", ""):
            data = gzip.compress(data)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        return io.BytesIO(data)

    def end_headers(self):
        """Say how long a file may be taken for what it is."""
        named = FOREVER.search(self.path)
        self.send_header("Cache-Control", "max-age=600" if named else "no-cache")
        super().end_headers()


class Server(ThreadingHTTPServer):
    """A server to which a reader who leaves before all was sent is no error."""

    def handle_error(self, request, client_address):
        """Print the traceback of whatever else went wrong."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def listen(folder, port):
    """Return a server for folder on the first free port of 127.0.0.1 from port on.

    Raises OSError where 20 ports in a row are busy.
    """
    for candidate in range(port, port + 20):
        try:
            return Server(("127.0.0.1", candidate), partial(Handler, directory=folder))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(f"ports {port} to {port + 19} are all busy: choose another with PORT=...")


def main():
    """Serve a folder on this machine until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="publishing.tools.serve", description=main.__doc__)
    parser.add_argument("folder")
    parser.add_argument("port", type=int)
    folder, port = vars(parser.parse_args()).values()
    try:
        with listen(folder, port) as server:
            chosen = server.server_port
            if chosen != port:
                print(f"port {port} is busy, so the next free one is used")
            print(f"the book is at http://127.0.0.1:{chosen}/ (Ctrl-C ends it)", flush=True)
            server.serve_forever()
    except OSError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
