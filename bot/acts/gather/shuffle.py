"""Distributing the players of a lobby at random."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import SystemRandom

from typing_extensions import override

from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.lobbies import LobbyStep, is_own_lobby, must_host, others_in
from bot.table import lobby
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.seats import Free
from bot.table.table import Table
from engine.text import Text

_chance = SystemRandom()


@dataclass(frozen=True, slots=True)
class Shuffle(LobbyStep):
    """Distribute the players of a lobby over the sides at random."""

    declared = Declaration("shuffle", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)

    table: TableId

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        taken = [n for n, seat in enumerate(table.seats) if not isinstance(seat, Free)]
        order = _chance.sample(taken, len(taken))
        return lobby.deal(table, here.games.game(table.header), order)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for the host of a lobby with others."""
        others = any(not isinstance(seat, Free) for seat in others_in(table))
        if others and is_own_lobby(table, here.actor):
            yield Button(Text("button.shuffle"), cls(table.id))
