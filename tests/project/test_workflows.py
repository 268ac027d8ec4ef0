"""The workflow files are well formed and pinned, and nothing can be published past a failure.

Each check takes a `.github` directory and returns what is wrong with it, "" or [] if nothing is.
The same check must find every fault planted in a copy. Nothing here needs the network.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from check_jsonschema.cli import main as check_jsonschema
from click.testing import CliRunner

from support.tree import ROOT

GITHUB = ROOT / ".github"
DEFAULT = "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)"
# Pushed to the default branch, whatever a fork calls it, or run by hand there.
ON_MAIN = f"(github.event_name == 'push' || github.event_name == 'workflow_dispatch') && {DEFAULT}"
RUNS_ANYWAY = re.compile(r"\b(always|failure|cancelled)\s*\(", re.IGNORECASE)
HIDES_FAILURE = re.compile(r"[|&]|set \+e")  # the default shell, `bash -e`, looks past | and &&


def jobs(github):
    """Every job of every workflow, as (where it is, its name, the job, all jobs beside it)."""
    for path in sorted(github.glob("workflows/*.yml")):
        siblings = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
        for name, job in siblings.items():
            yield f"{path.name}: {name}", name, job, siblings


def needed(name, siblings):
    """The names of all jobs that must succeed before this one starts."""
    direct = siblings[name].get("needs", [])
    direct = {direct} if isinstance(direct, str) else set(direct)
    return direct.union(*(needed(job, siblings) for job in direct))


def insecure(github):
    command = Path(sys.executable).parent / "zizmor", "--offline", "--no-config", "--no-ignores"
    run = subprocess.run([*command, "--collect=all", github], capture_output=True, text=True)
    return run.stdout + run.stderr if run.returncode else ""


def malformed(github):
    workflows = sorted(github.glob("workflows/*.yml"))
    return "".join(
        run.output
        for schema, files in [
            ("vendor.github-workflows", workflows),
            ("custom.github-workflows-require-timeout", workflows),
            ("vendor.dependabot", [github / "dependabot.yml"]),
        ]
        for run in [
            CliRunner().invoke(check_jsonschema, ["--builtin-schema", schema, *map(str, files)])
        ]
        if run.exit_code
    )


def unpinned(github):
    return [
        f"{where}: {step['uses']}"
        for where, _, job, _ in jobs(github)
        for step in [job, *job.get("steps", [])]
        if "uses" in step and not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", step["uses"])
    ]


def goes_on_after_failure(github):
    return [
        f"{where}: {step}"
        for where, _, job, _ in jobs(github)
        for step in [job, *job.get("steps", [])]
        if step.keys() & {"continue-on-error", "shell", "defaults"}
        or RUNS_ANYWAY.search(str(step.get("if")))
        or HIDES_FAILURE.search(str(step.get("run")))
    ]


def publishes_unverified(github):
    """Jobs that may write, or deploy, without a verified build of main."""
    return [
        where
        for where, name, job, siblings in jobs(github)
        if ("write" in str(job.get("permissions")) or "actions/deploy-pages@" in str(job))
        and not (
            job.get("if") == ON_MAIN and {"pages", "verify", "build"} <= needed(name, siblings)
        )
    ]


def pushes_before_pages(github):
    """Jobs that may write to the repository before the pages are in place."""
    return [
        where
        for where, name, job, siblings in jobs(github)
        if "'contents': 'write'" in str(job.get("permissions"))
        and "publish" not in needed(name, siblings)
    ]


def pushes(github):
    """Jobs that may write to the repository and are not `launch`, or run its code as they may."""
    return [
        where
        for where, name, job, _ in jobs(github)
        if "'contents': 'write'" in str(job.get("permissions"))
        and (name != "launch" or "checkout" in str(job["steps"]) or "make" in str(job["steps"]))
    ]


CHECKS = [
    *(insecure, malformed, unpinned, goes_on_after_failure),
    *(publishes_unverified, pushes_before_pages, pushes),
]
PUBLISH, DRIFT, DEPENDABOT = "workflows/publish.yml", "workflows/drift.yml", "dependabot.yml"
CHECKOUT = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd"
NEEDS, NEEDS_PUBLISH = "needs: [pages, verify, build]", "needs: [verify, build, publish]"
READ = "permissions:\n      contents: read"
FAULTS = [  # the check, the file, what to replace, by what, what the check must say
    (insecure, PUBLISH, CHECKOUT, "actions/checkout@v6", "unpinned-uses"),
    (insecure, PUBLISH, READ, "permissions: write-all", "excessive-permissions"),
    (insecure, PUBLISH, "  pull_request:", "  pull_request_target:", "dangerous-triggers"),
    (insecure, DRIFT, "persist-credentials: false", "fetch-depth: 1", "artipacked"),
    (insecure, DRIFT, "make setup", "make ${{ github.head_ref }}", "template-injection"),
    (insecure, DEPENDABOT, "cooldown: {default-days: 7}", "", "dependabot-cooldown"),
    (malformed, PUBLISH, "needs: verify", "need: verify", "'need'"),
    (malformed, DRIFT, "timeout-minutes: 60", "", "'timeout-minutes' is a required property"),
    (malformed, DEPENDABOT, "interval: weekly", "interval: hourly", "'hourly'"),
    (unpinned, PUBLISH, CHECKOUT, "actions/checkout@v6", "publish.yml: verify"),
    (unpinned, DRIFT, CHECKOUT, CHECKOUT[:-1], "drift.yml: drift"),
    (goes_on_after_failure, PUBLISH, "make test", "make test || true", "publish.yml: verify"),
    (goes_on_after_failure, PUBLISH, "make test", "make test | tee log", "publish.yml: verify"),
    (goes_on_after_failure, PUBLISH, "run: make test", "continue-on-error: true", "yml: verify"),
    (goes_on_after_failure, PUBLISH, "needs: verify", "continue-on-error: true", "yml: build"),
    (goes_on_after_failure, PUBLISH, "if: (github", "if: always() && (github", "yml: publish"),
    (goes_on_after_failure, DRIFT, "run: make test", "shell: bash {0}", "drift.yml: drift"),
    (goes_on_after_failure, PUBLISH, "git add --all", "git add --all || true", "yml: launch"),
    (goes_on_after_failure, DRIFT, "make ahead", "make ahead || true", "drift.yml: ahead"),
    (goes_on_after_failure, DRIFT, "make bench", "make bench || true", "drift.yml: ladder"),
    (publishes_unverified, PUBLISH, NEEDS, "", "publish.yml: publish"),
    (publishes_unverified, PUBLISH, NEEDS, "needs: [pages, verify]", "publish.yml: publish"),
    (publishes_unverified, PUBLISH, NEEDS, "needs: [verify, build]", "publish.yml: publish"),
    (publishes_unverified, PUBLISH, NEEDS_PUBLISH, "", "publish.yml: launch"),
    (publishes_unverified, PUBLISH, NEEDS_PUBLISH, "needs: verify", "publish.yml: launch"),
    (publishes_unverified, PUBLISH, f"if: {ON_MAIN}", "", "publish.yml: publish"),
    (publishes_unverified, PUBLISH, f"if: {ON_MAIN}", "", "publish.yml: launch"),
    (publishes_unverified, PUBLISH, "refs/heads/{0}", "refs/tags/{0}", "publish.yml: publish"),
    (pushes_before_pages, PUBLISH, NEEDS_PUBLISH, NEEDS, "publish.yml: launch"),
    (pushes, PUBLISH, "pages: write", "contents: write", "publish.yml: publish"),
    (pushes, PUBLISH, "git init", "make launch; git init", "publish.yml: launch"),
    (pushes, DRIFT, "contents: read", "contents: write", "drift.yml: drift"),
    (publishes_unverified, PUBLISH, READ, "permissions: write-all", "publish.yml: build"),
    (publishes_unverified, DRIFT, "contents: read", "pages: write", "drift.yml: drift"),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_nothing_is_wrong(check):
    assert not check(GITHUB)


@pytest.mark.parametrize(("check", "file", "old", "new", "says"), FAULTS)
def test_planted_fault_is_found(check, file, old, new, says, tmp_path):
    github = shutil.copytree(GITHUB, tmp_path / ".github")
    text = (github / file).read_text(encoding="utf-8")
    assert old in text
    (github / file).write_text(text.replace(old, new), encoding="utf-8")
    assert says in str(check(github))
