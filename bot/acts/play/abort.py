"""Aborting a game before its first move."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import aborts, access, demos
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.named import menu_of, perform
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Button, Offer, Posts, Style
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Abort(TableStep):
    """End a game before its first move. A game of computers is stopped."""

    declared = Declaration("abort", of_game("abort"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_playing
    none: ClassVar = Text("pick.no-game")
    anywhere: ClassVar = True

    @override
    async def handle(self, here: Context) -> Reply:
        """Abort the game, which counts against a limit."""
        if await demos.is_meant(here, self.table):
            return await perform("stop", here, self.table)
        playing = await self.find(here)
        if access.is_playing(playing, here.actor) and not playing.chosen:
            await aborts.count_abort(here.store, here.user, playing.id, int(here.now))
        return await self.change(playing.id, here)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        seat = access.seat_of(table, here.actor)
        if (refusal := aborts.why_not(table)) is not None:
            others = (offer for each in ("resign", "quit") for offer in menu_of(each, table, here))
            raise Refusal(refusal, choices=tuple(others))
        return steps.end(table, Ending.ABORTED, here.now, by=seat)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players who can still abort the game."""
        if access.is_playing(table, here.actor) and aborts.why_not(table) is None:
            yield Button(Text("button.abort"), cls(table.id), Style.BAD)
