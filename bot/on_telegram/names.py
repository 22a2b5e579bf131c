"""Conversion between Telegram's users, chats and messages and the bot's users and places."""

import telegram

from bot.table.cleaning import plain_name
from bot.table.people import Actor, Place, Platform, User

_INLINE = "inline."
"""The prefix of an inline message's channel. Chats have numeric ids, or `@` names."""


def is_handle(user: User) -> bool:
    """Whether only a user's username is known, which can be mentioned but not written to."""
    return user.id.startswith("@")


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
