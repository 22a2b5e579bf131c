"""The version is the same wherever it is told."""

import re
import tomllib
from pathlib import Path
from typing import Final

from bot import __version__

ROOT: Final = Path(__file__).parents[2]


def test_the_package_has_the_version() -> None:
    """The package that is installed has the program's version."""
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == __version__


def test_the_changelog_has_the_version() -> None:
    """The newest version in the changelog is the program's."""
    newest = re.search(r"^## (\d\S*)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
