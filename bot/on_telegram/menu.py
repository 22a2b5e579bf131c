"""What Telegram shows of the bot by itself: its commands, by who is where, and its profile."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

import structlog
from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    MenuButtonCommands,
)
from telegram.error import TelegramError

from bot.commands.commands import COMMANDS
from bot.on_telegram import words
from bot.table.notes import Notes
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

DESCRIPTION_LETTERS = 256
"""How much is said of a command."""

PROFILE_LETTERS = 512
"""How much stands in an empty private chat."""

ABOUT_LETTERS = 120
"""How much stands in the profile, and goes along when somebody shares the bot."""

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


@dataclass(frozen=True, slots=True)
class Profile:
    """What Telegram shows to people of one language; "" is that of all without one of their own."""

    language: str
    lists: tuple[tuple[BotCommandScope, list[BotCommand]], ...]
    description: str
    about: str

    def told(self) -> object:
        """The same as JSON, to see whether it has changed."""
        lists = [[scope.type, [each.to_dict() for each in some]] for scope, some in self.lists]
        return [self.language, lists, self.description, self.about]


def profile(catalogue: Catalogue, language: str) -> Profile:
    """Return what is shown to people of a language."""
    say = words.voice(catalogue, language)
    lists = ((scope, listed(say, offered)) for scope, offered in _SCOPES.items())
    return Profile(
        language="" if language == catalogue.language() else language,
        lists=tuple(lists),
        description=words.cut(say(Text("telegram.description")), PROFILE_LETTERS),
        about=words.cut(say(Text("telegram.about")), ABOUT_LETTERS),
    )


def listed(say: Say, offered: set[str]) -> list[BotCommand]:
    """Return these commands as Telegram lists them."""
    return [
        BotCommand(c.name, words.cut(say(Text(f"command.{c.name}")), DESCRIPTION_LETTERS))
        for c in COMMANDS
        if c.name in offered
    ]


async def announce(bot: Bot, notes: Notes, catalogue: Catalogue) -> None:
    """Tell Telegram what it shows, unless it has been told so already.

    Where that fails the next start does it: commands that are typed are understood all the same.
    """
    profiles = [profile(catalogue, language) for language in catalogue.languages]
    told = json.dumps([each.told() for each in profiles], sort_keys=True)
    digest = hashlib.sha256(told.encode()).hexdigest()
    name = f"telegram.commands.{bot.id}"
    if await notes.note(name) == digest:
        return
    try:
        for shown in profiles:
            await _show(bot, shown)
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    except TelegramError as error:
        log.warning("telegram.unlisted", why=type(error).__name__)
        return
    await notes.set_note(name, digest)
    log.info("telegram.listed", languages=len(profiles))


async def _show(bot: Bot, shown: Profile) -> None:
    code = shown.language or None
    for scope, some in shown.lists:
        await bot.set_my_commands(some, scope, language_code=code)
    await bot.set_my_description(shown.description, language_code=code)
    await bot.set_my_short_description(shown.about, language_code=code)
