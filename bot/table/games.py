"""The games that can be played at a table, by their header lines."""

from functools import lru_cache

from bot.table.intents import Options
from bot.table.request import Refusal
from engine import AnyGame, Corrupt, open_game
from engine.road.header import ruleset_with, write_header
from engine.road.ruleset import Unplayable
from renderer.text import Text


@lru_cache(maxsize=256)
def game_of(header: str) -> AnyGame:
    """The game that a table's header tells; Corrupt if it tells none."""
    return open_game(header)


def header_for(options: Options) -> str:
    """The header line for what somebody chose; Refusal says what cannot be played."""
    chosen = {
        name: str(value)
        for name, value in (("road", options.road), ("warriors", options.warriors))
        if value is not None
    }
    try:
        return write_header(ruleset_with(options.ruleset, chosen))
    except Unplayable as unplayable:
        text = Text(f"unplayable.{unplayable.reason}", **unplayable.facts)
        raise Refusal(text) from unplayable
    except Corrupt as corrupt:
        raise Refusal(Text("unplayable.unknown", ruleset=options.ruleset)) from corrupt
