"""Advice on games: for which games there is any. `bot.show.advice` works it out."""

from bot.games.catalogue import Games
from bot.table.request import Refusal
from bot.table.table import Status, Table
from engine.text import Text


def must_be_judged(games: Games, table: Table) -> None:
    """Raise Refusal unless there is a judge of the table's game."""
    if not games.has_judge(table.header):
        raise Refusal(Text("advice.none"))


def is_advised(games: Games, table: Table) -> bool:
    """Return whether people can ask for advice on a running game."""
    playing = table.status is Status.PLAYING and table.allows_advice
    return playing and games.has_judge(table.header)


def why_unreviewable(games: Games, table: Table) -> Text | None:
    """Return why a game can't be reviewed, None if it can."""
    if not games.has_judge(table.header):
        return Text("advice.none")
    if table.status is not Status.OVER:
        return Text("review.later")
    return None if table.moves else Text("review.unplayed")
