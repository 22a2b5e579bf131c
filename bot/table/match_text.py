"""Texts about a match: which game this is, the score, and who has won."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from bot.table.match import Finished, Match, points
from bot.table.naming import as_text, name_of
from bot.table.seats import Person, Seat
from bot.table.table import Ending, Status, Table
from engine import AnyGame
from engine.text import Name, Text

HALF = "\N{VULGAR FRACTION ONE HALF}"


def parties(table: Table, game: AnyGame) -> list[Name | Text]:
    """Return what the parties of a match are called, by their sides in this game.

    That is the name of the only player or, since teams change their colours from game to game, of
    the first person in the team.
    """
    return [
        _party([seat for number, seat in enumerate(table.beginners) if game.side(number) == side])
        for side in range(game.sides)
    ]


def score_text(table: Table, game: AnyGame, names: Sequence[Name | Text]) -> Text | None:
    """Return the number of a table's game in its match, and the score; None without a match.

    `names` are those of the parties, by their sides in this game. The score includes this game once
    it has a result.
    """
    before, match = table.match, so_far(table, game)
    if before is None or match is None:
        return None
    number = before.number + 1
    if before.wins:
        which = Text("match.game.wins", number=number, wins=before.wins)
    else:
        which = Text("match.game", number=number, games=len(before.headers))
    parts = (
        Text("match.party", name=name, points=points_text(got))
        for name, got in zip(_by_party(before, names), match.score(len(names)), strict=True)
    )
    score = reduce(lambda one, other: Text("match.parties", name=one, other=other), parts)
    return Text("match.score", game=which, score=score)


def winner_text(table: Table, game: AnyGame, names: Sequence[Name | Text]) -> Text | None:
    """Return who has won the match with a table's game; None if it is not decided, or no match.

    `names` are those of the parties, by their sides in this game.
    """
    before, match = table.match, so_far(table, game)
    if before is None or match is None or table.status is not Status.OVER or not match.is_decided:
        return None
    parties = _by_party(before, names)
    winners = tuple(as_text(parties[party]) for party in match.winners(len(parties)))
    if not winners:
        return Text("match.drawn")
    return Text("match.won", name=winners, count=len(winners))


def so_far(table: Table, game: AnyGame) -> Match | None:
    """Return a table's match, with its own game once that has a result.

    A party that has left the place has left the match, too.
    """
    match = table.match
    if match is None or not table.places:
        return match
    parties = tuple(match.party_of(game.side(seat), game.sides) for seat in range(game.seats))
    result = Finished(table.id, table.code, table.header, points(table.places, parties))
    if table.ending is Ending.LEFT and table.ended_by is not None:
        match = replace(match, left_by=parties[table.ended_by])
    return match.after(result)


def _party(seats: Sequence[Seat]) -> Name | Text:
    if len(seats) == 1:
        return name_of(seats[0])
    people = [seat for seat in seats if isinstance(seat, Person)]
    return Text("series.team", name=name_of(people[0])) if people else Text("series.computers")


def points_text(points: int) -> str:
    """Return points in digits: `1½` for three half points."""
    whole, half = divmod(points, 2)
    return f"{whole or '' if half else whole}{HALF * half}"


def _by_party(match: Match, names: Sequence[Name | Text]) -> list[Name | Text]:
    """Return the names of the parties, given those of the sides in the game in progress."""
    sides = len(names)
    return [names[match.side_of(party, sides)] for party in range(sides)]
