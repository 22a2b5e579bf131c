"""Offering a draw."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.wishes import WishStep, can_wish, must_have_opponents, offered
from bot.commands.command import of_game
from bot.table.asking import Wish
from bot.table.button import Button, Offer, Posts
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Draw(WishStep):
    """Offer a draw."""

    declared = Declaration("draw", of_game("draw"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        seat = access.seat_of(table, here.actor)
        must_have_opponents(here.games, table, seat, "draw.computer")
        return offered(table, Wish.DRAW, here)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players of a game between people."""
        if access.is_between_people(table, here.actor) and can_wish(
            here.games, table, here.actor, Wish.DRAW
        ):
            yield Button(Text("button.ask.draw"), cls(table.id))
