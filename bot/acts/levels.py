"""Which levels of computer players a game has, and why it doesn't have another one."""

from collections.abc import Sequence
from typing import Final

from bot.commands.command import DEFAULT_LEVEL
from bot.commands.lines import typed_game
from bot.games.catalogue import Games
from bot.table.request import Refusal
from bot.table.table import Table
from engine.text import Text

NAMED_GAMES: Final = 5
"""How many games with an exact table a refusal names."""


def levels_of(games: Games, headers: Sequence[str]) -> Sequence[str]:
    """Return the levels that all of these games have, the weakest first."""
    first, *others = (games.levels_of(header) for header in headers)
    return tuple(level for level in first if all(level in each for each in others))


def must_have(games: Games, headers: Sequence[str], level: str) -> None:
    """Raise Refusal unless all of these games have computers of this level."""
    levels = levels_of(games, headers)
    if level in levels:
        return
    known = ", ".join(levels)
    if not all(level in games.of(header).levels for header in headers):
        raise Refusal(Text("practice.level", level=level, levels=known))
    why = Text("practice.unsolved", level=level, levels=known)
    solved = [typed_game(games.chosen(header)) for header in games.solved[:NAMED_GAMES]]
    raise Refusal(why, *([Text("practice.solved", games=", ".join(solved))] if solved else []))


def fitting(games: Games, table: Table, wanted: str = DEFAULT_LEVEL) -> str:
    """Return the level of a computer for a lobby; one without the default level gives its best.

    Raises Refusal if there is no such level.
    """
    levels = levels_of(games, table.headers)
    if wanted == DEFAULT_LEVEL and wanted not in levels and levels:
        return levels[-1]
    must_have(games, table.headers, wanted)
    return wanted
