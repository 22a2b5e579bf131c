"""The match that a game belongs to: its score, and links to the games before and after, as HTML."""

import html
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.games.catalogue import Games
from bot.table.ids import TableId
from bot.table.match_text import score_text, so_far, winner_text
from bot.table.naming import name_of
from bot.table.ports import Operation
from bot.table.table import SMALLEST_GAME, Status, Table
from engine.text import Name, Say, Text


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The watch codes of the games before and after one in its match, empty where there is none.

    `awaited`: the match goes on, but its next game has not been posted yet.
    """

    before: str = ""
    after: str = ""
    awaited: bool = False


def code_before(table: Table) -> str:
    """Return the watch code of the game before this one in its match, empty if it is the first."""
    finished = () if table.match is None else table.match.games
    return finished[-1].code if finished else ""


def goes_on(games: Games, table: Table) -> bool:
    """Return whether another game follows a table's in its match."""
    match = so_far(table, games.game(table.header))
    over = table.status is Status.OVER and bool(table.places)
    return match is not None and over and not match.is_decided


def operation_after(ended: TableId) -> Operation:
    """Return the operation that posts the game after an ended one in its match."""
    return Operation(f"next:{ended}")


class MatchLinks:
    """Fills the slots of the part about a match. `path` follows a watch code in its links."""

    def __init__(self, games: Games, say: Say, path: str = "") -> None:
        self._games = games
        self._say = say
        self._path = path

    def slots(self, table: Table, beside: Neighbours) -> dict[str, str]:
        """Return the slots for a table; the part is hidden if it belongs to no match."""
        return {
            "in-match": "hidden" if table.match is None else "",
            "score": " ".join(map(self._escaped, self._score(table))),
            "beside": " ".join(self._links(table, beside)),
            "next-game": beside.after,
            "awaited": str(beside.awaited).lower(),
        }

    def _score(self, table: Table) -> Iterator[Text]:
        game, names = self._games.game(table.header), self._parties(table)
        for text in (score_text(table, game, names), winner_text(table, game, names)):
            if text is not None:
                yield text

    def _parties(self, table: Table) -> Sequence[Name | Text]:
        """Return what the score calls each party: a player's name, or that of a team's side."""
        game, family = self._games.game(table.header), self._games.of(table.header)
        if len(table.seats) == SMALLEST_GAME:
            return [name_of(seat) for seat in table.seats]
        return [family.side(side) for side in range(game.sides)]

    def _links(self, table: Table, beside: Neighbours) -> Iterator[str]:
        number = 1 if table.match is None else table.match.number + 1
        if beside.before:
            label = Text("watch.game-before", number=number - 1)
            yield self._link(beside.before, "prev", label)
        if beside.after:
            yield self._link(beside.after, "next", Text("watch.game-after", number=number + 1))

    def _link(self, code: str, relation: str, label: Text) -> str:
        return f'<a href="/g/{code}{self._path}" rel="{relation}">{self._escaped(label)}</a>'

    def _escaped(self, text: Text) -> str:
        return html.escape(self._say(text))
