"""Who and where, as Telegram says it and as the tables know it."""

import html
import re
from typing import Final

import telegram

from bot.table.naming import plain_name
from bot.table.people import Actor, Place, Platform, User

_INLINE = "inline."
"""What the channel begins with that an inline message is; chats have numbers, or names after @."""

_WORD_JOINER: Final = "\N{WORD JOINER}"

_REACHING: Final = re.compile(r"[@#$/](?=\S)|\.(?=\w)")
"""What Telegram makes links, mentions, commands and hashtags of, unless something stands behind."""


def escape(name: str) -> str:
    """Make words plain in HTML."""
    return html.escape(name, quote=False)


def quiet(name: str) -> str:
    """Keep Telegram from finding links, mentions and commands in a name; it looks the same."""
    return _REACHING.sub(lambda found: found[0] + _WORD_JOINER, name)


def call(user: User, name: str) -> str:
    """Call somebody by name; whoever has no username is called all the same."""
    if user.id.startswith("@"):
        return escape(user.id)
    return f'<a href="tg://user?id={user.id}">{escape(quiet(name))}</a>'


def full_name(person: telegram.User) -> str:
    """The name that an account goes by; empty where it has been deleted."""
    return person.full_name or ""  # which the library leaves out where there is none


def user(person: telegram.User) -> User:
    """The person that a Telegram account is."""
    return User(Platform.TELEGRAM, str(person.id))


def actor(person: telegram.User, *, manages: bool = False) -> Actor:
    """Somebody who types, presses, or is named."""
    return Actor(
        user(person),
        plain_name(full_name(person)),
        person.language_code or "",
        manages,
        person.username or "",
    )


def by_username(username: str) -> Actor:
    """Somebody of whom nothing is known but their username, without its `@`."""
    id_ = f"@{username.casefold()}"
    return Actor(User(Platform.TELEGRAM, id_), f"@{username}", handle=username)


def is_deleted(person: telegram.User) -> bool:
    """Whether an account is there no more: Telegram leaves its name empty."""
    return not full_name(person).strip()


def place(message: "telegram.Message | telegram.MaybeInaccessibleMessage") -> Place:
    """Where a message stands: a chat, and the topic in it."""
    topic = ""
    if isinstance(message, telegram.Message) and message.is_topic_message:
        topic = str(message.message_thread_id)
    return Place(Platform.TELEGRAM, str(message.chat.id), topic)


def private(user: User) -> Place:
    """The chat that somebody has with the bot."""
    return Place(Platform.TELEGRAM, user.id)


def is_private(place: Place) -> bool:
    """Whether a place is the chat that somebody has with the bot."""
    return place.channel.isdecimal()


def thread(place: Place) -> int | None:
    """The topic of a place, as Telegram's methods want it."""
    return int(place.thread) if place.thread else None


def inline(message: str) -> Place:
    """The place that an inline message is by itself: nobody tells in which chat it stands."""
    return Place(Platform.TELEGRAM, f"{_INLINE}{message}")


def inline_message(place: Place) -> str | None:
    """The inline message that a place is, None for a chat."""
    if not place.channel.startswith(_INLINE):
        return None
    return place.channel.removeprefix(_INLINE)
