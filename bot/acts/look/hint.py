"""Hints."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.advice import is_advised, must_be_judged
from bot.acts.context import Context
from bot.acts.tables import Stale
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.naming import named
from bot.table.request import Advice, Refusal, Reply, Topic
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class AskHint(TableAct):
    """Show the best move to the player to move. Counts as a hint, once for each decision."""

    declared = Declaration("hint", of_game("hint"), Audience.LONG, Posts.NOTHING, Who.PLAYERS)
    fits: ClassVar = access.is_playing
    none: ClassVar = Text("pick.no-game")

    @override
    async def handle(self, here: Context) -> Reply:
        table = await self.find(here)
        access.seat_of(table, here.actor)
        must_be_judged(here.games, table)
        if not table.allows_advice:
            raise Refusal(Text("hint.not-agreed"))
        seat, advice = _on_turn(table, here), Advice(Topic.HINT, table)
        known = any((each.seat, each.moves) == (seat, table.moves) for each in table.advised)
        if known or _is_forced(table, here):
            return Reply(advice=advice)

        def count(newest: Table) -> Step:
            if newest.position != table.position:
                raise Stale(newest)
            return steps.advise(newest, _on_turn(newest, here))

        await here.tables.change(here.request, table.id, count, anywhere=True)
        return Reply(advice=advice)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players, if their terms allow hints."""
        if is_advised(here.games, table) and table.seat_of(here.user) is not None:
            yield Button(Text("button.hint"), cls(table.id))


def _is_forced(table: Table, here: Context) -> bool:
    """Return whether there is nothing to decide."""
    return len(here.games.game(table.header).choices(here.games.position(table))) == 1


def _on_turn(table: Table, here: Context) -> int:
    """Return the actor's seat whose turn it is; raise Refusal if it is not their turn."""
    turn = here.tables.to_move(table)
    if turn is None or turn not in table.seats_of(here.user):
        raise Refusal(Text("hint.turn", name=named(table, turn)))
    return turn
