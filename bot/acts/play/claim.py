"""What opponents decide about a player whose time is up, or who has gone."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.leaving import depart
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.acts.wishes import agreed, must_oppose, offered
from bot.table import consent, steps
from bot.table.agreement import seat_mark
from bot.table.asking import Wish
from bot.table.button import Posts
from bot.table.clock import Stop
from bot.table.former import Departure
from bot.table.ids import TableId
from bot.table.people import Actor
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Claim(TableStep):
    """Claim the win over the player; in a team, a computer takes over the player's seat.

    `player` stands for them (`seat_mark`).
    """

    declared = Declaration("claim", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES)
    anywhere: ClassVar = False

    table: TableId
    player: str = ""

    @override
    def decide(self, table: Table, here: Context) -> Step:
        seat = _forfeit(table, here.actor, self.player)
        up = table.clock is not None and table.clock.stopped is Stop.UP
        why = Departure.TIMEOUT if up else Departure.LEFT
        return depart(here.games, table, seat, why, here.now)


@dataclass(frozen=True, slots=True)
class Extend(TableStep):
    """Give the player a day, if all opponents agree who aren't computers; else a partner can.

    `player` stands for them (`seat_mark`).
    """

    declared = Declaration(
        "extend", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    anywhere: ClassVar = False

    table: TableId
    player: str = ""

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        gets, seat = _forfeit(table, here.actor, self.player), access.seat_of(table, here.actor)
        if here.games.opponents(table, gets):
            must_oppose(here.games, table, here.actor, gets, "extend")
        game, open_ = here.games.game(table.header), table.asking
        if not consent.is_needed(game, table, Wish.EXTEND, seat):
            return steps.extend(table, here.now)
        if open_ is not None and open_.wish is Wish.EXTEND and open_.seat != seat:
            return await agreed(table, open_, here)
        return offered(table, Wish.EXTEND, here)


def _forfeit(table: Table, actor: Actor, player: str) -> int:
    """Return the seat about which the actor decides. Raises Refusal unless it is the player's."""
    access.seat_of(table, actor)
    if table.forfeit is None or player not in ("", seat_mark(table, table.seats[table.forfeit])):
        raise Stale(table, Text("claim.none"))
    if table.forfeit in table.seats_of(actor.user):
        raise Refusal(Text("claim.own"))
    return table.forfeit
