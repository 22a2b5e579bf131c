"""The road game that somebody chose."""

from bot.games.spelling import echo
from bot.table.intents import Options
from bot.table.request import Refusal
from engine import Corrupt
from engine.road.header import ruleset_with, write_header
from engine.road.ruleset import Ruleset, Unplayable
from engine.text import Text


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
