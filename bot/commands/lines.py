"""Lines as people type them."""

from itertools import starmap

from bot.commands.command import PREFIX, SERIES_NAME
from bot.games.spelling import typed_name
from bot.table.options import Options
from bot.table.terms import SEPARATOR


def challenge_line(name: str, options: Options) -> str:
    """Return the command that challenges the person with this name to a game with these options."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return " ".join([PREFIX, "challenge", f'@"{quoted}"', typed_game(options)])


def typed_game(options: Options) -> str:
    """Return a game as it is typed in commands: `kekchi road=9 pace=3d`."""
    return " ".join([typed_name(options.ruleset), *starmap(_typed, options.pairs)])


def _typed(name: str, value: str) -> str:
    """Return an option as it is typed."""
    rulesets = map(typed_name, value.split(SEPARATOR))
    return f"{name}={SEPARATOR.join(rulesets) if name == SERIES_NAME else value}"
