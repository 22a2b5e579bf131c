"""Conversion of Discord users, channels and messages to users, places and message ids."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.table.cleaning import plain_name
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from engine.text import Text

_GUEST = "guest."
"""The prefix of channels where the bot is a guest; the others are numbers.

The server and the number of the channel follow, because the client knows neither.
"""

NO_SERVER = "@me"
"""What stands for the server of a private chat or group, here as in Discord's links."""

_POSTING = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
_POSTING_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)


_STARTING_THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)


def located(text: Text, channel: Callable[[str], str]) -> Text:
    """Return the text with the channel id of its place, if any, replaced by `channel(id)`."""

    def named(number: str) -> str:
        if number.startswith(_GUEST):
            number = number.rpartition(".")[2]
        return channel(number) if number.isdecimal() else number

    return _placed(text, named)


def linked(text: Text, url: str) -> Text:
    """Return the text with the channel id of its place, if any, replaced by a message's URL."""
    return _placed(text, lambda _: url)


def table_of(text: Text) -> tuple[TableId, Place] | None:
    """Return the table that a text is about, and its place; None if it isn't about a table."""
    args = dict(text.args)
    table, channel, thread = (args.get(name) for name in ("id", "place", "thread"))
    if not (isinstance(table, str) and isinstance(channel, str) and isinstance(thread, str)):
        return None
    return TableId(table), Place(Platform.DISCORD, channel, thread)


def without_id(text: Text, said: str) -> str:
    """Return a line or label as it is said, without the id of its table at its begin or end.

    On Discord people never have to type ids.
    """
    args = dict(text.args)
    inner = args.get("game")
    if isinstance(inner, Text):
        return without_id(inner, said)
    number = re.escape(str(args.get("id", "")))
    return re.sub(rf"^{number}: |,? {number}$", "", said) if number else said


def _placed(text: Text, replace: Callable[[str], str]) -> Text:
    args = {
        name: replace(value) if name == "place" and isinstance(value, str) else value
        for name, value in text.args
    }
    return Text(text.key, **args)


def user(person: discord.abc.User) -> User:
    """Return the user of a Discord account."""
    return User(Platform.DISCORD, str(person.id))


def mention(person: User) -> str:
    """Return the markup that mentions `person`."""
    return f"<@{person.id}>"


def actor(interaction: discord.Interaction) -> Actor:
    """Return the user who typed or pressed."""
    return Actor(
        user(interaction.user),
        plain_name(interaction.user.display_name),
        str(interaction.locale),
        manages=interaction.guild_id is not None and interaction.permissions.manage_channels,
    )


def other(person: discord.abc.User) -> Actor:
    """Return the user named in a command."""
    return Actor(user(person), plain_name(person.display_name))


def place(interaction: discord.Interaction) -> Place:
    """Return where the user typed or pressed: the channel, and the thread in it, if any.

    A thread that the bot started isn't a place of its own: it shows a game of its channel. Where
    the bot isn't a member, it can tell nothing of channels and threads, so each is a place.
    """
    channel = interaction.channel
    if not is_member(interaction):
        return as_guest(interaction.guild_id, interaction.channel_id)
    if not isinstance(channel, discord.Thread):
        return Place(Platform.DISCORD, str(interaction.channel_id))
    if in_own_thread(interaction):
        return Place(Platform.DISCORD, str(channel.parent_id))
    return Place(Platform.DISCORD, str(channel.parent_id), str(channel.id))


def as_guest(server: int | None, channel: int | None) -> Place:
    """Return the place of a channel or thread where the bot isn't a member."""
    return Place(Platform.DISCORD, f"{_GUEST}{server or NO_SERVER}.{channel}")


def guest_of(place: Place) -> tuple[str, str] | None:
    """Return the server and channel where the bot is a guest, None if it is a member."""
    if not is_guest(place):
        return None
    server, _, channel = place.channel.removeprefix(_GUEST).partition(".")
    return server, channel


def is_guest(place: Place) -> bool:
    """Whether the bot isn't a member of a place, so that it can only answer interactions there."""
    return place.channel.startswith(_GUEST)


def in_own_thread(interaction: discord.Interaction) -> bool:
    """Whether the interaction comes from a thread that the bot started for a game."""
    channel, me = interaction.channel, interaction.client.user
    return isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id


def message(interaction: discord.Interaction) -> str:
    """Return the id of the board whose button was pressed, in the outbound's format; else "".

    An ephemeral message isn't a board, nor is a message without the button in question.
    """
    pressed: discord.Message | None = interaction.message
    data: Mapping[str, Any] = interaction.data or {}
    if pressed is None or pressed.flags.ephemeral:
        return ""
    if data.get("custom_id") not in pressables(pressed):
        return ""
    return f"{pressed.channel.id}/{pressed.id}" if in_own_thread(interaction) else str(pressed.id)


def pressables(message: discord.Message) -> set[str]:
    """Return the custom ids of the buttons and menus in a message."""
    found = (getattr(each, "custom_id", None) for each in every(message.components))
    return set(filter(None, found))


def every(components: Sequence[object]) -> Iterator[object]:
    """Yield components and, after each, those inside it."""
    for each in components:
        yield each
        yield from every(getattr(each, "children", ()))


def is_member(interaction: discord.Interaction) -> bool:
    """Whether the bot itself is a member here, not just brought along.

    Whoever has brought it need not be the user: anyone may press the buttons of its messages.
    """
    return interaction.context.dm_channel or interaction.is_guild_integration()


def is_alone(interaction: discord.Interaction) -> bool:
    """Whether this is the user's private chat with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def is_hidden(interaction: discord.Interaction) -> bool:
    """Whether only the user would see a board: the server hides the apps that people bring."""
    inside = interaction.guild_id is not None and not is_member(interaction)
    return inside and not interaction.permissions.use_external_apps


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the permissions, by Discord's names, that the bot lacks for posting boards here."""
    if interaction.guild_id is None or not is_member(interaction):
        return ()
    inside = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, inside=inside)


def missing_for_threads(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the permissions, by Discord's names, that the bot lacks for starting threads here."""
    return _without(interaction.app_permissions, _STARTING_THREADS)


def may_start_threads(client: discord.Client, channel: int) -> bool:
    """Whether the bot may start threads in a channel, as far as the client knows."""
    found = client.get_channel(channel)
    if not isinstance(found, discord.abc.GuildChannel):
        return True
    return not _without(found.permissions_for(found.guild.me), _STARTING_THREADS)


def lacking(has: discord.Permissions, *, inside: bool = False) -> tuple[str, ...]:
    """Return the missing permissions for boards in a channel, or `inside` a thread.

    They have Discord's names.
    """
    return _without(has, _POSTING_IN_THREADS if inside else _POSTING)


def _without(has: discord.Permissions, required: discord.Permissions) -> tuple[str, ...]:
    return tuple(name for name, needed in required if needed and not getattr(has, name))


def is_locked(interaction: discord.Interaction) -> bool:
    """Whether this is a locked thread, and the bot has no permission to manage threads."""
    channel = interaction.channel
    locked = isinstance(channel, discord.Thread) and channel.locked
    return locked and not interaction.app_permissions.manage_threads


def operation(interaction: discord.Interaction) -> Operation:
    """Return the operation id, which is the same in every process that gets the interaction."""
    return Operation(f"discord:{interaction.application_id}:{interaction.id}")
