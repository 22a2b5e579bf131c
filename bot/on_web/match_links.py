"""The match that a game belongs to: its score, and links to the games before and after."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.games.catalogue import Games
from bot.show.match_lines import outcome_lines, running_score, score_line
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The watch codes of the games before and after one in its match, empty where there is none.

    `awaited`: the match goes on, but its next game has not been posted yet.
    """

    before: str = ""
    after: str = ""
    awaited: bool = False


class MatchLink(NamedTuple):
    """A link to another game of a match: its watch code, how it relates to this one, and a text."""

    code: str
    relation: str
    label: Text


def code_before(table: Table) -> str:
    """Return the watch code of the game before this one in its match, empty if it is the first."""
    finished = () if table.match is None else table.match.games
    return finished[-1].code if finished else ""


def match_view(games: Games, table: Table, beside: Neighbours) -> dict[str, object]:
    """Return the values of the template `match`, which is hidden if the table has none."""
    return {
        "beside": beside,
        "score": tuple(_told(games, table)),
        "match_links": tuple(_links(table, beside)),
    }


def _told(games: Games, table: Table) -> Iterator[Text]:
    """Yield the scores and, once the game is over, what its end means for the match."""
    yield from running_score(games, table)
    yield from score_line(games, table)
    if table.status is Status.OVER:
        yield from outcome_lines(games, table)


def _links(table: Table, beside: Neighbours) -> Iterator[MatchLink]:
    number = 1 if table.match is None else table.match.number + 1
    if beside.before:
        yield MatchLink(beside.before, "prev", Text("watch.game-before", number=number - 1))
    if beside.after:
        yield MatchLink(beside.after, "next", Text("watch.game-after", number=number + 1))
