"""Texts as Discord shows them: with markup in messages, plain on buttons and in menus.

Both write the names of commands as they appear there, in groups.
"""

import re
from functools import partial

from bot.acts.registry import COMMANDS
from bot.commands.command import PREFIX
from bot.table.cleaning import plain_name
from bot.texts.catalogue import Catalogue
from engine.text import Moment, Say, Text

MAX_LENGTH, MAX_ALT_LENGTH = 4000, 1024
"""Discord's limits of all words in a message and of a picture's description, in characters."""

_PATHS = {command.name: command.path for command in COMMANDS if command.group}

_NAMED = re.compile(rf"(?<={PREFIX} )({'|'.join(_PATHS)})\b")
"""Command names that texts mention without the group."""

_TYPED = re.compile(
    rf"(?<![\w/]){PREFIX} ({'|'.join(command.path for command in COMMANDS)})(?![\w-])"
)
"""Commands in texts, with their groups."""

_ZERO_WIDTH = "\u200b"

_MARKUP = re.compile(r"[\\*_~`|#>\[\]()<+-]|(?<=\d)\.(?=\s)")
"""Characters that can start or end markup."""

_SPLITTABLE = re.compile(r"(?<=[@<:/.])(?=\S)")
"""Positions where a zero-width space breaks mentions, links, invites and emoji."""


def marked_up(catalogue: Catalogue, language: str = "", group: int | None = None) -> Say:
    """Return a translator for messages: points in time are in each reader's own time zone.

    With the id of the commands' `group`, commands can be pressed instead of typed.
    """
    say = partial(_said, catalogue.voice(language, escape, _timestamp))
    if group is None:
        return say
    return lambda text: _TYPED.sub(rf"<\g<0>:{group}>", say(text))


def plain(catalogue: Catalogue, language: str = "") -> Say:
    """Return a translator for text without markup: points in time are in UTC."""
    return partial(_said, catalogue.voice(language, plain_name))


def escape(name: str) -> str:
    """Return a user's name without markup, links, invites or mentions."""
    split = _SPLITTABLE.sub(_ZERO_WIDTH, plain_name(name))
    return _MARKUP.sub(r"\\\g<0>", split)


def _timestamp(moment: Moment) -> str:
    return f"<t:{int(moment)}:f>"


def _said(say: Say, text: Text) -> str:
    return _NAMED.sub(lambda name: _PATHS[name[0]], say(text))
