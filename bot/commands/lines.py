"""Lines as people type them."""

from bot.commands.command import PREFIX
from bot.table.options import Options


def challenge_line(name: str, options: Options) -> str:
    """Return the command that challenges the person with this name to a game with these options."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    return " ".join([PREFIX, "challenge", f'@"{quoted}"', typed_game(options)])


def typed_game(options: Options) -> str:
    """Return a game as it is typed in commands: `kekchi road=9 pace=3d`."""
    return " ".join([options.ruleset, *(f"{name}={value}" for name, value in options.pairs)])
