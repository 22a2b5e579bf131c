"""What is typed after a slash, as a line that the table's own reader understands."""

from dataclasses import dataclass

from telegram import BotCommand, Message, MessageEntity

from bot.on_telegram import names
from bot.table.commands import COMMANDS, PREFIX, BadCommand
from bot.table.intents import Challenge, Intent
from bot.table.people import Actor
from bot.table.typed import parse
from renderer.text import Say, Text

DESCRIPTION_LETTERS = 256

START = "start"
"""What Telegram itself sends when somebody follows a link to the bot."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command: its name in small letters, and the rest of the line."""

    name: str
    rest: str


def typed(message: Message, username: str) -> Typed | None:
    """Return the command that a message begins with; None if it is none, or another bot's."""
    words = message.text or ""
    first = next(iter(message.entities), None)
    if first is None or first.type != MessageEntity.BOT_COMMAND or first.offset != 0:
        return None
    command = message.parse_entity(first)
    name, _, bot = command.removeprefix("/").partition("@")
    if bot and bot.casefold() != username.casefold():
        return None
    return Typed(name.casefold(), _named(message, words, command).strip())


def _named(message: Message, words: str, command: str) -> str:
    """What stands behind the command, people in it by their numbers."""
    rest = words[len(command) :]
    mentions = message.parse_entities([MessageEntity.TEXT_MENTION])
    for entity, shown in mentions.items():
        if entity.user is not None:
            rest = rest.replace(f"@{shown}", shown).replace(shown, f"@{entity.user.id}", 1)
    return rest


def intent_of(command: Typed, message: Message) -> Intent:
    """Return what a command asks; BadCommand says what is wrong with it."""
    people = _people(message)

    def find(name: str) -> Actor | None:
        if name not in people:
            raise BadCommand(Text("telegram.nobody", name=name))
        return people[name]

    intent = parse(f"{PREFIX} {command.name} {command.rest}", find)
    replied = message.reply_to_message
    if isinstance(intent, Challenge) and intent.opponent is None and command.name == "challenge":
        sender = None if replied is None else replied.from_user
        if sender is not None and not sender.is_bot and sender.id != names.ANONYMOUS:
            return Challenge(names.actor(sender), intent.options, intent.word)
    return intent


def _people(message: Message) -> dict[str, Actor]:
    """Those whom a message mentions, by their numbers."""
    people = (entity.user for entity in message.entities if entity.user is not None)
    return {str(person.id): names.actor(person) for person in people}


def listed(say: Say) -> list[BotCommand]:
    """Return the commands as Telegram lists them."""
    return [
        BotCommand(command.name, say(Text(f"command.{command.name}"))[:DESCRIPTION_LETTERS])
        for command in COMMANDS
    ]
