"""Conversion between Telegram's users, chats and messages and the bot's users and places."""

import html
import re
from typing import Final

import telegram

from bot.table.naming import plain_name
from bot.table.people import Actor, Place, Platform, User

_INLINE = "inline."
"""The prefix of an inline message's channel. Chats have numeric ids, or `@` names."""

_WORD_JOINER: Final = "\N{WORD JOINER}"

_LINKING: Final = re.compile(r"[@#$/](?=\S)|\.(?=\w)")
"""Characters that Telegram turns into links, mentions, commands and hashtags."""


def escape(name: str) -> str:
    """Escape text for HTML."""
    return html.escape(name, quote=False)


def quiet(name: str) -> str:
    """Return a name that looks the same, but in which Telegram finds no links or mentions."""
    return _LINKING.sub(lambda found: found[0] + _WORD_JOINER, name)


def is_handle(user: User) -> bool:
    """Whether only a user's username is known, which can be mentioned but not written to."""
    return user.id.startswith("@")


def mention(user: User, label: str) -> str:
    """Return the HTML that mentions a user with this visible text.

    It must be the username if nothing else is known.
    """
    if is_handle(user):
        return escape(label)
    return f'<a href="tg://user?id={user.id}">{escape(label)}</a>'


def full_name(person: telegram.User) -> str:
    """Return an account's full name; empty if the account has been deleted."""
    return person.full_name or ""  # the library may return None


def user(person: telegram.User) -> User:
    """Return the user of a Telegram account."""
    return User(Platform.TELEGRAM, str(person.id))


def actor(person: telegram.User, *, manages: bool = False) -> Actor:
    """Return the actor for an account."""
    return Actor(
        user(person),
        plain_name(full_name(person)),
        person.language_code or "",
        manages,
        person.username or "",
    )


def by_username(username: str) -> Actor:
    """Return the actor for a username without `@`, when nothing else is known."""
    id_ = f"@{username.casefold()}"
    return Actor(User(Platform.TELEGRAM, id_), f"@{username}", handle=username)


def is_deleted(person: telegram.User) -> bool:
    """Whether an account has been deleted: its name is empty."""
    return not full_name(person).strip()


def place(message: "telegram.Message | telegram.MaybeInaccessibleMessage") -> Place:
    """Return the place of a message: its chat, and the topic in it, if any."""
    topic = ""
    if isinstance(message, telegram.Message) and message.is_topic_message:
        topic = str(message.message_thread_id or "")
    return Place(Platform.TELEGRAM, str(message.chat.id), topic)


def private(user: User) -> Place:
    """Return a user's private chat with the bot."""
    return Place(Platform.TELEGRAM, user.id)


def is_private(place: Place) -> bool:
    """Whether a place is a private chat with the bot."""
    return place.channel.isdecimal()


def is_group(place: Place) -> bool:
    """Whether a place is in a group or channel, which have negative ids."""
    return place.channel.startswith("-")


def thread(place: Place) -> int | None:
    """Return the topic of a place, as an argument for Telegram's methods."""
    return int(place.thread) if place.thread else None


def inline(message: str) -> Place:
    """Return the place of an inline message. Its chat isn't known, so it is a place by itself."""
    return Place(Platform.TELEGRAM, f"{_INLINE}{message}")


def inline_message(place: Place) -> str | None:
    """Return the id of the inline message that a place stands for; None for a chat."""
    if not place.channel.startswith(_INLINE):
        return None
    return place.channel.removeprefix(_INLINE)
