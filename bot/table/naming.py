"""What people are called: names of any platform, in a form that cannot disturb what stands around.

A name that turns the line round (U+202E) or brings line breaks along would reach beyond itself;
one of nothing visible, as deleted accounts have, is no name.
"""

import unicodedata
from collections.abc import Iterable
from typing import Final

from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Table
from engine.text import Name, Text

NAME_LIMIT: Final = 64
"""How many characters of a name are kept; platforms allow 32 to 129."""

_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Format characters that belong to spelling: Persian, Indic scripts and emoji need them."""


def computer_name(computer: Computer) -> Text:
    """What a computer player is called."""
    return Text("computer", level=Text(f"level.{computer.level}"))


def called(name: str) -> Name | Text:
    """Return a person's name as it is shown, and a neutral word for a name of nothing visible."""
    shown = plain_name(name)
    return Name(shown) if shown else Text("name.unnamed")


def name_of(seat: Seat) -> Name | Text:
    """What the holder of a seat is called, or whoever it is kept for."""
    match seat:
        case Computer():
            return computer_name(seat)
        case Free():
            return Text("name.anyone")
        case Person(name=name) | Kept(name=name):
            return called(name)


def names_of(seats: Iterable[Seat]) -> tuple[Text, ...]:
    """What the holders of some seats are called."""
    return tuple(as_text(name_of(seat)) for seat in seats)


def named(table: Table, seat: int | None) -> Name | Text:
    """What the holder of `seat` is called; nobody without a seat."""
    return Text("name.nobody") if seat is None else name_of(table.seats[seat])


def as_text(name: Name | Text) -> Text:
    """A name as a text, to stand in a list of texts."""
    return name if isinstance(name, Text) else Text("name.person", name=name)


def plain_name(name: str) -> str:
    """Return a name without control, format and separator characters; `""` if nothing is seen."""
    kept = "".join(_plain(character) for character in unicodedata.normalize("NFC", name))
    shown = " ".join(kept.split())[:NAME_LIMIT].strip()
    return shown if any(_is_visible(character) for character in shown) else ""


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if character.isspace() or category.startswith("Z"):
        return " "
    return "" if category.startswith("C") and character not in _JOINERS else character


def _is_visible(character: str) -> bool:
    blank = "\N{HANGUL FILLER}\N{HALFWIDTH HANGUL FILLER}\N{BRAILLE PATTERN BLANK}"
    return not (character in blank or unicodedata.category(character)[0] in "CZM")
