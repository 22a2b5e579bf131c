"""Checks whether an act can be done, and its board be shown, in the channel of an interaction."""

import discord

from bot.acts.act import Act
from bot.on_discord import names
from bot.show.outbound import Barrier
from bot.table.request import NO_THREADS
from engine.text import Text


def before(interaction: discord.Interaction, act: Act) -> Text | None:
    """Return why an act can't be done in this channel; None if it may be tried."""
    if act.declared.inside and not names.is_member(interaction):
        return Text("discord.no-member")
    if act.posts.is_board and names.is_hidden(interaction):
        return Text("discord.hidden")
    if act.declared.needs_others and names.is_alone(interaction):
        return Text("discord.alone")
    if act.posts.is_board and names.is_locked(interaction):
        return Text("discord.locked")
    if act.posts.is_board and names.missing(interaction):
        return after(interaction, Barrier.NO_PERMISSION)
    return None


def after(interaction: discord.Interaction, barrier: Barrier) -> Text:
    """Return why the board can't be shown in this channel, and what to do about it."""
    if barrier is Barrier.LOCKED:
        return Text("discord.locked")
    if barrier is Barrier.WAITING:
        return Text("discord.waiting")
    if barrier is Barrier.REFUSED:
        return Text("discord.refused")
    if rights := names.missing(interaction):
        return Text("discord.forbidden", rights=tuple(Text(f"discord.right.{r}") for r in rights))
    return Text("discord.unshown")


def threadless(interaction: discord.Interaction) -> Text | None:
    """Return why a game that begins here can't have a thread of its own; None if it can."""
    if interaction.guild_id is None or not names.is_member(interaction):
        return NO_THREADS
    if isinstance(interaction.channel, discord.Thread) and not names.in_own_thread(interaction):
        return Text("discord.thread-in-thread")
    if rights := names.missing_for_threads(interaction):
        return Text("discord.threadless", rights=tuple(Text(f"discord.right.{r}") for r in rights))
    return None
