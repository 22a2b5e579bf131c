"""Who and where, as Telegram says it and as the tables know it."""

import html

import telegram

from bot.table.people import Actor, Place, Platform, User

_INLINE = "inline."
"""What the channel begins with that an inline message is; chats have numbers, or names after @."""


def escape(name: str) -> str:
    """Make words plain in HTML."""
    return html.escape(name, quote=False)


def link(user: User, name: str) -> str:
    """Call somebody by name; whoever has no username is called all the same."""
    return f'<a href="tg://user?id={user.id}">{escape(name)}</a>'


def user(person: telegram.User) -> User:
    """The person that a Telegram account is."""
    return User(Platform.TELEGRAM, str(person.id))


def actor(person: telegram.User, *, manages: bool = False) -> Actor:
    """Somebody who types, presses, or is named."""
    return Actor(user(person), person.full_name, person.language_code or "en", manages)


def place(message: "telegram.Message | telegram.MaybeInaccessibleMessage") -> Place:
    """Where a message stands: a chat, and the topic in it."""
    topic = ""
    if isinstance(message, telegram.Message) and message.is_topic_message:
        topic = str(message.message_thread_id)
    return Place(Platform.TELEGRAM, str(message.chat.id), topic)


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
