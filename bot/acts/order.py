"""The order of commands in lists."""

from typing import Final

from bot.acts.named import ACTS
from bot.commands.command import Command

_ORDER: Final = (
    *("play", "learn", "challenge", "open", "practice", "demo", "board", "games", "next"),
    *("series", "resign", "rules", "settings", "help", "accept", "decline", "cancel", "word"),
    *("leave", "begin", "change", "take", "undo", "draw", "pause", "resume", "nudge", "hint"),
    *("odds", "review", "abort", "quit", "record", "verify", "close", "me", "block", "unblock"),
    *("link", "unlink", "sessions", "mydata", "forgetme"),
)
"""Others come last."""


def in_order() -> tuple[Command, ...]:
    """Return the commands of all acts that have been imported."""
    commands = (kind.declared.command for kind in ACTS.values())
    return tuple(sorted(filter(None, commands), key=_rank))


def _rank(command: Command) -> int:
    return _ORDER.index(command.name) if command.name in _ORDER else len(_ORDER)
