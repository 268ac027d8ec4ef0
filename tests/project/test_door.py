"""What meets a newcomer: the edition, the changes, how to cite, the forms of an issue."""

import re
import subprocess
import sys

from publishing.page.pages import edition
from support.repository import repository
from support.tree import ROOT
from support.visit import COMMIT, REPOSITORY


def test_the_setup_cell_and_the_newest_heading_of_the_changes_name_the_edition():
    heading, *others = re.findall(r"^## \[(.+)\] - .+$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert heading == edition(ROOT)
    assert heading not in others
    cell = ROOT / "publishing" / "launch" / "setup_cell.py"
    done = subprocess.run([sys.executable, cell], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.startswith(f"fivelines {heading}, Python ")


def test_an_edition_in_the_making_is_not_dated_and_a_finished_one_is():
    for number, when in re.findall(
        r"^## \[(.+)\] - (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.M
    ):
        assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev0)?", number)  # else pip would write it otherwise
        assert (when == "in the making") == number.endswith(".dev0")
        assert when == "in the making" or re.fullmatch(r"\d{4}-\d\d-\d\d", when)


def test_the_foot_of_a_page_names_edition_and_commit(html, small):
    for page in html.glob("*.html"):
        if page.name != "404.html":
            assert foot(page) == (
                f'Edition {edition(ROOT)}, commit <a href="https://github.com/{REPOSITORY}/commit/'
                f'{COMMIT}">{COMMIT[:7]}</a>.'
            )
    assert small.build().returncode == 0
    built = small.root / "_build" / "html" / "00-small.html"
    assert foot(built) == f"Edition {edition(ROOT)}."


def test_two_builds_of_a_commit_have_the_same_foot(small):
    commit = repository(small.root)
    pages = []
    for _ in range(2):
        assert small.build().returncode == 0
        pages.append((small.root / "_build" / "html" / "00-small.html").read_bytes())
    assert pages[0] == pages[1]
    assert f"Edition {edition(ROOT)}, commit {commit[:7]}." in pages[0].decode()


def foot(page):
    return re.search(r"Edition .*(?= Text CC)", page.read_text())[0]
