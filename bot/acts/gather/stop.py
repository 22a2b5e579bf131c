"""Stopping a game between computers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.table import steps
from bot.table.button import Button, Offer, Posts, Style
from bot.table.naming import name_of
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Stop(TableStep):
    """End a game of computers, which only the player who posted it can."""

    declared = Declaration("stop", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_demo_of
    none: ClassVar = Text("pick.no-game")
    anywhere: ClassVar = True

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        if not access.is_demo_of(table, here.actor):
            raise Refusal(Text("demo.stop", name=name_of(table.host)))
        return steps.end(table, Ending.STOPPED, here.now)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for the player who posted the game."""
        if access.is_demo_of(table, here.actor):
            yield Button(Text("button.stop"), cls(table.id), Style.BAD)
