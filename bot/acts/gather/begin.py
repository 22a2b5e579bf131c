"""Beginning the game of a lobby."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from typing_extensions import override

from bot.acts import access, joining, levels
from bot.acts.act import Audience, Declaration, Who
from bot.acts.agreeing import TO_ACCEPT
from bot.acts.codec import confirmed
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.lobbies import LobbyStep, must_host
from bot.acts.options import is_playable, options_of, with_options, with_seats
from bot.commands.command import of_game
from bot.games.catalogue import Games
from bot.table import lobby
from bot.table.agreement import Part, Seen, agreement
from bot.table.button import Button, Posts, Style
from bot.table.request import Refusal, Reply
from bot.table.table import Status, Table
from engine.text import Text


class How(StrEnum):
    """How a lobby with free seats can begin."""

    FEWER = "fewer"  # with fewer seats, if both sides are equal
    FILL = "fill"  # with computers in the free seats


@dataclass(frozen=True, slots=True)
class Start(LobbyStep):
    """Begin the game of a lobby; without `how`, ask if there is a choice.

    `agreement` is the lobby as it was when that was asked (`bot.table.agreement`).
    """

    declared = Declaration(
        "begin",
        of_game("begin"),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.PLAYERS,
        limit=PRESSES,
        linked=True,
    )
    fits: ClassVar = access.can_start
    none: ClassVar = Text("pick.no-lobby")

    how: How | None = confirmed(default=None)
    agreement: str = confirmed("")

    @override
    async def handle(self, here: Context) -> Reply:
        """Begin the game, or ask how. A practice game is started."""
        waiting = await self.find(here)
        if waiting.status is Status.OFFERED and waiting.is_practice:
            return await joining.accept(here, waiting, seen=self.seen)
        if self.how is None:
            must_host(waiting, here.actor)
            return _ask_how(here.games, waiting)
        return await self.change(waiting.id, here)

    @property
    @override
    def seen(self) -> Seen:
        return Seen(agreement=self.agreement)

    @override
    def agreed(self, *, begins: bool) -> Sequence[Part]:
        return TO_ACCEPT

    @override
    def gathered(self, table: Table, here: Context) -> Table:
        must_host(table, here.actor)
        if self.how is How.FILL:
            return lobby.fill(table, levels.fitting(here.games, table))
        return _with_fewer(here.games, table)


def _ask_how(games: Games, table: Table) -> Reply:
    """Ask how to begin with open seats."""
    count = sum(lobby.players(table, games.game(table.header)))
    fewer = Button(Text("start.fewer", count=count), _how(table, How.FEWER), Style.GOOD)
    _with_fewer(games, table)  # raises Refusal if only computers would help
    return Reply((Text("start.how"),), choices=(fewer, _fill(table)))


def _with_fewer(games: Games, table: Table) -> Table:
    """Return a lobby without its open seats.

    Raises Refusal if teams are unequal, or nobody can play with so few seats.
    """
    game = games.game(table.header)
    counts = lobby.players(table, game)
    if sum(counts) == 1:
        raise Refusal(Text("start.alone"), choices=(_fill(table),))
    if game.sides < game.seats and len(set(counts)) > 1:
        raise Refusal(Text("start.unequal"), choices=(_fill(table),))
    options = with_seats(options_of(games, table), sum(counts))
    if not is_playable(games, options):
        raise Refusal(Text("start.whole"), choices=(_fill(table),))
    fewer = with_options(games, lobby.withdraw_all(table), options)
    if lobby.is_open(fewer):
        raise Refusal(Text("start.whole"), choices=(_fill(table),))
    return fewer


def _fill(table: Table) -> Button:
    return Button(Text("start.fill"), _how(table, How.FILL))


def _how(table: Table, how: How) -> Start:
    return Start(table.id, how, agreement(table))
