"""Dismissing a player from a lobby."""

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
from bot.table.seats import Free, Kept
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Dismiss(LobbyStep):
    """Free a seat of a lobby: ask its player to leave, or withdraw an invitation.

    `who` stands for who has it (`seat_mark`).
    """

    declared = Declaration("dismiss", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    table: TableId
    seat: int
    who: str = ""

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        seat = seat_named(table, self.seat, self.who)
        if isinstance(table.seats[seat], Free) or seat == table.hosted_by:
            raise Stale(table, Text("lobby.moved"))
        return lobby.free(table, seat)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button, for the host of a lobby, that asks whom to dismiss."""
        others = any(not isinstance(seat, Free) for seat in others_in(table))
        if others and is_own_lobby(table, here.actor):
            yield button("button.dismiss", "menu", table.id, topic=cls.declared.name)

    @classmethod
    def menu_of_players(cls, table: Table) -> Iterator[Button]:
        """Yield a button for each player."""
        for number, seat in enumerate(table.seats):
            if number != table.hosted_by and not isinstance(seat, Free):
                key = "button.uninvite" if isinstance(seat, Kept) else "button.dismiss-player"
                dismiss = cls(table.id, number, seat_mark(table, seat))
                yield Button(Text(key, name=name_of(seat)), dismiss)
