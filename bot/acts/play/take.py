"""Taking over a seat that a player has given up."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.offers import person_of
from bot.acts.tables import Stale
from bot.commands.command import of_game
from bot.table import departures
from bot.table.agreement import seat_mark
from bot.table.button import Posts
from bot.table.naming import name_of, vacated_by
from bot.table.people import Actor
from bot.table.request import Refusal, Reply
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class TakeSeat(TableStep):
    """Take over a seat that a player has given up, by default the first one, and play on there.

    `former` stands for that player (`seat_mark`), empty if unknown.
    """

    declared = Declaration(
        "take", of_game("take"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, at_home=True
    )
    fits: ClassVar = access.has_vacated_seat
    none: ClassVar = Text("take.none-here")
    anywhere: ClassVar = False

    seat: int | None = None
    former: str = ""

    @override
    async def handle(self, here: Context) -> Reply:
        found = await self.find(here)
        if found.vacated and found.seat_of(here.user) is None:
            if found.host.user != here.user:
                await here.offers.must_not_be_blocked(here.actor, found)
            await here.offers.must_have_room(here.user)
        return await self.change(found.id, here)

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_have_begun(table)
        seat = self._seat(table, here)
        if len(table.former) >= departures.MAX_CHANGES:
            raise Refusal(Text("take.often", limit=departures.MAX_CHANGES))
        clock = table.clock or table.resting
        if clock is not None and clock.seat == seat and clock.remaining(here.now) == 0:
            raise Refusal(Text("take.up"))
        game, position = here.games.game(table.header), here.games.position(table)
        return departures.take_over(table, game, position, seat, person_of(here.actor), here.now)

    def _seat(self, table: Table, here: Context) -> int:
        """Return the seat that the actor takes over. Raises Refusal if they can't."""
        if not table.vacated:
            raise Stale(table, self._late(table, here.actor))
        game = here.games.game(table.header)
        sides = departures.sides_of(game, table, here.user)
        allowed = [seat for seat in table.vacated if sides <= {game.side(seat)}]
        if self.seat is None and allowed:
            return allowed[0]
        if self.seat is not None and not self._is_meant(table, self.seat):
            raise Stale(table, self._late(table, here.actor))
        if self.seat is None or self.seat not in allowed:
            raise Refusal(Text("take.opponent"))
        return self.seat

    def _is_meant(self, table: Table, seat: int) -> bool:
        """Return whether a seat can be taken over from the player for whom `former` stands."""
        former = vacated_by(table, seat)
        return former is not None and self.former in ("", seat_mark(table, former))

    def _late(self, table: Table, actor: Actor) -> Text:
        """Return why no seat, or not the one wanted, can be taken over."""
        taken = [each.seat for each in table.former if isinstance(table.seats[each.seat], Person)]
        seat = taken[-1] if self.seat is None and taken else self.seat
        if seat not in taken:  # a forged button, or another player has given up the seat
            return Text("take.none")
        holder = table.seats[seat]
        if isinstance(holder, Person) and holder.user == actor.user:
            return Text("take.yours")
        return Text("take.late", name=name_of(holder))
