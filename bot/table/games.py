"""The games that can be played at a table, by their header lines."""

from functools import lru_cache
from typing import Any

from bot.table.intents import Options
from bot.table.request import Refusal
from bot.table.spelling import echo
from engine import AnyGame, Corrupt, open_game
from engine.road.header import ruleset_with, write_header
from engine.road.ruleset import Ruleset, Unplayable
from renderer.text import Text


@lru_cache(maxsize=256)
def game_of(header: str) -> AnyGame:
    """The game that a table's header tells; Corrupt if it tells none."""
    return open_game(header)


@lru_cache(maxsize=1024)
def position_in(header: str, text: str) -> Any:
    """The position that a table's text tells, read once for all who look at it."""
    return game_of(header).read_position(text)


def ruleset_for(options: Options) -> Ruleset:
    """The ruleset that somebody chose; Refusal says what cannot be played."""
    try:
        return ruleset_with(options.ruleset, dict(options.chosen))
    except Unplayable as unplayable:
        text = Text(f"unplayable.{unplayable.reason}", **unplayable.facts)
        raise Refusal(text) from unplayable
    except Corrupt as corrupt:
        raise Refusal(Text("unplayable.unknown", ruleset=echo(options.ruleset))) from corrupt


def header_for(options: Options) -> str:
    """The header line of a table's game; Refusal says what cannot be played at one."""
    ruleset = ruleset_for(options)
    if ruleset.seats > 2:
        raise Refusal(Text("offer.teams"))
    return write_header(ruleset)
