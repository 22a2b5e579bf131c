"""Display names of players from any platform, cleaned up.

A right-to-left override (U+202E) or a line break in a name would affect the text around it, and
piles of accents the lines above. A name without visible characters, as deleted accounts have, is
replaced. A person whose name reads like a computer player's, or like what the bot says of people,
is called a player.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from bot.table.cleaning import letters_of, plain_name
from bot.table.people import User
from bot.table.seats import Computer, Free, Kept, Person, Seat
from bot.table.table import Table
from engine.text import Name, Text

NAMED: Final = 3
"""How many players of a large team have names where there is little space."""

_CLAIMED: Final = re.compile(
    r"computer|moderator|freeseat|invited$|^(nobody|anyone|unnamedplayer)$"
    r"|maquina|^suplentede|moderacion|puestos?libre|coninvitacion$|^(nadie|quienquiera|sinnombre)$"
    r"|ordinateur|^\d*ordis?($|facile|moyen|difficile|parfait|pour)|moderation|places?libre"
    r"|invitation$|^(personne|nimportequi|joueursansnom)$"
)
"""What `letters_of` finds in names that read like those that the bot gives, in any language."""


def computer_name(computer: Computer) -> Text:
    """Return the display name of a computer player."""
    return Text("computer", level=Text(f"level.{computer.level}"))


def called(name: str) -> Name | Text:
    """Return a person's display name, or a neutral placeholder if no character is visible.

    A name that reads like one that the bot gives, such as a computer's, says that it is a person's.
    """
    shown = plain_name(name)
    if not shown:
        return Text("name.unnamed")
    claimed = _CLAIMED.search(letters_of(shown)) is not None
    return Text("name.human", name=Name(shown)) if claimed else Name(shown)


def seems(name: Name | Text) -> str | Text:
    """Return what names have in common that can be taken for each other, like `Ana` and `aná`."""
    return (letters_of(name) or str(name)) if isinstance(name, Name) else name


def name_of(seat: Seat) -> Name | Text:
    """Return the display name of a seat's holder, or of the person it is reserved for."""
    match seat:
        case Computer():
            return computer_name(seat)
        case Free():
            return Text("name.anyone")
        case Person(name=name) | Kept(name=name):
            return called(name)


def names_of(seats: Iterable[Seat]) -> tuple[Text, ...]:
    """Return the display names of some seats' holders."""
    return tuple(as_text(name_of(seat)) for seat in seats)


def team_names(seats: Iterable[Seat], most: int | None = None) -> tuple[Text, ...]:
    """Return the display names of a team: people, then the numbers of computers and free seats.

    If at least two more than `most` players would have names, only the first `most` have.
    """
    members = dict[User | Seat, list[Seat]]()
    for seat in sorted(seats, key=_rank):
        key = seat.user if isinstance(seat, Person | Kept) else seat
        members.setdefault(key, []).append(seat)
    free = members.pop(Free(), [])
    players = list(members.values())
    shown = len(players) if most is None or len(players) <= most + 1 else most
    hidden = sum(_players(holding) for holding in players[shown:])
    return (
        *map(_member, players[:shown]),
        *([Text("names.more", count=hidden)] if hidden else []),
        *([Text("names.free", count=len(free))] if free else []),
    )


def _rank(seat: Seat) -> int:
    """Return the place of a seat in a list of names: people come first, free seats last."""
    match seat:
        case Person() | Kept():
            return 0
        case Computer():
            return 1
        case Free():
            return 2


def _players(holding: Sequence[Seat]) -> int:
    """Return how many players hold these seats: one person, or as many computers."""
    return len(holding) if isinstance(holding[0], Computer) else 1


def _member(holding: Sequence[Seat]) -> Text:
    """Return the display name of a team's member, or of several equal computers."""
    match holding:
        case [Computer(level), _, *_]:
            return Text("names.computers", level=Text(f"level.{level}"), count=len(holding))
        case [Kept() as kept, *_]:
            return Text("names.invited", name=name_of(kept))
        case _:
            return as_text(name_of(holding[0]))


def named(table: Table, seat: int | None) -> Name | Text:
    """Return the display name of the holder of `seat`, or "nobody" if `seat` is None."""
    return Text("name.nobody") if seat is None else name_of(table.seats[seat])


def with_side(table: Table, seat: int, side: Text) -> Text:
    """Return the display name of the holder of `seat` together with that of its `side`."""
    holder = table.seats[seat]
    if isinstance(holder, Computer):
        return Text("computer.side", side=side, level=Text(f"level.{holder.level}"))
    return Text("name.side", name=name_of(holder), side=side)


def plain_named(table: Table, seat: int) -> Name | Text:
    """Return what the holder of `seat` is called: computers without their level.

    Of a computer that stands in for a person, it names that person.
    """
    holder, absent = table.seats[seat], stood_in_for(table, seat)
    if absent is not None:
        return Text("computer.for", name=absent)
    return Text("computer.plain") if isinstance(holder, Computer) else name_of(holder)


def stood_in_for(table: Table, seat: int) -> Name | Text | None:
    """Return the name of the person for whom a computer stands in, None if it does not."""
    person = vacated_by(table, seat)
    return None if person is None else called(person.name)


def vacated_by(table: Table, seat: int) -> Person | None:
    """Return the person for whom a computer stands in, None if it does not."""
    if seat not in table.vacated:
        return None
    return next(
        former.holder
        for former in reversed(table.former)
        if former.seat == seat and isinstance(former.holder, Person)
    )


def closing(table: Table) -> Text:
    """Return who closed a table, by name if it is known."""
    if table.closed_by is None or not table.closed_by.name:
        return Text("ended.closed")
    return Text("ended.closed-by", by=name_of(table.closed_by))


def as_text(name: Name | Text) -> Text:
    """Return a name as a Text, for use in a list of texts."""
    return name if isinstance(name, Text) else Text("name.person", name=name)
