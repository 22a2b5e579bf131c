"""What is typed after a slash, as a line that the table's own reader understands."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from telegram import Message, MessageEntity, User

from bot.commands.commands import COMMANDS, PREFIX, BadCommand
from bot.commands.typed import parse
from bot.games.catalogue import Games
from bot.on_telegram import names
from bot.table.intents import Block, Challenge, ChooseOpponent, Intent, Unblock
from bot.table.naming import called
from bot.table.people import Actor
from engine.text import Text

START = "start"
"""What Telegram itself sends when somebody follows a link to the bot."""

_KNOWN = frozenset(command.name for command in COMMANDS)


@dataclass(frozen=True, slots=True)
class Typed:
    """A command: its name in small letters, and the rest of the line.

    `ours`: it is meant for this bot, and for no other one of the group.
    """

    name: str
    rest: str
    ours: bool


def typed(message: Message, username: str) -> Typed | None:
    """Return the command that a message begins with; None if it is none, or another bot's."""
    first = next(iter(message.entities), None)
    if first is None or first.type != MessageEntity.BOT_COMMAND or first.offset != 0:
        return None
    command = message.parse_entity(first)
    name, _, bot = command.removeprefix("/").partition("@")
    if bot and bot.casefold() != username.casefold():
        return None
    name = name.casefold()
    return Typed(name, _rest(message, first), ours=bool(bot) or name in _KNOWN)


def _rest(message: Message, command: MessageEntity) -> str:
    """What stands behind the command; people who were chosen from a list by their numbers."""
    units = (message.text or "").encode("utf-16-le")  # as Telegram counts
    rest, at = "", command.length
    for entity in message.entities:
        if entity.type == MessageEntity.TEXT_MENTION and entity.user is not None:
            rest += units[2 * at : 2 * entity.offset].decode("utf-16-le") + f"@{entity.user.id}"
            at = entity.offset + entity.length
    return (rest + units[2 * at :].decode("utf-16-le")).strip()


def intent_of(command: Typed, message: Message, games: Games) -> Intent:
    """Return what a command asks; BadCommand says what is wrong with it."""
    chosen = [entity.user for entity in message.entities if entity.user is not None]
    people = {str(person.id): names.actor(person) for person in chosen} | _mentioned(message)

    try:
        intent = parse(f"{PREFIX} {command.name} {command.rest}", people.get, games)
    except BadCommand as bad:
        raise BadCommand(_better(bad.text, command)) from bad
    if (answered := _answered(message)) is not None:
        chosen.append(answered)
        match intent:
            case ChooseOpponent(options):
                intent = Challenge(names.actor(answered), options)
            case Block(None, False) | Unblock(None, False):
                intent = replace(intent, whom=names.actor(answered))
    if isinstance(intent, Challenge) and intent.opponent is not None:
        _must_play(intent.opponent, chosen)
    return intent


def _mentioned(message: Message) -> dict[str, Actor]:
    """Whoever is mentioned by a username: which account has it, Telegram does not tell."""
    usernames = [
        message.parse_entity(entity).removeprefix("@")
        for entity in message.entities
        if entity.type == MessageEntity.MENTION
    ]
    return {username: names.by_username(username) for username in usernames}


def _must_play(opponent: Actor, accounts: Iterable[User]) -> None:
    """Refuse a challenge to a bot, or to an account that is there no more."""
    account = next((each for each in accounts if names.user(each) == opponent.user), None)
    bot = account.is_bot if account is not None else _is_bots(opponent.handle)
    if bot:
        raise BadCommand(Text("telegram.bot", name=called(opponent.name)))
    if account is not None and names.is_deleted(account):
        raise BadCommand(Text("telegram.deleted"))


def _is_bots(username: str) -> bool:
    """Whether a username is a bot's: all of theirs end so, and nobody else's."""
    return username.casefold().endswith("bot")


def _better(why: Text, command: Typed) -> Text:
    """Say how people are named here, to whoever may have tried to."""
    if why.key == "command.nobody":
        return Text("telegram.nobody", **dict(why.args))
    if why.key == "command.ruleset" and command.name == "challenge":
        return Text("telegram.person", told=why)
    return why


def _answered(message: Message) -> User | None:
    """The person whose message is answered, if it is a person's."""
    answered = message.reply_to_message
    if answered is None or answered.from_user is None or answered.from_user.is_bot:
        return None
    if answered.sender_chat is not None or answered.forum_topic_created is not None:
        return None  # whoever opened a topic is not meant by what is written there
    return answered.from_user
