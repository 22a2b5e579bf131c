"""What keeps an act from being done, or its board from being shown, where it is asked for."""

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
    Play,
    Rematch,
    Rules,
    ShowBoard,
    TableRules,
)
from engine.text import Text

OPENED = (*OPENING, Rematch)
"""What has a table posted that was not there before."""

SHOWING = (*OPENED, ShowBoard)
"""What is done when its board stands there, pressed as well as typed."""

_POSTING = (*SHOWING, ChooseOpponent)
"""What is for nothing where no board can be posted."""

_ANYWHERE = (Rules, TableRules, Learn, Help, ListGames, Play)
"""What needs no place where the bot itself is."""


def before(interaction: discord.Interaction, intent: Intent) -> Text | None:
    """Why something cannot be done where it was typed or pressed; None if it can be tried."""
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
    """Why a board cannot be shown where it was asked for, and what to do."""
    if barrier is Barrier.LOCKED:
        return Text("discord.locked")
    if rights := names.missing(interaction):
        return Text("discord.forbidden", rights=tuple(Text(f"discord.right.{r}") for r in rights))
    return Text("discord.unshown")
