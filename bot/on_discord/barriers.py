"""Checks whether an intent can run, and its board be shown, in the channel of an interaction."""

import discord

from bot.inbound.dispatcher import OPENING
from bot.on_discord import names
from bot.show.outbound import Barrier
from bot.table.intents import (
    Challenge,
    ChooseOpponent,
    Help,
    Intent,
    Learn,
    ListGames,
    Next,
    Play,
    Rematch,
    Rules,
    ShowBoard,
    TableRules,
)
from engine.text import Text

OPENED = (*OPENING, Rematch)
"""Intents that post a new table."""

SHOWING = (*OPENED, ShowBoard)
"""Intents that are complete only once their board is posted, whether typed or pressed."""

_POSTING = (*SHOWING, ChooseOpponent)
"""Intents that are pointless in a channel where the bot can't post boards."""

_ANYWHERE = (Rules, TableRules, Learn, Help, ListGames, Next, Play)
"""Intents that work where the bot isn't a member."""


def before(interaction: discord.Interaction, intent: Intent) -> Text | None:
    """Return why an intent can't run in this channel; None if it may be tried."""
    if not names.is_member(interaction) and not isinstance(intent, _ANYWHERE):
        return Text("discord.no-member")
    if isinstance(intent, Challenge | ChooseOpponent) and names.is_alone(interaction):
        return Text("discord.alone")
    if isinstance(intent, _POSTING) and names.is_locked(interaction):
        return Text("discord.locked")
    if isinstance(intent, _POSTING) and names.missing(interaction):
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
