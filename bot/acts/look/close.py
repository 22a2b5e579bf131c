"""Ending a table as a moderator."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.acts.offers import person_of
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Posts
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Close(TableStep):
    """End a table of this place for all its players.

    A table that began elsewhere goes on there, and is no longer shown here. Nobody moderates a
    private chat.
    """

    declared = Declaration(
        "close",
        of_game("close"),
        Audience.ACTOR,
        Posts.NOTHING,
        Who.MODERATORS,
        inside=True,
        at_home=True,
    )
    fits: ClassVar = access.is_open
    none: ClassVar = Text("pick.no-table")
    anywhere: ClassVar = False

    @override
    async def handle(self, here: Context) -> Reply:
        if here.request.alone:
            raise Refusal(Text("close.private"))
        found = await self.find(here)
        if here.place == found.place or here.place not in found.shown_in:
            return await self.change(found.id, here)

        def end_copies(table: Table) -> Step:
            access.must_be_open(table)
            return steps.end_copies(table, here.place)

        await here.tables.change(here.request, found.id, end_copies, anywhere=True)
        return Reply((Text("copy.ended"),))

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        return steps.close(table, person_of(here.actor), here.now)
