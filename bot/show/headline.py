"""One-line summaries of a table: who plays whom, and how it ended."""

from functools import reduce

from bot.games.catalogue import Games
from bot.table.durations import duration
from bot.table.naming import named, names_of
from bot.table.table import Table
from bot.table.upkeep import CHALLENGE_SECONDS
from engine.text import Text


def sides(games: Games, table: Table) -> Text:
    """Return the names of all players, grouped by side. A free seat is shown as "anyone"."""
    game = games.game(table.header)
    parties = [
        names_of(holder for seat, holder in enumerate(table.seats) if game.side(seat) == side)
        for side in range(game.sides)
    ]
    named_so = [Text("headline.side", names=names) for names in parties]
    return reduce(lambda before, side: Text("headline.sides", name=before, other=side), named_so)


def verdict(table: Table) -> Text:
    """Return a few words on how a finished table ended; if it never began, who ended it."""
    winners = names_of(table.seats[seat] for seat in table.winners)
    return Text(
        f"ended.{table.ending}",
        name=winners or names_of([table.host]),
        other=names_of(table.asked),
        by=named(table, table.ended_by),
        players=names_of(table.taken),
        time=duration(table.terms.expires or CHALLENGE_SECONDS),
    )
