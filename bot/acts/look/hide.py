"""Showing one's game in no other place than where it began."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access
from bot.acts.act import Audience, Declaration, TableStep, Who
from bot.acts.context import Context
from bot.table import steps
from bot.table.button import Button, Offer, Posts
from bot.table.ids import TableId
from bot.table.people import Place, User
from bot.table.request import Refusal, Reply
from bot.table.step import Step
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class HideBoard(TableStep):
    """End the copy of a table that the actor has had shown in another place."""

    declared = Declaration("hide", None, Audience.ACTOR, Posts.NOTHING, Who.PLAYERS)
    anywhere: ClassVar = True

    table: TableId

    @override
    async def handle(self, here: Context) -> Reply:
        await self.change(self.table, here)
        return Reply((Text("copy.ended"),))

    @override
    def decide(self, table: Table, here: Context) -> Step:
        access.must_be_open(table)
        place = _copy_of(table, here.user)
        if place is None:
            raise Refusal(Text("hide.none"))
        return steps.end_copies(table, place)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for a player who has a copy."""
        place = _copy_of(table, here.user)
        if place is not None and table.status is not Status.OVER:
            key = "button.hide" if place == here.place else "button.hide-elsewhere"
            yield Button(Text(key), cls(table.id))


def _copy_of(table: Table, user: User) -> Place | None:
    """Return where a table is shown because this player has asked for it, None if nowhere."""
    return next((copy.place for copy in table.copies if copy.user == user), None)
