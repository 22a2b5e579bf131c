"""Which release runs: its version and its commit."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from prometheus_client import REGISTRY

from bot import __version__, release
from bot.release import UNKNOWN, Release, read

WHO: Final = ("-c", "user.name=Ana", "-c", "user.email=ana@puluc.example")


def git(folder: Path, *words: str) -> str:
    """Run git in a folder, and return what it says."""
    command = ["git", "-C", str(folder), *WHO, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with a commit."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=Begin")
    return tmp_path


def packed(folder: Path) -> Path:
    """Let git keep all branches in one file."""
    git(folder, "pack-refs", "--all")
    return folder


def detached(folder: Path) -> Path:
    """Check out a commit instead of a branch."""
    git(folder, "checkout", "--quiet", "--detach")
    return folder


def further(folder: Path) -> Path:
    """Return a further work tree."""
    git(folder, "worktree", "add", "--quiet", "tree")
    return folder / "tree"


@pytest.mark.parametrize("arrange", [Path, packed, detached, further])
def test_a_checkout(checkout: Path, arrange: Callable[[Path], Path]) -> None:
    """In a checkout, the commit is that of git, however git keeps it."""
    folder = arrange(checkout)
    commit = git(folder, "rev-parse", "HEAD")
    assert read(folder, {"SOURCE_VERSION": "f" * 40}) == Release(__version__, commit[:8])


def test_a_build(tmp_path: Path) -> None:
    """Without git, the first variable with a commit tells it."""
    variables = {"SOURCE_VERSION": "", "HEROKU_SLUG_COMMIT": "745CBE50" + "0" * 32}
    assert read(tmp_path, variables).commit == "745cbe50"


@pytest.mark.parametrize("told", ["", "main", "v1.0.0", "a word\n745cbe50"])
def test_nothing_to_know(tmp_path: Path, told: str) -> None:
    """Anything but a commit is unknown."""
    assert read(tmp_path, {"SOURCE_VERSION": told}).commit == UNKNOWN


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    """A damaged folder of git doesn't keep the bot from starting."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_bytes(b"\xff")
    assert read(tmp_path, {}).commit == UNKNOWN


def test_in_words() -> None:
    """People read the version first."""
    assert str(Release("1.0.0", "745cbe50")) == "1.0.0 (commit 745cbe50)"


def test_this_process() -> None:
    """The release of this process is in its metrics."""
    labels = {"version": release.RELEASE.version, "commit": release.RELEASE.commit}
    assert REGISTRY.get_sample_value("puluc_build_info", labels) == 1
