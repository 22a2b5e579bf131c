"""The channels of places, and links to their messages, as far as the client knows them.

Nothing here sends a request. The library knows every channel of the client's servers, but a private
chat only once it has been opened to write to it.
"""

from typing import TypeAlias

import discord

from bot.on_discord import names
from bot.table.people import Place

_LINK = "https://discord.com/channels/{}/{}/{}"

Channel: TypeAlias = discord.abc.GuildChannel | discord.abc.PrivateChannel | discord.Thread


def guild_of(client: discord.Client, place: Place) -> discord.Guild | None:
    """Return the server of a place; None for a private chat, or if it isn't known."""
    return getattr(_channel_of(client, place), "guild", None)


def language_of(guild: discord.Guild | None) -> str:
    """Return the tag of a server's language, empty if it has none.

    Only Community servers choose one: all others have American English, whatever they speak.
    """
    if guild is None:
        return ""
    known = guild.preferred_locale
    chosen = known is not discord.Locale.american_english or "COMMUNITY" in guild.features
    return str(known) if chosen else ""


def to_message(client: discord.Client, place: Place, message: str) -> str | None:
    """Return the URL of a message, None if its server or private chat isn't known.

    `message` is in the outbound's format.
    """
    thread, _, number = message.rpartition("/")
    guest = names.guest_of(place)
    if guest is not None and number.isdecimal():
        return _LINK.format(*guest, number)
    channel = _channel_of(client, place)
    if channel is None or not number.isdecimal():
        return None
    if isinstance(channel, discord.abc.PrivateChannel):
        return _LINK.format(names.NO_SERVER, channel.id, number)
    return _LINK.format(channel.guild.id, thread or place.thread or channel.id, number)


def _channel_of(client: discord.Client, place: Place) -> Channel | None:
    if place.reader is not None:
        private = (each for each in client.private_channels if _is_with(each, place.reader.id))
        return next(private, None)
    return client.get_channel(int(place.channel)) if place.channel.isdecimal() else None


def _is_with(channel: discord.abc.PrivateChannel, user: str) -> bool:
    """Return whether a channel is the private chat with a user, by their id."""
    recipient = channel.recipient if isinstance(channel, discord.DMChannel) else None
    return recipient is not None and str(recipient.id) == user
