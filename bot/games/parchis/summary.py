"""Summaries of whole games of Parchís: moves, captures, and who was captured most."""

from collections import Counter
from collections.abc import Iterable

from bot.games.parchis.names import player
from bot.table.table import Table
from engine import Choose
from engine.parchis.game import ParchisGame
from engine.record import standing
from engine.text import Text

OFTEN = 3
"""The number of captures of one seat's pieces from which they are worth mentioning."""


def summary(game: ParchisGame, table: Table, record: Iterable[str]) -> tuple[Text, ...]:
    """Summarize a game in a line; return nothing for a game without moves.

    Moves that were taken back don't count.
    """
    moves, captured = 0, Counter[int]()
    for played in standing(game, record):
        if isinstance(played.phase, Choose):
            moves += 1
            captured.update(game.read_move(played.position, played.entry).captures)
    if not moves:
        return ()
    text = Text(
        "summary.game",
        moves=Text("summary.moves", count=moves),
        captures=Text("parchis.summary.captures", count=captured.total()),
    )
    most = [seat for seat, times in captured.items() if times == max(captured.values())]
    if len(most) == 1 and captured[most[0]] >= OFTEN:
        name = player(game, table, most[0])
        text = Text("parchis.summary.most", told=text, name=name, count=captured[most[0]])
    return (text,)
