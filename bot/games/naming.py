"""What seats are called, in all families."""

from bot.table.naming import as_text, named, plain_named, stood_in_for
from bot.table.seats import Computer
from bot.table.table import SMALLEST_GAME, Table
from engine.text import Name, Say, Text


def told_apart(table: Table, seat: int, distinct: Name | Text) -> Name | Text:
    """Return the name of a player; the `distinct` one if another has the same name.

    Computers are told apart by their level only if there are no more than two players.
    """
    seats = range(len(table.seats))
    name_of = named if len(seats) == SMALLEST_GAME else plain_named
    name = name_of(table, seat)
    others = (name_of(table, other) for other in seats if other != seat)
    return distinct if name in others else name


def level(table: Table, seat: int, say: Say) -> str:
    """Return the level of a computer in words, empty for a person."""
    holder = table.seats[seat]
    return say(Text(f"level.{holder.level}")) if isinstance(holder, Computer) else ""


def stands_in(table: Table, seat: int, say: Say) -> str:
    """Return the name of the person for whom a computer stands in, empty if it does not."""
    absent = stood_in_for(table, seat)
    return "" if absent is None else say(as_text(absent))
