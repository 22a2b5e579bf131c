"""The commands as Telegram offers them: by language, and by who is where."""

import hashlib
import json
from collections.abc import Mapping

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from bot.commands.commands import COMMANDS
from bot.on_telegram import words
from bot.table.notes import Notes
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

DESCRIPTION_LETTERS = 256

_FOR_TWO = {"challenge", "open", "accept", "decline"}
"""What needs others."""

_FOR_ADMINS = {"close"}

_EVERY = {command.name for command in COMMANDS}

_SCOPES: Mapping[BotCommandScope, set[str]] = {
    BotCommandScopeAllPrivateChats(): _EVERY - _FOR_TWO - _FOR_ADMINS,
    BotCommandScopeAllGroupChats(): _EVERY - _FOR_ADMINS,
    BotCommandScopeAllChatAdministrators(): _EVERY,
}

log = structlog.get_logger()


def listed(say: Say, offered: set[str]) -> list[BotCommand]:
    """Return these commands as Telegram lists them."""
    return [
        BotCommand(c.name, words.cut(say(Text(f"command.{c.name}")), DESCRIPTION_LETTERS))
        for c in COMMANDS
        if c.name in offered
    ]


async def announce(bot: Bot, notes: Notes, catalogue: Catalogue) -> None:
    """List the commands with Telegram, unless they are listed so already.

    Where that fails the next start does it: commands that are typed are understood all the same.
    """
    lists = [
        (scope, language, listed(words.voice(catalogue, language), offered))
        for language in catalogue.languages
        for scope, offered in _SCOPES.items()
    ]
    told = [[s.type, code, [each.to_dict() for each in some]] for s, code, some in lists]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    name = f"telegram.commands.{bot.id}"
    if await notes.note(name) == digest:
        return
    try:
        for scope, language, some in lists:
            code = None if language == catalogue.language() else language  # what all others read
            await bot.set_my_commands(some, scope, language_code=code)
    except TelegramError as error:
        log.warning("telegram.unlisted", why=type(error).__name__)
        return
    await notes.set_note(name, digest)
    log.info("telegram.listed", lists=len(lists))
