"""Ending a pause."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Resume(TableStep):
    """End the pause of a game."""

    declared = Declaration(
        "resume", of_game("resume"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    fits: ClassVar = access.is_paused
    none: ClassVar = Text("resume.none-here")
    anywhere: ClassVar = True

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.seat_of(table, here.actor)
        if not access.is_paused(table, here.actor):
            raise Stale(table, Text("resume.none"))
        return steps.resume(table, here.now)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players of a paused game."""
        if access.is_paused(table, here.actor):
            yield Button(Text("button.resume"), cls(table.id))
