"""What meets a newcomer: the edition, the changes, how to cite, the forms of an issue."""

import re
import subprocess
import sys

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from click.testing import CliRunner

from publishing.page.head import edition
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


def test_the_foot_of_a_page_names_edition_and_commit(html, small_html):
    for page in html.glob("*.html"):
        if page.name != "404.html":
            assert foot(page) == (
                f'Edition {edition(ROOT)}, commit <a href="https://github.com/{REPOSITORY}/commit/'
                f'{COMMIT}">{COMMIT[:7]}</a>.'
            )
    assert foot(small_html / "00-small.html") == f"Edition {edition(ROOT)}."


def test_two_builds_of_a_commit_have_the_same_foot(small):
    commit = repository(small.root)
    pages = []
    for _ in range(2):
        assert small.build().returncode == 0
        pages.append((small.root / "_build" / "html" / "00-small.html").read_bytes())
    assert pages[0] == pages[1]
    assert f"Edition {edition(ROOT)}, commit {commit[:7]}." in pages[0].decode()


def foot(page):
    return re.search(r'Edition .*(?=</span> <span class="imprint">Text CC)', page.read_text())[0]


# -- citing, and the forms -------------------------------------------------------------------------

FORMS, CONFIG, CITATION = "github-issue-forms", "github-issue-config", "citation-file-format"
SCHEMAS = {
    ".github/ISSUE_TEMPLATE/number.yml": FORMS,
    ".github/ISSUE_TEMPLATE/sentence.yml": FORMS,
    ".github/ISSUE_TEMPLATE/answer.yml": FORMS,
    ".github/ISSUE_TEMPLATE/config.yml": CONFIG,
    "CITATION.cff": CITATION,
}


def malformed(file, schema):
    """What is wrong with a file, or "" if nothing is."""
    options = "--builtin-schema", f"vendor.{schema}", "--force-filetype", "yaml"
    done = CliRunner().invoke(check_jsonschema, [*options, str(file)])
    return done.output if done.exit_code else ""


def test_every_form_is_tried():
    tried = {name for name in SCHEMAS if name.startswith(".github")}
    assert tried == {str(p.relative_to(ROOT)) for p in ROOT.glob(".github/ISSUE_TEMPLATE/*")}


@pytest.mark.parametrize("file", SCHEMAS)
def test_a_file_is_as_its_reader_wants_it(file):
    assert malformed(ROOT / file, SCHEMAS[file]) == ""


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (".github/ISSUE_TEMPLATE/answer.yml", "type: input", "type: line", "'line'"),
        (".github/ISSUE_TEMPLATE/config.yml", "true", "perhaps", "'perhaps'"),
        ("CITATION.cff", "license: MIT", "license: mine", "'mine'"),
        ("CITATION.cff", "message:", "massage:", "'massage' was unexpected"),
    ],
)
def test_a_planted_fault_is_found(file, old, new, says, tmp_path):
    text = (ROOT / file).read_text()
    assert old in text
    (tmp_path / "file").write_text(text.replace(old, new))
    assert says in malformed(tmp_path / "file", SCHEMAS[file])


def test_the_citation_is_of_this_edition_and_keeps_the_two_licences_apart():
    code = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    text = code["preferred-citation"]
    assert (code["license"], text["license"]) == ("MIT", "CC-BY-4.0")
    assert code["version"] == text["version"] == edition(ROOT)
