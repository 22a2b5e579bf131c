"""Ending a pause."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.acts.wishes import WishStep, agreed, offered
from bot.commands.command import of_game
from bot.table import consent, steps
from bot.table.asking import Wish
from bot.table.button import Button, Offer, Posts
from bot.table.pauses import alone_from
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Moment, Text


@dataclass(frozen=True, slots=True)
class Resume(WishStep):
    """End the pause of a game, if all sides agree; a day after asking, the asker's side can alone.

    Without that, who is losing could keep a game paused for ever.
    """

    declared = Declaration(
        "resume", of_game("resume"), Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    fits: ClassVar = access.is_paused
    none: ClassVar = Text("resume.none-here")
    anywhere: ClassVar = True

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        seat, game = access.seat_of(table, here.actor), here.games.game(table.header)
        if not access.is_paused(table, here.actor):
            raise Stale(table, Text("resume.none"))
        if not consent.is_needed(game, table, Wish.RESUME, seat):
            return steps.resume(table, here.now)
        alone = alone_from(game, table, seat)
        if alone is not None and here.now >= alone:
            mover = here.tables.to_move(table)
            spares = (
                mover is not None
                and isinstance(table.seats[mover], Person)
                and game.side(mover) != game.side(seat)
            )
            return steps.resume(table, here.now, spares=spares)
        open_ = table.asking if table.asking and table.asking.wish is Wish.RESUME else None
        asked = () if open_ is None else consent.still_asked(game, table, open_)
        others = open_ is not None and game.side(open_.seat) != game.side(seat)
        if open_ is not None and (others or seat in asked):
            return await agreed(table, open_, here)
        if alone is not None:
            raise Refusal(Text("resume.wait", moment=Moment(alone)))
        return offered(table, Wish.RESUME, here)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players of a paused game."""
        if access.is_paused(table, here.actor):
            yield Button(Text("button.ask.resume"), cls(table.id))
