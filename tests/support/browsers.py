"""Firefox and WebKitGTK, as this machine has them and without a window.

Two fixtures, each one browser for all tests of a run, and both with the same few methods:

    def test_x(firefox, address):
        firefox.resize(320, 700)                      # WebKit's is never narrower than 447
        firefox.goto(f"{address}/index.html#bottom")  # until it is loaded
        firefox.evaluate("history.back()")            # an expression; a promise is waited for
        firefox.wait("scrollY > 100")                 # until an expression is true; returns it
        firefox.screenshot("seen.png")
        assert firefox.errors() == []                 # of Firefox, since they were asked for last

Firefox is driven by WebDriver BiDi, which it speaks itself, and WebKitGTK by its own driver. Debian
has no driver of Firefox's, Playwright's asks for commands that Debian's Firefox does not know, and
Selenium would be a large library for these few commands.
"""

import base64
import itertools
import json
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import websocket

NAMES = ("firefox", "firefox-esr", "/Applications/Firefox.app/Contents/MacOS/firefox")
WEBKIT = "WebKitGTK with its driver and Xvfb"
MINI_BROWSER = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PATIENCE = 120  # seconds until an answer is given up
WAIT = """(async () => {
  const end = Date.now() + %d;
  while (true) {
    const found = await (%s);
    if (found) return found;
    if (Date.now() > end) throw new Error("waited in vain");
    await new Promise((done) => setTimeout(done, 50));
  }
})()"""


class Browser:
    """What both of them can do."""

    def wait(self, expression, seconds=90):
        """Wait until a JavaScript expression is true, and return its value."""
        return self.evaluate(WAIT % (seconds * 1000, expression))

    def screenshot(self, path):
        """Write what is on the screen as a PNG."""
        Path(path).write_bytes(base64.b64decode(self._screen()))


class Firefox(Browser):
    """A Firefox that listens at an address, by WebDriver BiDi."""

    def __init__(self, url):
        self._socket = websocket.create_connection(
            f"{url}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._ids, self._errors = itertools.count(), []
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method, **params):
        number = next(self._ids)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self._errors.append(answer["params"]["text"])
            if answer.get("id") == number:
                break
        if "error" in answer:
            raise AssertionError(f"{method}: {answer['message']}")
        return answer["result"]

    def goto(self, url):
        """Open an address, and wait until all of it is loaded."""
        self._ask("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluate(self, expression):
        """Return the value of a JavaScript expression, or of the promise that it is."""
        answer = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._tab},
            awaitPromise=True,
            userActivation=True,
        )
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def resize(self, width, height):
        """Give the page a size in pixels."""
        viewport = {"width": width, "height": height}
        self._ask("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def errors(self):
        """Return what the console has shown of errors since this was last asked."""
        self._ask("session.status")
        found, self._errors = self._errors, []
        return found

    def _screen(self):
        return self._ask("browsingContext.captureScreenshot", context=self._tab)["data"]


class WebKit(Browser):
    """The browser of a WebKitWebDriver that listens at an address."""

    def __init__(self, url, browser):
        self._url = f"{url}/session"
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self._url += f"/{self._ask('POST', '', capabilities=wanted)['sessionId']}"
        self._ask("POST", "/timeouts", script=PATIENCE * 1000)

    def _ask(self, method, path, **params):
        body = json.dumps(params).encode() if method == "POST" else None
        try:
            with urlopen(Request(self._url + path, body, method=method), timeout=PATIENCE) as got:
                return json.load(got)["value"]
        except HTTPError as error:
            raise AssertionError(f"{path}: {json.load(error)['value']['message']}") from None

    def goto(self, url):
        """Open an address, and wait until all of it is loaded."""
        self._ask("POST", "/url", url=url)
        # Its driver comes back before the page's modules ran, now and then: a click would be lost.
        self.wait("document.readyState === 'complete'")

    def evaluate(self, expression):
        """Return the value of a JavaScript expression, or of the promise that it is."""
        script = f"""const done = arguments[0];
          (async () => ({expression}))().then((v) => done({{v}}), (e) => done({{e: String(e)}}));"""
        answer = self._ask("POST", "/execute/async", script=script, args=[])
        if "e" in answer:
            raise AssertionError(answer["e"])
        return answer.get("v")

    def resize(self, width, height):
        """Give the window a size in pixels."""
        self._ask("POST", "/window/rect", width=width, height=height)

    def _screen(self):
        return self._ask("GET", "/screenshot")

    def errors(self):
        """Return nothing: its console is not told."""
        return []

    def close(self):
        self._ask("DELETE", "")


def _missing(what):
    """Skip the test, or in continuous integration fail it."""
    sentence = f"there is no {what} here"
    if os.environ.get("CI") and not (what == WEBKIT and sys.platform == "darwin"):
        pytest.fail(sentence)
    pytest.skip(sentence)


@contextmanager
def _running(command, **options):
    """Run a program until the end of the block."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


@contextmanager
def open_firefox(folder, dark=False):
    """Give a Firefox whose profile is in an empty folder."""
    path = next(filter(None, map(shutil.which, NAMES)), None) or _missing("Firefox")
    scheme = f'user_pref("layout.css.prefers-color-scheme.content-override", {int(not dark)});\n'
    (Path(folder) / "user.js").write_text(scheme)
    command = [path, "--headless", "--no-remote", "--profile", str(folder)]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    with _running([*command, "--remote-debugging-port=0"], **pipes) as process:
        url = next(filter(None, (re.search(r"ws://\S+", line) for line in process.stderr)))[0]
        Thread(target=process.stderr.read, daemon=True).start()  # a pipe that is full would stop it
        yield Firefox(url)


@contextmanager
def open_webkit(dark=False):
    """Give a WebKitGTK on a screen that nobody sees."""
    browser = next(Path("/").glob(MINI_BROWSER), None)
    if not (browser and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        _missing(WEBKIT)
    screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
    with _running(screen, stdout=subprocess.PIPE) as xvfb:
        theme = "Adwaita:dark" if dark else "Adwaita"
        seen = os.environ | {"DISPLAY": f":{xvfb.stdout.readline().strip()}", "GTK_THEME": theme}
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        with _running(["WebKitWebDriver", f"--port={port}"], env=seen) as driver:
            while not _listens(port):
                with suppress(subprocess.TimeoutExpired):
                    raise AssertionError(f"its driver ended: {driver.wait(0.05)}")
            opened = WebKit(f"http://127.0.0.1:{port}", browser)
            yield opened
            opened.close()


def _listens(port):
    with socket.socket() as asked:
        return asked.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="session")
def firefox(tmp_path_factory):
    """One Firefox for all tests of a run."""
    with open_firefox(tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


@pytest.fixture(scope="session")
def webkit():
    """One WebKitGTK for all tests of a run."""
    with open_webkit() as browser:
        yield browser
