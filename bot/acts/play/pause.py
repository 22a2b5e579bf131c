"""Offering a pause."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.wishes import (
    WishStep,
    can_wish,
    is_stopped,
    must_be_pausable,
    must_have_opponents,
    offered,
)
from bot.commands.command import of_game
from bot.table.asking import Wish
from bot.table.button import Button, Offer, Posts
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Pause(WishStep):
    """Offer a pause, during which no clock runs."""

    declared = Declaration("pause", of_game("pause"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        seat = access.seat_of(table, here.actor)
        must_have_opponents(here.games, table, seat, "pause.computer")
        must_be_pausable(table)
        return offered(table, Wish.PAUSE, here)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players of a running game between people."""
        playing = access.is_between_people(table, here.actor) and not is_stopped(table)
        if playing and can_wish(here.games, table, here.actor, Wish.PAUSE):
            yield Button(Text("button.ask.pause"), cls(table.id))
