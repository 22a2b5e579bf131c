"""The match that a game belongs to: its score, and links to the games before and after, as HTML."""

import html
from collections.abc import Iterator
from dataclasses import dataclass

from bot.games.catalogue import Games
from bot.show.match_lines import outcome_lines, score_line
from bot.table.table import Status, Table
from engine.text import Say, Text


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
            "score": " ".join(f"<span>{self._escaped(text)}</span>" for text in self._told(table)),
            "beside": " ".join(self._links(table, beside)),
            "next-game": beside.after,
            "awaited": str(beside.awaited).lower(),
        }

    def _told(self, table: Table) -> Iterator[Text]:
        """Yield the score and, once the game is over, what its end means for the match."""
        yield from score_line(self._games, table)
        if table.status is Status.OVER:
            yield from outcome_lines(self._games, table)

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
