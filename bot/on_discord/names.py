"""Who and where, as Discord says it and as the tables know it."""

import discord

from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation


def escape(name: str) -> str:
    """Make a person's name plain: no markup, no link, no mention."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(name, ignore_links=False))


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
    """Where it was typed or pressed: a channel, and the thread in it."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        return Place(Platform.DISCORD, str(channel.parent_id), str(channel.id))
    return Place(Platform.DISCORD, str(interaction.channel_id))


def operation(interaction: discord.Interaction) -> Operation:
    """What the act is known by, in every process that the interaction is delivered to."""
    return Operation(f"discord:{interaction.id}")
