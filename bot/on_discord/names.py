"""Who and where, as Discord says it and as the tables know it."""

import discord

from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation

_POSTING = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
_POSTING_IN_THREADS = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)

_ZERO_WIDTH = "\u200b"


def escape(name: str) -> str:
    """Make a person's name plain: no markup, no link, no mention."""
    plain = discord.utils.escape_markdown(name, ignore_links=False)
    plain = plain.replace("<", f"<{_ZERO_WIDTH}").replace("://", f":{_ZERO_WIDTH}//")
    return discord.utils.escape_mentions(plain)


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
        interaction.user.display_name,
        str(interaction.locale),
        manages=interaction.guild_id is not None and interaction.permissions.manage_channels,
    )


def other(person: discord.abc.User) -> Actor:
    """Somebody who was named in a command."""
    return Actor(user(person), person.display_name)


def place(interaction: discord.Interaction) -> Place:
    """Where it was typed or pressed: a channel, and the thread in it.

    A thread that the bot began is no place of its own: a game of the channel has its board there.
    """
    channel, me = interaction.channel, interaction.client.user
    if not isinstance(channel, discord.Thread):
        return Place(Platform.DISCORD, str(interaction.channel_id))
    if me is not None and channel.owner_id == me.id:
        return Place(Platform.DISCORD, str(channel.parent_id))
    return Place(Platform.DISCORD, str(channel.parent_id), str(channel.id))


def is_member(interaction: discord.Interaction) -> bool:
    """Whether the bot itself is where it was asked, not only the asker's own installation of it."""
    alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    return interaction.context.dm_channel or not alone


def may_post(interaction: discord.Interaction) -> bool:
    """Whether the bot is allowed to post boards where it was asked."""
    if interaction.guild_id is None:
        return True
    inside = isinstance(interaction.channel, discord.Thread)
    return (_POSTING_IN_THREADS if inside else _POSTING) <= interaction.app_permissions


def operation(interaction: discord.Interaction) -> Operation:
    """What the act is known by, in every process that the interaction is delivered to."""
    return Operation(f"discord:{interaction.id}")
