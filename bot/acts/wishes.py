"""Offers that players make each other during a game: to take back a move, a draw, a pause.

An offer is part of the table until an opponent answers it, or until the next move.
"""

from dataclasses import dataclass
from typing import ClassVar

from bot.acts import access
from bot.acts.act import TableStep
from bot.acts.context import Context
from bot.acts.limits import OFFERS
from bot.acts.tables import Stale
from bot.games.catalogue import Games
from bot.table import steps
from bot.table.clock import Stop
from bot.table.naming import named
from bot.table.people import Actor, User
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Table, Wish
from bot.table.undo import Taken, taken_back
from engine import Corrupt
from engine.text import Text


@dataclass(frozen=True, slots=True)
class WishStep(TableStep):
    """An act that offers the opponents something."""

    anywhere: ClassVar = True
    fits: ClassVar = access.is_between_people
    none: ClassVar = Text("agree.none-here")

    def offered(self, table: Table, wish: Wish, here: Context) -> Step:
        """Return the step that makes the offer. Raises Refusal if an open one is in its way."""
        seat, open_ = access.seat_of(table, here.actor), table.asking
        if open_ is not None and open_.seat != seat:
            raise Refusal(Text("agree.open", name=named(table, open_.seat)))
        if open_ is not None and open_.wish is wish:
            raise Refusal(Text("agree.same"))
        here.limits.count(OFFERS, here.user, table.id)
        return steps.ask(table, wish, seat)


def can_wish(table: Table, actor: Actor, wish: Wish) -> bool:
    """Return whether no offer of others, and not the same offer, is in the way of one."""
    open_ = table.asking
    return open_ is None or (open_.seat in table.seats_of(actor.user) and open_.wish is not wish)


async def taken(table: Table, user: User, here: Context) -> Taken | None:
    """Return how to take back the last move of a player. May raise Corrupt."""
    record, seats = await here.store.record(table.id), table.seats_of(user)
    try:
        return taken_back(here.games.game(table.header), table, record, seats)
    except Corrupt:
        newest = await here.tables.load(table.id)
        if newest.revision == table.revision:
            raise
        raise Stale(newest) from None  # the record is that of a move made meanwhile


def must_have_opponents(games: Games, table: Table, seat: int, otherwise: str) -> None:
    """Raise Refusal with this text if nobody but computers plays on other sides."""
    if not games.opponents(table, seat):
        raise Refusal(Text(otherwise))


def must_oppose(games: Games, table: Table, actor: Actor, other: int, what: str) -> None:
    """Raise Refusal unless the actor, who is playing, is an opponent of the seat `other`."""
    seat, *more = table.seats_of(actor.user)
    if other in (seat, *more):
        raise Refusal(Text(f"{what}.own"))
    game = games.game(table.header)
    if game.side(seat) == game.side(other):
        raise Refusal(Text(f"{what}.partner", name=named(table, other)))


def must_be_pausable(table: Table) -> None:
    """Raise Refusal if the game is already paused, or waits for an opponent's claim."""
    if table.clock is not None and table.clock.stopped is Stop.PAUSED:
        raise Refusal(Text("pause.already"))
    if table.forfeit is not None:
        raise Refusal(Text("pause.forfeit"))


def is_stopped(table: Table) -> bool:
    """Return whether the game is paused, or the player to move has run out of time or gone."""
    stopped = table.clock is not None and table.clock.stopped in (Stop.PAUSED, Stop.UP)
    return stopped or table.absence is not None
