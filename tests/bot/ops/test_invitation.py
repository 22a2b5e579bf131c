"""What the terminal says of a chat that is open to the local network."""

import io
import re
from typing import Final

import pytest
import segno

from bot.ops.invitation import invitation, qr_code, room
from tests.terminal import Terminal

ADDRESS: Final = "http://192.168.178.120:8765/"

HALVES: Final = {" ": (1, 1), "▀": (0, 1), "▄": (1, 0), "█": (0, 0)}
"""Which modules a character shows, above and below: 1 is dark."""

BORDER: Final = 4
"""How many light modules must surround a code."""


def drawn(text: str) -> list[list[int]]:
    """The modules of the code in a text, row by row."""
    rows: list[list[int]] = []
    for line in re.findall(r"\033\[97;40m([^\033]+)\033\[0m", text):
        halves = [HALVES[character] for character in line]
        rows += [[above for above, _ in halves], [below for _, below in halves]]
    return rows


def test_the_code() -> None:
    """The code in the terminal is that of the address, with a light border."""
    code = [list(row) for row in segno.make_qr(ADDRESS).matrix]
    rows = drawn(qr_code(ADDRESS))
    inside = slice(BORDER, BORDER + len(code))
    assert [row[inside] for row in rows[inside]] == code
    around = [*rows[:BORDER], *rows[inside.stop : inside.stop + BORDER]]
    assert not any(map(any, around))
    assert not any(any(row[:BORDER]) or any(row[inside.stop :]) for row in rows[inside])


@pytest.mark.parametrize(("columns", "shown"), [(33, True), (32, False), (0, False)])
def test_a_narrow_terminal(columns: int, shown: bool) -> None:
    """The code is shown if it has room; everything else is always said."""
    text = invitation(ADDRESS, columns)
    assert bool(drawn(text)) is shown
    assert ADDRESS in text
    assert "Anyone on the same network who opens this address can play, watch, and see" in text
    assert "port 8765" in text


class Ascii(Terminal):
    """A terminal that can't show the blocks of a code."""

    encoding = "ascii"


class Modern(Terminal):
    """A terminal that can."""

    encoding = "utf-8"


def test_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a terminal that can show the code has room for it."""
    monkeypatch.setenv("COLUMNS", "70")
    assert [room(out) for out in (Modern(), Ascii(), io.StringIO())] == [70, 0, 0]
