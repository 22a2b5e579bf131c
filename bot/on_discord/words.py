"""Translation of texts for Discord.

Command names are written as they appear there (in groups), and points in time so that each reader
sees them in their own time zone.
"""

import re

from bot.commands.commands import COMMANDS, PREFIX
from bot.texts.catalogue import Catalogue, Escape, ShowMoment
from engine.text import Moment, Say, Text

MAX_LENGTH, MAX_ALT_LENGTH = 2000, 1024
"""Discord's limits of a message and of a picture's description, in characters."""

_PATHS = {command.name: command.path for command in COMMANDS if command.group}

_NAMED = re.compile(rf"(?<={PREFIX} )({'|'.join(_PATHS)})\b")
"""Command names that texts mention without the group."""


def timestamp(moment: Moment) -> str:
    """Return the markup that shows a date and time in the reader's own time zone."""
    return f"<t:{int(moment)}:f>"


def translator(
    catalogue: Catalogue,
    language: str = "",
    escape: Escape = str,
    moment: ShowMoment | None = None,
) -> Say:
    """Return a function that translates texts into a language.

    It applies `escape` to names and `moment` to points in time (see `Catalogue.voice`).
    """
    say = catalogue.voice(language, escape, moment)

    def translate(text: Text) -> str:
        return _NAMED.sub(lambda name: _PATHS[name[0]], say(text))

    return translate
