"""What the commands say on a machine that is not as they need it."""

import gzip
import os
import shutil
import socket
import subprocess
import sys
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from publishing.tools.serve import listen
from support.chromium import chromium
from support.tree import ROOT

GZIP = {"Accept-Encoding": "gzip"}


def make(folder, *arguments):
    shutil.copy(ROOT / "Makefile", folder)
    for name in ("pyproject.toml", "requirements.txt"):
        (folder / name).touch()
    return subprocess.run(
        ["make", "setup", *arguments],
        cwd=folder, capture_output=True, text=True, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip


def test_an_old_python_gets_one_sentence(tmp_path):
    old = tmp_path / "python3.8"
    old.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c "import sys; sys.version_info = (3, 8, 0); '
        'sys.version = \'3.8.0 (old)\'; exec(sys.argv[1])" "$2"\n'
    )
    old.chmod(0o755)
    done = make(tmp_path, f"PYTHON={old}")
    assert done.returncode != 0
    said = [line for line in done.stderr.splitlines() if not line.startswith("make:")]
    sentence = f"Five Lines needs Python 3.11 or newer, and {old} is 3.8.0"
    assert said == [f"{sentence}: make PYTHON=/path/to/python3.12"]
    assert not (tmp_path / ".venv").exists()


def test_no_python_at_all_gets_one_sentence(tmp_path):
    done = make(tmp_path, "PYTHON=")
    assert done.returncode != 0
    assert "Five Lines needs Python 3.11 or newer; install it, or name it" in done.stderr
    assert not (tmp_path / ".venv").exists()


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


def test_no_browser_skips_a_test_and_fails_it_in_continuous_integration(monkeypatch):
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.setattr("publishing.tools.browser.shutil.which", lambda name: None)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="there is no Chromium here: install it"):
        chromium()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="there is no Chromium here: install it"):
        chromium()


@pytest.mark.xdist_group("together")
def test_groups_of_tests_are_kept_together(request, worker_id):
    # Some tests need those before them, or a fixture that takes a minute.
    assert worker_id == "master" or request.node.nodeid.endswith("@together")
