"""Keeping one's seat in this browser when the host has given it, or is about to, to another one."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.tables import Stale
from bot.table import guest_seats
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.step import Step, changed
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Regain(TableStep):
    """Take one's seat back from another browser, or make a new link to it invalid."""

    declared = Declaration("regain", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    anywhere: ClassVar = False

    table: TableId

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        if guest_seats.lost_by(table, here.user) is not None:
            return changed(guest_seats.taken_back(table, here.user), touched=int(here.now))
        kept = guest_seats.without_links(table, (here.user,))
        if kept is table:
            raise Stale(table, Text("regain.none"))
        return changed(kept, silent=True)
