"""What the server of `make book` does when a port is busy, a page is missing, a reader leaves."""

import gzip
import socket
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from publishing.tools.serve import listen

GZIP = {"Accept-Encoding": "gzip"}


def test_a_busy_port_is_passed_over(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        with listen(tmp_path, port) as server:
            assert port < server.server_port < port + 20


def test_twenty_busy_ports_get_a_sentence(tmp_path, monkeypatch):
    def busy(*arguments):
        raise OSError(98, "Address already in use")

    monkeypatch.setattr("publishing.tools.serve.Server", busy)
    monkeypatch.setattr("errno.EADDRINUSE", 98)
    with pytest.raises(OSError, match="ports 8000 to 8019 are all busy: choose another with PORT="):
        listen(tmp_path, 8000)


def test_a_reader_who_leaves_is_no_error_and_a_missing_page_is_one(tmp_path, capfd):
    (tmp_path / "404.html").write_text("not here")
    with listen(str(tmp_path), 8790) as server:
        try:
            raise BrokenPipeError
        except BrokenPipeError:
            server.handle_error(None, None)
        assert capfd.readouterr().err == ""
        try:
            raise ValueError("a real fault")
        except ValueError:
            server.handle_error(None, None)
        assert "a real fault" in capfd.readouterr().err
        Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(HTTPError) as missing:
            urlopen(Request(f"http://127.0.0.1:{server.server_port}/x", headers=GZIP))
        server.shutdown()
    assert missing.value.code == 404
    assert gzip.decompress(missing.value.read()) == b"not here"
