"""Who plays in a team game: the sides, and who has taken over a seat from whom, as HTML."""

import html
from collections.abc import Iterator

from bot.games.catalogue import Games
from bot.show.headline import by_side
from bot.table.naming import name_of
from bot.table.table import SMALLEST_GAME, Table
from engine.text import Moment, Say, Text


class Players:
    """Fills the slots of the section about the players."""

    def __init__(self, games: Games, say: Say) -> None:
        self._games = games
        self._say = say

    def slots(self, table: Table) -> dict[str, str]:
        """Return the slots for a table; the section is hidden unless partners play."""
        teams = bool(table.position) and len(table.seats) > SMALLEST_GAME
        return {
            "teams": "" if teams else "hidden",
            "sides-lists": "\n".join(self._sides(table)) if teams else "",
            "taken-over": "" if teams and table.former else "hidden",
            "former": "\n".join(self._changes(table)) if teams else "",
        }

    def _sides(self, table: Table) -> Iterator[str]:
        """Yield the players of each side; partners have the numbers of their warriors."""
        family = self._games.of(table.header)
        for side, team in enumerate(by_side(self._games, table)):
            names = [self._escaped(name_of(seat)) for seat in team]
            players = "".join(f"<li>{name}</li>" for name in names)
            shown = f"<ol>{players}</ol>" if len(names) > 1 else f"<p>{names[0]}</p>"
            yield f"<div><h3>{self._escaped(family.side(table.header, side))}</h3>{shown}</div>"

    def _changes(self, table: Table) -> Iterator[str]:
        """Yield an entry for each change of a seat's player, oldest first."""
        for at, former in enumerate(table.former):
            later = (each.holder for each in table.former[at + 1 :] if each.seat == former.seat)
            holder = next(later, table.seats[former.seat])
            when = Text("watch.when", count=former.moves, moment=Moment(former.at))
            change = Text(
                f"watch.former.{former.why}",
                name=name_of(former.holder),
                other=name_of(holder),
                seat=self._games.of(table.header).seat(table.header, former.seat),
            )
            yield f"<li>{self._escaped(change)} <span>{self._escaped(when)}</span></li>"

    def _escaped(self, text: Text | str) -> str:
        return html.escape(self._say(text) if isinstance(text, Text) else text)
