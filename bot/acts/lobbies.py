"""What the acts in lobbies share: who may do what, and that play begins with the last seat."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import TableStep
from bot.acts.agreeing import must_agree
from bot.acts.context import Context
from bot.acts.tables import Stale
from bot.games.catalogue import Games
from bot.table import lobby
from bot.table.agreement import Part, Seen, seat_mark
from bot.table.naming import name_of, seems, with_side
from bot.table.people import Actor
from bot.table.request import Refusal
from bot.table.seats import Free, Seat
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Name, Text


@dataclass(frozen=True, slots=True)
class LobbyStep(TableStep):
    """An act that changes who has gathered at a table with more than two seats.

    It can be done from the private chat with the lobby's menu. A `silent` one mentions nobody.
    """

    anywhere: ClassVar[bool] = True
    begins: ClassVar = True
    silent: ClassVar = True

    @abstractmethod
    def gathered(self, table: Table, here: Context) -> Table:
        """Return the lobby after the act. Raises Refusal."""

    @property
    def seen(self) -> Seen:
        """What the actor has seen of the lobby."""
        return Seen()

    def agreed(self, *, begins: bool) -> Sequence[Part]:
        """Return what the actor agrees to with the act, and whether play `begins` with it."""
        return ()

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        """Return the step to that lobby; play begins if it has no open seat."""
        after = self.gathered(table, here)
        if parts := self.agreed(begins=not lobby.is_open(after)):
            await must_agree(here, table, self.seen, parts)
        return here.offers.gather(after, silent=self.silent)


def is_own_lobby(table: Table, actor: Actor) -> bool:
    """Return whether the actor is the host of a lobby."""
    return table.is_lobby and access.is_host(table, actor)


def others_in(table: Table) -> list[Seat]:
    """Return the seats of a lobby but for its host's."""
    return [seat for number, seat in enumerate(table.seats) if number != table.hosted_by]


def seat_named(table: Table, seat: int, who: str) -> int:
    """Return the seat of the player for whom `who` stands (`seat_mark`), empty if unknown.

    `seat` is where they were, which tells equal computers apart. Raises Refusal if they have gone.
    """
    seats = enumerate(table.seats)
    theirs = [n for n, each in seats if who in ("", seat_mark(table, each))]
    if seat in theirs:
        return seat
    if len(theirs) != 1:
        raise Stale(table, Text("lobby.moved"))
    return theirs[0]


def must_be_lobby(table: Table) -> None:
    """Raise Refusal unless people can choose their seats at the table."""
    access.must_be_offered(table)
    if not table.is_lobby:
        raise Stale(table, Text("lobby.none"))


def must_host(table: Table, actor: Actor) -> None:
    """Raise Refusal unless the actor hosts the lobby."""
    must_be_lobby(table)
    if not access.is_host(table, actor):
        raise Refusal(Text("lobby.host", name=name_of(table.host)))


def must_alter(table: Table, actor: Actor) -> None:
    """Raise Refusal unless the actor may change the options of the challenge, lobby or practice."""
    access.must_be_offered(table)
    if table.is_demo or table.is_next_game:
        raise Refusal(Text("pick.no-own-offer"))
    if not access.is_host(table, actor):
        raise Refusal(Text("lobby.host", name=name_of(table.host)))
    if lobby.next_host(table) is not None:
        raise Refusal(Text("options.joined"))


def must_have_free(table: Table, count: int) -> None:
    """Raise Refusal if there are fewer free seats."""
    free = sum(isinstance(seat, Free) for seat in table.seats)
    if free < count:
        raise Refusal(Text("invite.full", count=free))


def with_seat(games: Games, table: Table, seat: int) -> Name | Text:
    """Return the name of whoever has a seat; if another is like it, with what the seat is called.

    So nobody is mistaken for somebody else whose name they have taken on.
    """
    name = name_of(table.seats[seat])
    others = (name_of(other) for number, other in enumerate(table.seats) if number != seat)
    if not any(seems(name) == seems(other) for other in others):
        return name
    return with_side(table, seat, games.of(table.header).seat(table.header, seat))
