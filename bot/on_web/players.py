"""Who plays in a team game: the sides, and who has taken over a seat from whom."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.games.catalogue import Games
from bot.show.headline import by_side
from bot.table.naming import name_of, names_of
from bot.table.table import SMALLEST_GAME, Table
from engine.text import Moment, Text


class Side(NamedTuple):
    """A side, and its players in the order of their warriors' numbers."""

    title: Text
    players: tuple[Text, ...]


class Change(NamedTuple):
    """How a seat's player changed, and when."""

    what: Text
    when: Text


def players_view(games: Games, table: Table) -> dict[str, object]:
    """Return the values of the section about the players; without `sides`, it is hidden."""
    teams = bool(table.position) and len(table.seats) > SMALLEST_GAME
    return {
        "sides": tuple(_sides(games, table)) if teams else (),
        "changes": tuple(_changes(games, table)) if teams else (),
    }


def _sides(games: Games, table: Table) -> Iterator[Side]:
    family = games.of(table.header)
    for side, team in enumerate(by_side(games, table)):
        yield Side(family.team(table.header, side), names_of(team))


def _changes(games: Games, table: Table) -> Iterator[Change]:
    """Yield each change of a seat's player, oldest first."""
    for at, former in enumerate(table.former):
        later = (each.holder for each in table.former[at + 1 :] if each.seat == former.seat)
        holder = next(later, table.seats[former.seat])
        what = Text(
            f"watch.former.{former.why}",
            name=name_of(former.holder),
            other=name_of(holder),
            seat=games.of(table.header).seat(table.header, former.seat),
        )
        yield Change(what, Text("watch.when", count=former.moves, moment=Moment(former.at)))
