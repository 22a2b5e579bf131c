"""Parsing of Telegram commands, by conversion to lines for the common command parser."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from telegram import Message, MessageEntity, User

from bot.acts.act import Act
from bot.acts.registry import COMMANDS
from bot.commands.command import PREFIX, BadCommand
from bot.games.catalogue import Games
from bot.games.spelling import echo
from bot.inbound.typed import parse
from bot.on_telegram import names
from bot.table.naming import called
from bot.table.people import Actor
from engine.text import Name, Text

START = "start"
"""The command that Telegram sends when a user follows a link to the bot."""

INVITE = "invite"
"""The command with which a host invites people to a lobby; other platforms have a menu for it."""

_KNOWN = frozenset((INVITE, *(command.name for command in COMMANDS)))

_PUNCTUATION = " \n,.:;!?"
"""What may stand between the bot's name and a command, or after the command."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command: its name in lower case, and the rest of the line.

    `ours`: it names this bot, or is one of its commands; otherwise another bot may be meant.
    """

    name: str
    rest: str
    ours: bool


def typed(message: Message, username: str) -> Typed | None:
    """Return the command at the start of a message; None if it has none, or another bot's.

    `/puluc link` is `/link`: people type what they have read elsewhere.
    """
    first = next(iter(message.entities), None) if message.text else None
    if first is None or first.type != MessageEntity.BOT_COMMAND or first.offset != 0:
        return None
    try:
        command, rest = message.parse_entity(first), _rest(message, first)
    except UnicodeDecodeError:  # an entity that begins or ends within a character
        return None
    name, _, bot = command.removeprefix("/").partition("@")
    if bot and bot.casefold() != username.casefold():
        return None
    if f"/{name.casefold()}" == PREFIX:
        name, *others = rest.split(maxsplit=1) or ["help"]
        rest = "".join(others)
    name = name.casefold()
    return Typed(name, rest, ours=bool(bot) or name in _KNOWN)


def summons(message: Message, username: str) -> Typed:
    """Return what follows the bot's name in a message, as a command.

    If it doesn't begin with the name of one, it is the rest of a challenge; it asks for help if
    nothing follows.
    """
    said = ""
    for entity in message.entities if message.text else ():
        with suppress(UnicodeDecodeError):
            mentioned = message.parse_entity(entity).casefold() == f"@{username}".casefold()
            if entity.type == MessageEntity.MENTION and mentioned:
                said = _rest(message, entity)
                break
    said = said.lstrip(_PUNCTUATION)
    first, *rest = said.split(maxsplit=1) or [""]
    name = first.strip(f"/{_PUNCTUATION}").casefold()
    if name in {START, *_KNOWN}:
        return Typed(name, "".join(rest), ours=True)
    return Typed("challenge" if said else "help", said, ours=False)


def _rest(message: Message, first: MessageEntity) -> str:
    """Return the text after an entity; users without a username appear as `@` and their id."""
    units = (message.text or "").encode("utf-16-le")  # Telegram's offsets count UTF-16 units
    rest, at = "", first.offset + first.length
    for entity in message.entities:
        if entity.type != MessageEntity.TEXT_MENTION or entity.user is None:
            continue
        if entity.offset >= at:
            rest += units[2 * at : 2 * entity.offset].decode("utf-16-le") + f"@{entity.user.id}"
            at = entity.offset + entity.length
    return (rest + units[2 * at :].decode("utf-16-le")).strip()


def act_of(command: Typed, message: Message, games: Games) -> Act:
    """Return what a command says. Raises BadCommand."""
    chosen, author = _chosen(message), _replied_to(message)
    people = _people(message)

    try:
        act = parse(f"{PREFIX} {command.name} {command.rest}", people.get, games)
    except BadCommand as bad:
        raise BadCommand(_better(bad.text, command)) from bad
    if author is not None:
        chosen.append(author)
        act = act.with_people([names.actor(author)]) or act
    for person in getattr(act, "people", ()):
        must_play(person, chosen)
    return act


def named_people(command: Typed, message: Message) -> tuple[Actor, ...]:
    """Return the people named in a command that names only people.

    Without any, it is the author of the message that the command replies to. Raises BadCommand for
    a word that names nobody, and for people who can't play.
    """
    chosen, author = _chosen(message), _replied_to(message)
    known = _people(message)
    found: dict[str, Actor] = {}
    for word in command.rest.split():
        name = word.removeprefix("@")
        if name not in known:
            raise BadCommand(Text("telegram.unnamed", name=Name(echo(name))))
        found[name] = known[name]
    if author is not None and not found:
        chosen.append(author)
        found[str(author.id)] = names.actor(author)
    for person in found.values():
        must_play(person, chosen)
    return tuple(found.values())


def _chosen(message: Message) -> list[User]:
    """Return the accounts that were chosen from the list of mentions."""
    return [entity.user for entity in message.entities if entity.user is not None]


def _people(message: Message) -> dict[str, Actor]:
    """Return the people mentioned in a message by what stands for them in a command's line."""
    chosen = {str(person.id): names.actor(person) for person in _chosen(message)}
    return chosen | _mentioned(message)


def _mentioned(message: Message) -> dict[str, Actor]:
    """Return the users mentioned by username, whose accounts Telegram doesn't disclose."""
    usernames = [
        message.parse_entity(entity).removeprefix("@")
        for entity in message.entities
        if entity.type == MessageEntity.MENTION
    ]
    return {username: names.by_username(username) for username in usernames}


def must_play(opponent: Actor, accounts: Iterable[User]) -> None:
    """Raise BadCommand for a challenge to a bot or to a deleted account.

    `accounts` are those of whom more is known than the username.
    """
    account = next((each for each in accounts if names.user(each) == opponent.user), None)
    bot = account.is_bot if account is not None else _is_bots(opponent.handle)
    if bot:
        raise BadCommand(Text("telegram.bot", name=called(opponent.name)))
    if account is not None and names.is_deleted(account):
        raise BadCommand(Text("telegram.deleted"))


def _is_bots(username: str) -> bool:
    """Whether a username is a bot's: theirs end in "bot", and no others do."""
    return username.casefold().endswith("bot")


def _better(why: Text, command: Typed) -> Text:
    """Return an error that explains how to name a user in Telegram, where that may help."""
    if why.key == "command.nobody":
        return Text("telegram.nobody", **dict(why.args))
    if why.key == "command.ruleset" and command.name == "challenge":
        return Text("telegram.person", told=why)
    return why


def _replied_to(message: Message) -> User | None:
    """Return the author of the message that this one replies to, unless it is a bot or chat."""
    original = message.reply_to_message
    if original is None or original.from_user is None or original.from_user.is_bot:
        return None
    if original.sender_chat is not None or original.forum_topic_created is not None:
        return None  # every message in a topic replies to the one that created it
    return original.from_user
