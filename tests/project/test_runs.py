"""Which jobs of the workflow `publish` run: each event, on each kind of ref, in each repository."""

import re
import subprocess

import pytest
import yaml

from support.tree import ROOT

WORKFLOW = (ROOT / ".github" / "workflows" / "publish.yml").read_text()
VERIFIED = {"verify", "build"}
ALL = {*VERIFIED, "pages", "publish", "launch"}
DISPATCH = "workflow_dispatch"
RUNS = [  # event, ref, the default branch, what runs
    ("push", "refs/heads/main", "main", ALL),
    ("push", "refs/heads/trunk", "trunk", ALL),  # a fork that calls it otherwise
    ("push", "refs/heads/main", "trunk", set()),
    ("push", "refs/heads/a/feature", "main", set()),  # its pull request is verified
    ("push", "refs/heads/dependabot/pip/x", "main", set()),
    ("push", "refs/tags/v2.0.0", "main", None),
    ("push", "refs/tags/main", "main", None),
    ("pull_request", "refs/pull/1/merge", "main", VERIFIED),
    ("pull_request_target", "refs/heads/main", "main", None),
    (DISPATCH, "refs/heads/main", "main", ALL),
    (DISPATCH, "refs/heads/trunk", "trunk", ALL),
    (DISPATCH, "refs/heads/a/feature", "main", VERIFIED),
    (DISPATCH, "refs/tags/v2.0.0", "main", VERIFIED),
    ("schedule", "refs/heads/main", "main", None),
]


def started(workflow, event, ref, default):
    """The jobs that run, or None where there is no run at all."""
    triggers = workflow[True]  # YAML 1.1 reads `on` so
    if event not in triggers:
        return None
    kinds = triggers[event] or {}
    if (
        event == "push"
        and ref.startswith("refs/tags/")
        and "branches" in kinds
        and "tags" not in kinds
    ):
        return None
    names = {"github.event_name": event, "github.ref": ref}
    names["github.event.repository.default_branch"] = default
    runs = set()
    for _ in workflow["jobs"]:  # what a job needs may stand below it
        for name, job in workflow["jobs"].items():
            needs = job.get("needs", [])
            needs = {needs} if isinstance(needs, str) else set(needs)
            if needs <= runs and holds(job.get("if", "true"), names):
                runs.add(name)
    return runs


def holds(condition, names):
    """Whether a condition of a job holds; only what such conditions are made of is understood."""
    python = (
        re.sub(r"github\.[\w.]+", lambda found: repr(names.get(found[0], "")), condition)
        .replace("&&", " and ")
        .replace("||", " or ")
        .replace("true", "True")
    )
    form = lambda text, value: text.format(value)  # noqa: E731
    return eval(python, {"__builtins__": {}}, {"format": form})


@pytest.mark.parametrize(("event", "ref", "default", "jobs"), RUNS)
def test_an_event_starts_just_what_it_should(event, ref, default, jobs):
    assert started(yaml.safe_load(WORKFLOW), event, ref, default) == jobs


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('  push:\n    branches: ["**"]\n', "  push:\n"),
        ("  workflow_dispatch:\n", ""),
        ("  pull_request:\n", "  pull_request_target:\n"),
        ("if: github.event_name != 'push' || ", "if: github.event_name == 'push' || "),
        ("    if: github.event_name != 'push' || github.ref == ", "    x: "),
        (" || github.event_name == 'workflow_dispatch'", ""),
        ("github.event.repository.default_branch", "github.ref_name"),
        ("    needs: verify\n", ""),
    ],
)
def test_planted_fault_is_found(old, new):
    assert old in WORKFLOW
    workflow = yaml.safe_load(WORKFLOW.replace(old, new))
    assert any(started(workflow, *run) != jobs for *run, jobs in RUNS)


def test_a_pull_request_from_the_same_repository_is_verified_once():
    workflow = yaml.safe_load(WORKFLOW)
    pushed = started(workflow, "push", "refs/heads/a/feature", "main")
    assert (pushed, started(workflow, "pull_request", "refs/pull/1/merge", "main")) == (
        set(),
        VERIFIED,
    )


def test_each_python_and_each_system_is_verified_in_few_jobs():
    matrix = yaml.safe_load(WORKFLOW)["jobs"]["verify"]["strategy"]["matrix"]["include"]
    assert sorted(job["python"] for job in matrix) == ["3.11", "3.12", "3.13", "3.14"]
    assert {job["os"] for job in matrix} == {"ubuntu-latest", "macos-latest"}
    for system in ("ubuntu-latest", "macos-latest"):  # tests/launch/test_oldest.py needs one
        assert min(float(job["python"]) for job in matrix if job["os"] == system) < 3.13


@pytest.mark.parametrize(
    ("gh", "says"),
    [
        ("echo workflow", None),
        ("echo legacy", "choose GitHub Actions as the source"),
        ("echo 'HTTP 404' >&2; exit 1", "choose GitHub Actions as the source"),
    ],
)
def test_a_fork_without_pages_is_told_what_to_enable(tmp_path, gh, says):
    (tmp_path / "gh").write_text(f"#!/bin/sh\n{gh}\n")
    (tmp_path / "gh").chmod(0o755)
    [step] = yaml.safe_load(WORKFLOW)["jobs"]["pages"]["steps"]
    done = subprocess.run(
        ["bash", "-e", "-c", step["run"]], cwd=tmp_path, capture_output=True, text=True,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "GITHUB_REPOSITORY": "o/n"},
    )  # fmt: skip
    assert done.returncode == bool(says)
    assert (says or "") in done.stdout
    assert len(done.stdout.splitlines()) == bool(says)
