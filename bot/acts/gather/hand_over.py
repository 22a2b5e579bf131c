"""Handing a lobby over to another player."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.lobbies import LobbyStep, is_own_lobby, must_host, others_in, seat_named
from bot.acts.named import button
from bot.acts.tables import Stale
from bot.table import lobby
from bot.table.agreement import seat_mark
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.naming import name_of
from bot.table.seats import Person
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class HandOver(LobbyStep):
    """Make the player in a seat the host of a lobby. `who` stands for them (`seat_mark`)."""

    declared = Declaration("host", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    seat: int
    who: str = ""

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        seat = seat_named(table, self.seat, self.who)
        if not isinstance(table.seats[seat], Person) or seat == table.hosted_by:
            raise Stale(table, Text("lobby.moved"))
        return lobby.hand_over(table, seat)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button, for the host of a lobby, that asks who is to be the next one."""
        others = any(isinstance(seat, Person) for seat in others_in(table))
        if others and is_own_lobby(table, here.actor):
            yield button("button.hand-over", "menu", table.id, topic=cls.declared.name)

    @classmethod
    def menu_of_players(cls, table: Table) -> Iterator[Button]:
        """Yield a button for each player."""
        for number, seat in enumerate(table.seats):
            if number != table.hosted_by and isinstance(seat, Person):
                label = Text("button.hand-over-to", name=name_of(seat))
                yield Button(label, cls(table.id, number, seat_mark(table, seat)))
