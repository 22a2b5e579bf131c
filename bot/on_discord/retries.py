"""How the library reports a connection that it soon tries again: as a warning, in one line.

By itself it logs an error with a traceback, at which an operator could do nothing. Suggestions that
come too late, or that another process has given already, are not reported at all.
"""

import logging
from typing import Final

import discord
from typing_extensions import override

from bot.on_discord.faults import (
    ALREADY_ACKNOWLEDGED,
    DROPPED,
    TRANSIENT,
    UNKNOWN_INTERACTION,
)

LOGGERS: Final = ("discord.shard", "discord.client", "discord.app_commands.tree")

_ANSWERED: Final = (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED)

_RETRIED: Final = (*TRANSIENT, *DROPPED, discord.ConnectionClosed)


class _Softened(logging.Filter):
    """Turns errors about such connections into warnings."""

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, discord.HTTPException) and error.code in _ANSWERED:
            return False
        if record.levelno == logging.ERROR and isinstance(error, _RETRIED):
            record.levelno, record.levelname = logging.WARNING, "WARNING"
            record.msg, record.args = f"{record.getMessage()} ({type(error).__name__})", ()
            record.exc_info = record.exc_text = None
        return True


_SOFTENED: Final = _Softened()


def soften() -> None:
    """Report such connections as warnings from now on. Idempotent."""
    for name in LOGGERS:
        logging.getLogger(name).addFilter(_SOFTENED)
