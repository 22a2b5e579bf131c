"""Resigning a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import aborts, access, demos
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.leaving import depart, has_partners
from bot.acts.named import perform
from bot.commands.command import GAME, Command
from bot.games.catalogue import title
from bot.table.button import Button, Offer, Posts, Style
from bot.table.former import Departure
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Resign(TableStep):
    """Resign a game or, if others play on, give up the actor's seats. Unless `sure`, ask first.

    A game of computers is stopped. `of_seat`: the question was about the seats only.
    """

    declared = Declaration(
        "resign", Command("resign", (GAME,)), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS
    )
    fits: ClassVar = access.is_playing
    none: ClassVar = Text("pick.no-game")
    anywhere: ClassVar = True

    sure: bool = confirmed(default=False)
    of_seat: bool = confirmed(default=False)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for a player who can no longer abort the game, or who has partners."""
        if not access.is_playing(table, here.actor):
            return
        if has_partners(here.games, table, here.user):
            yield Button(Text("button.give-up-seat"), cls(table.id), Style.BAD)
        elif aborts.why_not(table) is not None:
            key = "button.resign" if table.match is None else "button.resign-game"
            yield Button(Text(key), cls(table.id), Style.BAD)

    @override
    async def handle(self, here: Context) -> Reply:
        if await demos.is_meant(here, self.table):
            return await perform("stop", here, self.table)
        found = await self.find(here)
        if not self.sure and found.status is not Status.OVER:
            return self._ask_back(found, here)
        return await self.change(found.id, here)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        seat = access.seat_of(table, here.actor)
        access.must_decide_for_good(table, here.actor)
        if self.of_seat and not has_partners(here.games, table, here.user):
            asked = self._ask_back(table, here)  # the partners have gone meanwhile
            raise Refusal(*asked.texts, choices=asked.choices)
        return depart(here.games, table, seat, Departure.RESIGNED, here.now)

    def _ask_back(self, table: Table, here: Context) -> Reply:
        """Ask whether to resign or, if others play on, whether to give up the seat."""
        access.seat_of(table, here.actor)
        question, answer = "resign.sure", "button.resign-sure"
        if of_seat := has_partners(here.games, table, here.user):
            question, answer = "resign.seat-sure", "button.resign-seat-sure"
        sure = Button(Text(answer), Resign(table.id, sure=True, of_seat=of_seat), Style.BAD)
        return Reply((Text(question, ruleset=title(table.header)),), choices=(sure,))
