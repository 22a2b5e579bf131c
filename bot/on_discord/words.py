"""What is said in Discord: commands as they are listed there, in their groups."""

import re

from bot.commands.commands import COMMANDS, PREFIX
from bot.texts.catalogue import Catalogue, Escape
from engine.text import Say, Text

_PATHS = {command.name: command.path for command in COMMANDS if command.group}

_NAMED = re.compile(rf"(?<={PREFIX} )({'|'.join(_PATHS)})\b")
"""The commands that texts name without their groups."""


def voice(catalogue: Catalogue, language: str = "", escape: Escape = str) -> Say:
    """How to say texts in a language; names pass `escape`."""
    say = catalogue.voice(language, escape)

    def said(text: Text) -> str:
        return _NAMED.sub(lambda name: _PATHS[name[0]], say(text))

    return said
