"""The bot's command menus, by kind of chat, and its profile texts.

In a group, the menu has what most people need; `/help` explains the rest, and the private chat
lists it.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
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

from bot.acts.registry import COMMANDS, is_for_moderators
from bot.on_telegram import words
from bot.on_telegram.commands import INVITE
from bot.table.notes import Notes
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

DESCRIPTION_LENGTH = 256
"""The maximum for a command, in characters."""

PROFILE_LENGTH = 512
"""The maximum for the text shown in an empty private chat."""

ABOUT_LENGTH = 120
"""The maximum for the text in the profile, also sent when a user shares the bot."""

_IN_GROUPS = {*("play", "challenge", "open", "board", "games", "next", "rules", "resign", "help")}
"""The commands in the menus of groups, which open whenever somebody types a slash."""

_MODERATING = {"settings", "close"}

_FOR_ADMINS = {command.name for command in COMMANDS if is_for_moderators(command.name)}

_DESCRIPTIONS: Mapping[str, Text] = {
    **{command.name: Text(f"command.{command.name}") for command in COMMANDS},
    INVITE: Text("telegram.command-invite"),
}
"""The commands in the order of the menus, and what they do."""

_EVERY = set(_DESCRIPTIONS)

_SCOPES: Mapping[BotCommandScope, set[str]] = {
    BotCommandScopeAllPrivateChats(): _EVERY - _FOR_ADMINS,
    BotCommandScopeAllGroupChats(): _IN_GROUPS,
    BotCommandScopeAllChatAdministrators(): _IN_GROUPS | _MODERATING,
}

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Profile:
    """The menus and texts for one language; "" is the default for all other languages."""

    language: str
    lists: tuple[tuple[BotCommandScope, list[BotCommand]], ...]
    description: str
    about: str

    def as_json(self) -> object:
        """Return the profile as JSON data, for detecting changes."""
        lists = [[scope.type, [each.to_dict() for each in some]] for scope, some in self.lists]
        return [self.language, lists, self.description, self.about]


def profile(catalogue: Catalogue, language: str) -> Profile:
    """Return the profile for a language."""
    say = words.Voice(catalogue, language)
    lists = ((scope, listed(say, offered)) for scope, offered in _SCOPES.items())
    return Profile(
        language="" if language == catalogue.language() else language,
        lists=tuple(lists),
        description=words.cut(say(Text("telegram.description")), PROFILE_LENGTH),
        about=words.cut(say(Text("telegram.about")), ABOUT_LENGTH),
    )


def listed(say: Say, offered: set[str]) -> list[BotCommand]:
    """Return the `offered` commands with their descriptions."""
    return [
        BotCommand(name, words.cut(say(text), DESCRIPTION_LENGTH))
        for name, text in _DESCRIPTIONS.items()
        if name in offered
    ]


async def announce(bot: Bot, notes: Notes, catalogue: Catalogue) -> None:
    """Upload the menus and texts to Telegram if they have changed, or are gone there.

    If that fails, the next start retries: typed commands work without the menu.
    """
    profiles = [profile(catalogue, language) for language in catalogue.languages]
    content = json.dumps([each.as_json() for each in profiles], sort_keys=True)
    digest = hashlib.sha256(content.encode()).hexdigest()
    name = f"telegram.commands.{bot.id}"
    try:
        default = profile(catalogue, catalogue.language())
        if await notes.note(name) == digest and await unlisted(bot, default) is None:
            return
        for each in profiles:
            await _upload(bot, each)
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
    except TelegramError as error:
        log.warning("telegram.unlisted", why=type(error).__name__)
        return
    await notes.set_note(name, digest)
    log.info("telegram.listed", languages=len(profiles))


async def unlisted(bot: Bot, profile: Profile) -> Sequence[BotCommand] | None:
    """Return what Telegram has instead of a menu of the profile; None if it has all of them.

    Another program with the same token may have changed them.
    """
    for scope, wanted in profile.lists:
        found = await bot.get_my_commands(scope, language_code=profile.language or None)
        if [*found] != wanted:
            return found
    return None


async def _upload(bot: Bot, profile: Profile) -> None:
    code = profile.language or None
    for scope, some in profile.lists:
        await bot.set_my_commands(some, scope, language_code=code)
    await bot.set_my_description(profile.description, language_code=code)
    await bot.set_my_short_description(profile.about, language_code=code)
