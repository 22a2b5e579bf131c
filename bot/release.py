"""Which release this process runs: its version, and the commit that it was built from.

Both are read when the process starts, so that a running bot tells what it runs, whatever has been
installed since.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from prometheus_client import Info
from typing_extensions import override

from bot import __version__

UNKNOWN: Final = "unknown"

SHOWN: Final = 8
"""How many digits of a commit are shown."""

VARIABLES: Final = (
    "SOURCE_VERSION",  # the Dockerfile, and bin/post_compile
    "HEROKU_BUILD_COMMIT",
    "HEROKU_SLUG_COMMIT",
    "RENDER_GIT_COMMIT",
    "RAILWAY_GIT_COMMIT_SHA",
)
"""Environment variables that may hold the commit, which hosting services set; the first counts."""

_COMMIT: Final = re.compile(r"[0-9a-f]{7,64}")

_REFERENCE: Final = "ref: "
"""What precedes the name of a branch in `HEAD`."""


@dataclass(frozen=True, slots=True)
class Release:
    """A version, such as `1.0.0`, and the start of a commit's digits, or `UNKNOWN`."""

    version: str
    commit: str

    @override
    def __str__(self) -> str:
        return f"{self.version} (commit {self.commit})"


def read(folder: Path, environment: Mapping[str, str]) -> Release:
    """Return the release of the program in a folder: its commit by git, or by a variable."""
    set_ = (environment.get(name, "").lower() for name in VARIABLES)
    told = [*_checked_out(folder / ".git"), *set_]
    commit = next(filter(_COMMIT.fullmatch, told), UNKNOWN)
    return Release(__version__, commit if commit == UNKNOWN else commit[:SHOWN])


def _checked_out(git: Path) -> Iterator[str]:
    """Yield what may be the commit that is checked out.

    The files are read without git, which may be missing, and refuses the folders of other users.
    """
    with suppress(OSError, UnicodeDecodeError):
        if git.is_file():  # of a further work tree
            git = git.parent / git.read_text().removeprefix("gitdir: ").strip()
        head = (git / "HEAD").read_text().strip()
        if not head.startswith(_REFERENCE):
            yield head
            return
        branch = head.removeprefix(_REFERENCE)
        shared = git
        with suppress(FileNotFoundError):
            shared = git / (git / "commondir").read_text().strip()
        with suppress(FileNotFoundError):
            yield (shared / branch).read_text().strip()
        for line in (shared / "packed-refs").read_text().splitlines():
            commit, _, name = line.partition(" ")
            if name == branch:
                yield commit


RELEASE: Final = read(Path(__file__).parents[1], os.environ)
"""The release of this process."""

Info("puluc_build", "The version and the commit that run").info(
    {"version": RELEASE.version, "commit": RELEASE.commit}
)
