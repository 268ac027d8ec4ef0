"""Serves the built book on this machine: python -m publishing.serve FOLDER PORT."""

import argparse
import errno
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Handler(SimpleHTTPRequestHandler):
    """Serves files without a line on the terminal for each."""

    def log_message(self, *args):
        """Say nothing."""


def listen(folder, port):
    """Return a server for folder on the first free port of 127.0.0.1 from port on.

    Raises OSError where 20 ports in a row are busy.
    """
    for candidate in range(port, port + 20):
        try:
            return ThreadingHTTPServer(("127.0.0.1", candidate), partial(Handler, directory=folder))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(f"ports {port} to {port + 19} are all busy: choose another with PORT=...")


def main():
    """Serve a folder on this machine until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="publishing.serve", description=main.__doc__)
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
