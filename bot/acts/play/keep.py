"""Keeping a game that ends soon because nobody moves."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.limits import PRESSES
from bot.acts.tables import Stale
from bot.table import steps
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.step import Step
from bot.table.table import Table
from bot.table.upkeep import REMINDED_DAYS
from engine.text import Text


@dataclass(frozen=True, slots=True)
class KeepPlaying(TableStep):
    """Say that a game without moves is to go on."""

    declared = Declaration("keep", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS, limit=PRESSES)
    anywhere: ClassVar = False

    table: TableId

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.seat_of(table, here.actor)
        if table.idle_days < REMINDED_DAYS[-1]:
            raise Stale(table, Text("keep.none"))
        return steps.keep(table, here.now)
