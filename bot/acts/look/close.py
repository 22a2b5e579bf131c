"""Ending a table as a moderator."""

from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.commands.command import of_game
from bot.table import steps
from bot.table.button import Posts
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class Close(TableStep):
    """End a table of this place for all its players."""

    declared = Declaration("close", of_game("close"), Audience.ACTOR, Posts.NOTHING, Who.MODERATORS)
    fits: ClassVar = access.is_open
    none: ClassVar = Text("pick.no-table")
    anywhere: ClassVar = False

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        return steps.end(table, Ending.CLOSED, here.now)
