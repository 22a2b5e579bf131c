"""Showing a match, or what was played in a place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Act, Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.named import button
from bot.commands.command import Command
from bot.games.catalogue import Games, title
from bot.table.button import Link, Offer, Posts
from bot.table.match import WIN, Finished
from bot.table.match_text import parties, score_text, winner_text
from bot.table.naming import NAMED, as_text, team_names
from bot.table.pace import DAY
from bot.table.request import Reply
from bot.table.table import Table
from engine.text import Name, Text

LISTED: Final = 10
"""The maximum number of finished games in a list."""


@dataclass(frozen=True, slots=True)
class ShowSeries(Act):
    """Show the actor's matches here, or what was played here in the last 24 hours."""

    declared = Declaration("series", Command("series"), Audience.CHAT, Posts.MESSAGE, Who.PLAYERS)

    @override
    async def handle(self, here: Context) -> Reply:
        matches = await here.tables.fitting(here.request, access.is_in_match)
        if matches:
            texts = [text for table in matches for text in _match_lines(here.games, table)]
            choices = [offer for table in matches for offer in _match_links(table)]
            return Reply(tuple(texts), choices=tuple(choices), lists=True)
        since = here.now - DAY
        played = await here.store.played_in(here.place, since=since, limit=LISTED)
        if not played:
            return Reply((Text("series.none"),), lists=True)
        lines = [
            line
            for number, table in enumerate(played, 1)
            for line in _played_lines(here.games, number, table)
        ]
        links = [
            Link(_link_label(number, table.header), f"/g/{table.code}")
            for number, table in enumerate(played, 1)
        ]
        return Reply((Text("series.played"), *lines), choices=tuple(links), lists=True)


def _match_lines(games: Games, table: Table) -> Iterator[Text]:
    """Yield the score of a running match, its games so far, and those to come."""
    match, game = table.match, games.game(table.header)
    assert match is not None  # noqa: S101 - the caller's condition
    names = parties(table, game)
    score = score_text(table, game, names)
    if score is not None:
        yield score
    by_party = [names[match.side_of(party, game.sides)] for party in range(game.sides)]
    for number, finished in enumerate(match.games, 1):
        yield _finished_line(number, finished, by_party)
    key = "series.waiting" if table.is_next_game else "series.running"
    yield Text(key, number=match.number + 1, ruleset=title(table.header))
    to_come = () if match.wins else match.headers[match.number + 1 :]
    if to_come:
        yield Text("series.to-come", rulesets=tuple(map(title, to_come)))


def _played_lines(games: Games, number: int, table: Table) -> Iterator[Text]:
    """Yield how a finished game ended and, if it decided a match, how that ended."""
    game = games.game(table.header)
    won = [table.seats[seat] for seat in table.winners]
    lost = [holder for seat, holder in enumerate(table.seats) if seat not in table.winners]
    key = "series.result.won" if won else "series.result.drawn"
    yield Text(
        key if table.places else "series.result.none",
        number=number,
        ruleset=title(table.header),
        name=team_names(won or lost, NAMED),
        other=team_names(lost, NAMED),
    )
    decided = winner_text(table, game, parties(table, game))
    if decided is not None:
        yield decided


def _finished_line(number: int, finished: Finished, parties: Sequence[Name | Text]) -> Text:
    """Return how a finished game of a running match ended."""
    won = (name for name, got in zip(parties, finished.points, strict=True) if got == WIN)
    winners = tuple(map(as_text, won))
    key = "series.won" if winners else "series.drawn"
    return Text(key, number=number, ruleset=title(finished.header), name=winners)


def _match_links(table: Table) -> Iterator[Offer]:
    """Yield the board of a running match, and the pages of its games."""
    assert table.match is not None  # noqa: S101 - the caller's condition
    yield button("button.board", "board", table.id)
    for number, finished in enumerate(table.match.games, 1):
        yield Link(_link_label(number, finished.header), f"/g/{finished.code}")
    yield Link(_link_label(table.match.number + 1, table.header), f"/g/{table.code}")


def _link_label(number: int, header: str) -> Text:
    return Text("series.link", number=number, ruleset=title(header))
