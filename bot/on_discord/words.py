"""Translation of texts for Discord, with command names as they appear there (in groups)."""

import re

from bot.commands.commands import COMMANDS, PREFIX
from bot.texts.catalogue import Catalogue, Escape
from engine.text import Say, Text

_PATHS = {command.name: command.path for command in COMMANDS if command.group}

_NAMED = re.compile(rf"(?<={PREFIX} )({'|'.join(_PATHS)})\b")
"""Command names that texts mention without the group."""


def translator(catalogue: Catalogue, language: str = "", escape: Escape = str) -> Say:
    """Return a function that translates texts into a language and applies `escape` to names."""
    say = catalogue.voice(language, escape)

    def translate(text: Text) -> str:
        return _NAMED.sub(lambda name: _PATHS[name[0]], say(text))

    return translate
