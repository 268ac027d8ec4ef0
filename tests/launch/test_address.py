"""The address of a copy of the book is found, whatever the copy is called and wherever it is."""

import os
import shutil

import pytest

from publishing import Refused
from publishing.launch import address
from publishing.launch.address import Address
from support.repository import git, repository

HUB = "https://github.com"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "_config.yml").write_text('repository:\n  url: ""\n')
    return tmp_path


def test_nothing_is_found_where_nothing_tells(root):
    assert address.find(root, {}) is None
    assert address.commit(root, {}) is None


@pytest.mark.parametrize(
    ("remote", "found"),
    [
        ("https://github.com/owner/name.git", "owner/name"),
        ("https://github.com/owner/name/", "owner/name"),
        ("https://www.github.com/owner/name", "owner/name"),
        ("https://GitHub.com/Some.Owner/Five.Lines-2.git", "Some.Owner/Five.Lines-2"),
        ("https://user:secret@github.com/owner/name", "owner/name"),
        ("git@github.com:Some-Owner/My.Book.git", "Some-Owner/My.Book"),
        ("ssh://git@github.com/owner/name.git", "owner/name"),
        ("ssh://git@ssh.github.com:443/owner/name.git", "owner/name"),
        ("HTTPS://GITHUB.COM/Owner/Name.git", "Owner/Name"),
        ("SSH://git@GitHub.com/owner/name", "owner/name"),
        ("git@github.com-work:owner/name.git", "owner/name"),
        ("ssh://git@github.com-work/owner/name", "owner/name"),
        ("org-123@github.com:owner/name.git", "owner/name"),
        ("github.com:owner/name", "owner/name"),
        ("git@hub:owner/name.git", "owner/name"),
        ("hub:owner/name.git", "owner/name"),
        ("git@elsewhere:owner/name.git", None),
        ("git@github.com-work.example.org:owner/name", None),
        ("https://github.com-work/owner/name", None),
        ("https://hub/owner/name", None),
        ("C:/owner/name", None),
        ("https://gitlab.com/owner/name.git", None),
        ("https://github.com.example.org/owner/name", None),
        ("https://notgithub.com/owner/name", None),
        ("https://github.com@example.org/owner/name", None),
        ("https://github.com/owner", None),
        ("/somewhere/name.git", None),
    ],
)
def test_the_remote_tells_where_it_is_on_github(root, remote, found, ssh):
    repository(root, remote)
    assert address.find(root, {}) == (found and Address(HUB, found))


@pytest.fixture
def ssh(tmp_path, monkeypatch):
    """An ssh whose settings call GitHub hub, and say of other names that they are hosts."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "ssh").write_text(
        '#!/bin/sh\n[ "$1" = -G ] || exit 1\n[ "$2" = hub ] && set -- -G github.com\n'
        'echo user git\necho hostname "$2"\n'
    )
    (tmp_path / "bin" / "ssh").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")


@pytest.mark.parametrize("fault", ["no ssh", "silent"])
def test_a_name_for_github_is_known_without_ssh_too(root, monkeypatch, ssh, fault):
    (root / "bin" / "ssh").write_text("#!/bin/sh\n")
    if fault == "no ssh":
        monkeypatch.setenv("PATH", "")
    assert address.parse("git@github.com-work:owner/name") == Address(HUB, "owner/name")
    assert address.parse("git@hub:owner/name") == Address("https://hub", "owner/name")


def test_what_git_is_told_to_take_instead_is_followed(root):
    repository(root, "gh:owner/name")
    git(root, "config", "url.https://github.com/.insteadOf", "gh:")
    assert address.find(root, {}) == Address(HUB, "owner/name")


def test_a_renamed_repository_is_found_under_its_new_name(root):
    repository(root, f"{HUB}/owner/old.git")
    git(root, "remote", "set-url", "origin", f"{HUB}/owner/new.git")
    assert address.colab(address.find(root, {}), "00-a").startswith(
        "https://colab.research.google.com/github/owner/new/blob/launch/"
    )


def test_the_default_branch_may_have_any_name(root):
    commit = repository(root, f"{HUB}/owner/name.git", branch="trunk")
    place = address.find(root, {})
    assert address.commit(root, {}) == commit
    assert "/blob/launch/notebooks/00-a.ipynb" in address.colab(place, "00-a")
    assert "/launch?urlpath=lab/tree/notebooks/00-a.ipynb" in address.binder(place, "00-a")


def test_actions_tell_before_all_else(root):
    repository(root, f"{HUB}/owner/name.git")
    actions = {
        "GITHUB_SERVER_URL": "https://git.example.org",
        "GITHUB_REPOSITORY": "Some.Owner/Five.Lines-2",
        "GITHUB_SHA": "a" * 40,
    }
    place = address.find(root, actions)
    assert place.url == "https://git.example.org/Some.Owner/Five.Lines-2"
    assert address.commit(root, actions) == "a" * 40


def test_the_configuration_tells_last(root):
    (root / "_config.yml").write_text("repository: {url: https://git.example.org/owner/name}\n")
    assert address.find(root, {}).url == "https://git.example.org/owner/name"
    repository(root, f"{HUB}/owner/origin.git")
    assert address.find(root, {}).url == f"{HUB}/owner/origin"


def test_a_configuration_that_is_no_address_gets_a_sentence(root):
    (root / "_config.yml").write_text("repository: {url: my book}\n")
    with pytest.raises(Refused, match="is 'my book': write https://server/owner/name"):
        address.find(root, {})


def test_a_copy_inside_another_repository_has_not_its_address(root):
    repository(root, f"{HUB}/owner/other.git")
    inner = root / "book"
    inner.mkdir()
    (inner / "_config.yml").write_text("title: A book\n")
    assert address.find(inner, {}) is None
    assert address.commit(inner, {}) is None


def test_no_git_on_the_machine_is_no_error(root, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert address.find(root, {}) is None


def test_the_book_ships_without_the_address_of_anybody(root):
    shutil.copy(address.ROOT / "_config.yml", root)
    assert address.find(root, {}) is None
