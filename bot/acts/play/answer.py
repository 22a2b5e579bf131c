"""Answering an offer that is open on a board."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.acts.wishes import agreed
from bot.table import steps
from bot.table.agreement import offer_mark
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Answer(TableStep):
    """Answer the offer that the board of `revision` was the first to show; there may be two open.

    `mark` tells it from others that the store has lost in a failover (`offer_mark`). Every other
    player can decline, and its maker can take it back by declining. `bot.table.consent` says who
    has to agree.
    """

    declared = Declaration(
        "answer", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES
    )
    anywhere: ClassVar = False

    table: TableId
    revision: int
    agrees: bool
    mark: str = ""

    @override
    async def decide(self, table: Table, here: Context) -> Step:
        seat = access.seat_of(table, here.actor)
        open_ = next((each for each in table.offers if each.revision == self.revision), None)
        if open_ is None or self.mark not in ("", offer_mark(table, open_)):
            raise Stale(table, Text("agree.gone"))
        if not self.agrees:
            own = open_.seat in table.seats_of(here.user)
            return steps.unask(table, open_, None if own else seat)
        return await agreed(table, open_, here)
