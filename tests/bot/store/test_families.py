"""Backups know every family of keys that the store writes."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot.store import families
from bot.store.families import FAMILIES, Fate, family

FOLDER: Final = Path(families.__file__).parent

PREFIX: Final = re.compile(r"[a-z-]+:(?!//)")

NOT_KEYS: Final = {
    "shown:": "a field of a table's hash",
    "block:": "a field of a person's hash",
    "account:": "a field of a person's hash",
    "unix:": "the scheme of an address",
}
"""Texts in the store's code that look like the beginning of a key."""


def beginnings() -> Iterator[tuple[str, str]]:
    """The beginnings of keys in the store's code, with the file's name."""
    for path in sorted(FOLDER.glob("*.py")):
        if path.name == "families.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
                    pass
                case ast.Constant(value=str(text)) if " " not in text:
                    pass
                case _:
                    continue
            found = PREFIX.match(text)
            if found is not None and found[0] not in NOT_KEYS:
                yield text, path.name


@pytest.mark.parametrize(("text", "file"), [*dict.fromkeys(beginnings())])
def test_every_family_is_listed(text: str, file: str) -> None:
    """Each kind of key that the store's code writes has an entry."""
    assert family(text.encode()) is not None, (
        f"bot/store/{file} writes keys that begin with {text!r}. List them in FAMILIES in "
        "bot/store/families.py: are they part of a backup, and why?"
    )


def test_the_code_is_searched() -> None:
    """The search of the code finds all families but those with a name of their own."""
    found = {text for text, _ in beginnings()}
    listed = {name for name in FAMILIES if PREFIX.fullmatch(name)}
    assert {name for name in listed if any(text.startswith(name) for text in found)} == listed


def test_the_longest_entry_counts() -> None:
    """An entry for some keys of a family counts more than the family's."""
    assert family(b"quota:aborts:web:ana") is FAMILIES["quota:"]
    assert family(b"quota:offers:web:ana") is FAMILIES["quota:offers:"]


def test_foreign_keys() -> None:
    """Keys of other programs belong to no family."""
    assert family(b"celery") is None
    assert family(b"gg:1") is None


def test_every_fate_has_a_reason() -> None:
    """Each entry says why."""
    assert all(known.why for known in FAMILIES.values())
    assert {known.fate for known in FAMILIES.values()} == {*Fate}
