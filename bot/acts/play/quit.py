"""Leaving a match."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import aborts, access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.leaving import has_partners, step_out
from bot.commands.command import of_game
from bot.table.button import Button, Offer, Posts, Style
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class LeaveMatch(TableStep):
    """Leave a match. Unless `sure`, ask first; `of_seat`: the question said that others play on."""

    declared = Declaration(
        "quit", of_game("quit"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, linked=True
    )
    fits: ClassVar = access.is_in_match
    none: ClassVar = Text("match.none")
    anywhere: ClassVar = True

    sure: bool = confirmed(default=False)
    of_seat: bool = confirmed(default=False)

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        if not self.sure and found.status is not Status.OVER:
            return self._ask_back(found, here)
        return await self.change(found.id, here)

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        seat = _seat_in_match(table, here.actor)
        access.must_decide_for_good(table, here.actor)
        if self.of_seat and not has_partners(here.games, table, here.user):
            asked = self._ask_back(table, here)  # the partners have gone meanwhile
            raise Refusal(*asked.texts, choices=asked.choices)
        return await step_out(here.games, here.next_games, table, seat, here.now)

    @override
    def done(self, table: Table) -> Text:
        return Text("match.left")

    def _ask_back(self, table: Table, here: Context) -> Reply:
        _seat_in_match(table, here.actor)
        of_seat = has_partners(here.games, table, here.user)
        alone = Text("match.leave", count=here.games.game(table.header).sides - 1)
        leave = LeaveMatch(table.id, sure=True, of_seat=of_seat)
        button = Button(Text("button.leave-match-sure"), leave, Style.BAD)
        return Reply((Text("match.leave-team") if of_seat else alone,), choices=(button,))

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players of a match who can no longer abort its game."""
        in_match = access.is_playing(table, here.actor) and table.match is not None
        if in_match and aborts.why_not(table) is not None:
            yield Button(Text("button.leave-match"), cls(table.id), Style.BAD)


def _seat_in_match(table: Table, actor: Actor) -> int:
    """Return the actor's seat in a match. Raises Refusal if they have none."""
    seat = table.seat_of(actor.user)
    if seat is None:
        raise Refusal(Text("seat.none"))
    if table.match is None:
        raise Refusal(Text("match.none"))
    access.must_be_open(table)
    if table.status is Status.OFFERED and not table.is_next_game:
        raise Refusal(Text("table.not-begun"))
    return seat
