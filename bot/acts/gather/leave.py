"""Leaving a lobby."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.lobbies import LobbyStep, is_own_lobby, must_be_lobby
from bot.acts.named import button
from bot.commands.command import of_game
from bot.table import lobby
from bot.table.button import Button, Offer, Posts, Style
from bot.table.lobby import NoRoom
from bot.table.request import Refusal
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Leave(LobbyStep):
    """Leave a lobby. If the actor is its host, another player becomes the host."""

    declared = Declaration(
        "leave", of_game("leave"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    fits: ClassVar = access.is_in_lobby
    none: ClassVar = Text("pick.no-lobby")

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_be_lobby(table)
        mine = table.seat_of(here.user)
        if mine is None:
            mine = access.seat_kept_for(table, here.actor)
        if mine is None:
            raise Refusal(Text("seat.none"))
        try:
            return lobby.free(table, mine)
        except NoRoom:
            cancel = button("button.cancel", "cancel", table.id, style=Style.BAD)
            raise Refusal(Text("leave.only"), choices=(cancel,)) from None

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players other than the host."""
        seated = table.is_lobby and table.seat_of(here.user) is not None
        if seated and not is_own_lobby(table, here.actor):
            yield Button(Text("button.leave"), cls(table.id))
