"""Adding a computer to a lobby."""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override

from bot.acts import levels
from bot.acts.act import Audience, Declaration, Who
from bot.acts.agreeing import TO_ACCEPT
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.lobbies import LobbyStep, must_host
from bot.commands.command import DEFAULT_LEVEL
from bot.table import lobby
from bot.table.agreement import Part, Seen
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.request import Refusal
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class AddComputer(LobbyStep):
    """Give a free seat of a lobby to a computer, by default on the side with fewer players.

    `agreement` is the lobby as displayed (`bot.table.agreement`): play may begin with it.
    """

    declared = Declaration(
        "computer", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )

    table: TableId
    side: int | None = None
    level: str = DEFAULT_LEVEL
    agreement: str = confirmed("")

    @property
    @override
    def seen(self) -> Seen:
        return Seen(agreement=self.agreement)

    @override
    def agreed(self, *, begins: bool) -> Sequence[Part]:
        return TO_ACCEPT if begins else ()

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        game = here.games.game(table.header)
        if self.side is not None and self.side not in range(game.sides):
            raise Refusal(Text("press.unknown"))  # a forged button
        number = lobby.free_seat(table.seats, game, self.side)
        if number is None:
            raise Refusal(Text("computer.no-seat"))
        return lobby.seat_computer(table, number, levels.fitting(here.games, table, self.level))
