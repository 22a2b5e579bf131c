"""Who and where, as Discord says it and as the tables know it."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import discord

from bot.table.naming import plain_name
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.table import TableId
from engine.text import Text

_POSTING = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
_POSTING_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)

_ZERO_WIDTH = "\u200b"

_MARKUP = re.compile(r"[\\*_~`|#>\[\]()<+-]|(?<=\d)\.(?=\s)")
"""What begins, or ends, something that is not shown as it is typed."""

_REACHES_OUT = re.compile(r"(?<=[@<:/.])(?=\S)")
"""Where mentions, links, invitations and emoji are torn apart."""


def escape(name: str) -> str:
    """Make a person's name plain: no markup, no link, no invitation, no mention."""
    torn = _REACHES_OUT.sub(_ZERO_WIDTH, plain_name(name))
    return _MARKUP.sub(r"\\\g<0>", torn)


def located(text: Text, channel: Callable[[str], str]) -> Text:
    """Return a text that tells of a place by the channel's name, not by its number."""
    return _placed(text, lambda number: channel(number) if number.isdecimal() else number)


def linked(text: Text, guild: str, message: str) -> Text:
    """Return a text that tells of a place by a link to the message that stands there.

    `guild` is the number of the server, `message` as the outbound names messages.
    """
    thread, _, number = message.rpartition("/")
    inside = thread or dict(text.args).get("thread")
    address = f"https://discord.com/channels/{guild}"
    return _placed(text, lambda channel: f"{address}/{inside or channel}/{number}")


def standing(text: Text) -> tuple[TableId, Place] | None:
    """The table that a text tells of, and its place; None where it tells of none."""
    args = dict(text.args)
    table, channel, thread = (args.get(name) for name in ("id", "place", "thread"))
    if not (isinstance(table, str) and isinstance(channel, str) and isinstance(thread, str)):
        return None
    return TableId(table), Place(Platform.DISCORD, channel, thread)


def _placed(text: Text, told: Callable[[str], str]) -> Text:
    args = {
        name: told(value) if name == "place" and isinstance(value, str) else value
        for name, value in text.args
    }
    return Text(text.key, **args)


def user(person: discord.abc.User) -> User:
    """The person that a Discord account is."""
    return User(Platform.DISCORD, str(person.id))


def mention(person: User) -> str:
    """How a message calls `person`."""
    return f"<@{person.id}>"


def actor(interaction: discord.Interaction) -> Actor:
    """Whoever typed or pressed."""
    return Actor(
        user(interaction.user),
        plain_name(interaction.user.display_name),
        str(interaction.locale),
        manages=interaction.guild_id is not None and interaction.permissions.manage_channels,
    )


def other(person: discord.abc.User) -> Actor:
    """Somebody who was named in a command."""
    return Actor(user(person), plain_name(person.display_name))


def place(interaction: discord.Interaction) -> Place:
    """Where it was typed or pressed: a channel, and the thread in it.

    A thread that the bot began is no place of its own: a game of the channel has its board there.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.Thread):
        return Place(Platform.DISCORD, str(interaction.channel_id))
    if in_own_thread(interaction):
        return Place(Platform.DISCORD, str(channel.parent_id))
    return Place(Platform.DISCORD, str(channel.parent_id), str(channel.id))


def in_own_thread(interaction: discord.Interaction) -> bool:
    """Whether it was typed or pressed in a thread that the bot began for a game."""
    channel, me = interaction.channel, interaction.client.user
    return isinstance(channel, discord.Thread) and me is not None and channel.owner_id == me.id


def message(interaction: discord.Interaction) -> str:
    """The board whose button was pressed, as boards are called in their place; else nothing.

    What only the presser sees is no board, nor is a message without the button that is told.
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
    """Whether the bot itself is where it was asked, not only the asker's own installation of it."""
    alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.context.dm_channel or not alone


def is_alone(interaction: discord.Interaction) -> bool:
    """Whether nobody but the asker and the bot is there."""
    return interaction.guild_id is None and interaction.context.dm_channel


def missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """Which permissions the bot lacks to post boards where it was asked, as Discord names them."""
    if interaction.guild_id is None:
        return ()
    inside = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, inside=inside)


def lacking(has: discord.Permissions, *, inside: bool = False) -> tuple[str, ...]:
    """Which permissions boards take in a channel, or `inside` a thread, that are not among these.

    They go by Discord's names.
    """
    wanted = _POSTING_IN_THREADS if inside else _POSTING
    return tuple(name for name, needed in wanted if needed and not getattr(has, name))


def is_locked(interaction: discord.Interaction) -> bool:
    """Whether it was asked in a thread in which only moderators may write."""
    channel = interaction.channel
    locked = isinstance(channel, discord.Thread) and channel.locked
    return locked and not interaction.app_permissions.manage_threads


def operation(interaction: discord.Interaction) -> Operation:
    """What the act is known by, in every process that the interaction is delivered to."""
    return Operation(f"discord:{interaction.application_id}:{interaction.id}")
