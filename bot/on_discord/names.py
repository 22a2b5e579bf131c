"""Conversion of Discord users, channels and messages to users, places and message ids."""

from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.table.cleaning import plain_name
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from engine.text import Text

_POSTING = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
_POSTING_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)


def located(text: Text, channel: Callable[[str], str]) -> Text:
    """Return the text with the channel id of its place, if any, replaced by `channel(id)`."""
    return _placed(text, lambda number: channel(number) if number.isdecimal() else number)


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

    A thread that the bot started isn't a place of its own: it shows a game of its channel.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.Thread):
        return Place(Platform.DISCORD, str(interaction.channel_id))
    if in_own_thread(interaction):
        return Place(Platform.DISCORD, str(channel.parent_id))
    return Place(Platform.DISCORD, str(channel.parent_id), str(channel.id))


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
    offered = {getattr(item, "custom_id", None) for item in _items(pressed)}
    if data.get("custom_id") not in offered:
        return ""
    return f"{pressed.channel.id}/{pressed.id}" if in_own_thread(interaction) else str(pressed.id)


def _items(message: discord.Message) -> list[object]:
    rows = [row for row in message.components if isinstance(row, discord.ActionRow)]
    return [item for row in rows for item in row.children]


def is_member(interaction: discord.Interaction) -> bool:
    """Whether the bot itself is a member here, not just installed for this user."""
    alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.context.dm_channel or not alone


def is_alone(interaction: discord.Interaction) -> bool:
    """Whether this is the user's private chat with the bot."""
    return interaction.guild_id is None and interaction.context.dm_channel


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return the permissions, by Discord's names, that the bot lacks for posting boards here."""
    if interaction.guild_id is None:
        return ()
    inside = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, inside=inside)


def lacking(has: discord.Permissions, *, inside: bool = False) -> tuple[str, ...]:
    """Return the missing permissions for boards in a channel, or `inside` a thread.

    They have Discord's names.
    """
    required = _POSTING_IN_THREADS if inside else _POSTING
    return tuple(name for name, needed in required if needed and not getattr(has, name))


def is_locked(interaction: discord.Interaction) -> bool:
    """Whether this is a locked thread, and the bot has no permission to manage threads."""
    channel = interaction.channel
    locked = isinstance(channel, discord.Thread) and channel.locked
    return locked and not interaction.app_permissions.manage_threads


def operation(interaction: discord.Interaction) -> Operation:
    """Return the operation id, which is the same in every process that gets the interaction."""
    return Operation(f"discord:{interaction.application_id}:{interaction.id}")
