"""The worked examples of CONTRIBUTING.md work, and so do the tests that they come with."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from tests.docs.pages import ROOT, pages
from tests.mutations.copy import Copy

PAGE: Final = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

TESTS: Final = (
    "tests/bot/acts/test_declarations.py",
    "tests/bot/acts/test_menu.py",
    "tests/bot/acts/test_registry.py",
    "tests/bot/acts/preferences/test_preferences.py",
    "tests/bot/texts/test_catalogue.py",
    "tests/docs/test_playing.py",
)
"""Tests of what the examples add to, besides their own."""

CODE: Final = re.compile(r"^```\w+$", re.M)

CHANGE: Final = re.compile(
    r"^`(?P<path>[\w./]+)`, (?P<where>a new file|anywhere|after|before|instead of)"
    r"(?: `(?P<line>[^`]+)`)?:\n\n```\w+\n(?P<code>.*?)^```$",
    re.M | re.S,
)
"""What a reader does: where a block of code belongs, and the block."""


class Change(NamedTuple):
    """A block of code, and where it belongs: by a part of the only line that has it."""

    path: str
    where: str
    line: str | None
    code: str

    def make(self, folder: Path) -> None:
        """Make the change in a folder with the project. Raises ValueError if the line is gone."""
        path = folder / self.path
        if self.where == "a new file":
            assert not path.exists()
            path.write_text(self.code, "utf-8")
            return
        text = path.read_text("utf-8")
        if self.line is None:
            path.write_text(f"{text}\n{self.code}", "utf-8")
            return
        lines = text.splitlines(keepends=True)
        (at,) = (number for number, line in enumerate(lines) if self.line in line)
        start, end = at + (self.where == "after"), at + (self.where != "before")
        code = f"{self.code}\n\n" if self.code.startswith("class ") else self.code
        path.write_text("".join([*lines[:start], code, *lines[end:]]), "utf-8")


def changes() -> Iterator[Change]:
    """The changes that the page asks for, in order."""
    yield from (Change(*found.groups()) for found in CHANGE.finditer(PAGE))


def test_every_block_says_where_it_belongs() -> None:
    """Before each block of code is its file and its place there; no other page has such blocks."""
    assert len(CODE.findall(PAGE)) == len([*changes()])
    others = [page for page in pages() if page.name != "CONTRIBUTING.md"]
    assert [page for page in others if CODE.search(page.read_text("utf-8"))] == []


def test_the_examples_work(tmp_path: Path) -> None:
    """Done as the page says, the command, its button and the setting pass all these tests."""
    copy = Copy.made(tmp_path)
    for change in changes():
        change.make(tmp_path)
    new = [each.path for each in changes() if each.path.startswith("tests/")]
    code = [each.path for each in changes() if each.path.endswith(".py")]
    for check in (
        ["pytest", "-q", "--numprocesses=0", *new, *TESTS],
        ["ruff", "check", *code],
        ["ruff", "format", "--check", *code],
    ):
        done = subprocess.run(
            [copy.python, "-m", *check],
            cwd=tmp_path,
            env=copy.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
