"""Checks whether an act can be done, and its board be shown, in the channel of an interaction."""

import discord

from bot.acts.act import Act
from bot.on_discord import names
from bot.show.outbound import Barrier
from bot.table.button import Posts
from engine.text import Text


def shows_board(act: Act) -> bool:
    """Return whether an act is complete only once its board is posted, whether typed or pressed."""
    return act.posts in (Posts.BOARD, Posts.TABLE)


def before(interaction: discord.Interaction, act: Act) -> Text | None:
    """Return why an act can't be done in this channel; None if it may be tried."""
    if not names.is_member(interaction) and not act.declared.outside:
        return Text("discord.no-member")
    if act.declared.needs_others and names.is_alone(interaction):
        return Text("discord.alone")
    if shows_board(act) and names.is_locked(interaction):
        return Text("discord.locked")
    if shows_board(act) and names.missing(interaction):
        return after(interaction, Barrier.NO_PERMISSION)
    return None


def after(interaction: discord.Interaction, barrier: Barrier) -> Text:
    """Return why the board can't be shown in this channel, and what to do about it."""
    if barrier is Barrier.LOCKED:
        return Text("discord.locked")
    if barrier is Barrier.REFUSED:
        return Text("discord.refused")
    if rights := names.missing(interaction):
        return Text("discord.forbidden", rights=tuple(Text(f"discord.right.{r}") for r in rights))
    return Text("discord.unshown")
