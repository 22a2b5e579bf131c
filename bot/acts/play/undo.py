"""Taking back a move."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.wishes import WishStep, can_wish, offered, taken
from bot.commands.command import of_game
from bot.table import consent, steps
from bot.table.asking import Wish
from bot.table.button import Button, Offer, Posts
from bot.table.request import Refusal
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Undo(WishStep):
    """Take back the actor's last move: at once within a turn, otherwise if the others agree."""

    declared = Declaration("undo", of_game("undo"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_playing
    none: ClassVar = Text("pick.no-game")

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        seat, game = access.seat_of(table, here.actor), here.games.game(table.header)
        if not table.terms.undo:
            raise Refusal(Text("undo.ruled-out"))
        last = await taken(table, here.user, here)
        if last is None:
            raise Refusal(Text("undo.none"))
        if last.within_turn or not consent.is_needed(game, table, Wish.UNDO, seat):
            return steps.take_back(table, last, here.now)
        return offered(table, Wish.UNDO, here)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players once there is a move."""
        if (
            access.is_playing(table, here.actor)
            and table.chosen
            and table.terms.undo
            and can_wish(here.games, table, here.actor, Wish.UNDO)
        ):
            yield Button(Text("button.ask.undo"), cls(table.id))
