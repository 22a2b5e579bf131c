"""Showing the board of a table."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from bot.acts import access, places
from bot.acts.act import Audience, Declaration, TableAct, Who
from bot.acts.context import Context
from bot.acts.limits import BOARDS
from bot.commands.command import GAME, Command
from bot.table.button import Button, Link, Offer, Posts
from bot.table.ids import TableId
from bot.table.ports import REDELIVERY_SECONDS
from bot.table.request import Reply
from bot.table.table import Status, Table
from engine.text import Text


@dataclass(frozen=True, slots=True)
class ShowBoard(TableAct):
    """Repost a table's board here, or show it here, too, if it is a player's own from elsewhere.

    Anyone else gets a private picture of it, and only where it is shown. If the table is not named,
    it is the actor's only one: in this place, otherwise anywhere.
    """

    declared = Declaration(
        "board", Command("board", (GAME,)), Audience.ACTOR, Posts.BOARD, Who.PLAYERS, linked=True
    )
    none: ClassVar = Text("pick.no-board")

    @override
    async def find(self, here: Context) -> Table:
        if self.table is not None:
            return await here.load(self.table)
        if found := await here.tables.fitting(here.request, access.is_theirs):
            return self.only(found, here, Text("pick.several", count=len(found)))
        everywhere = await here.tables.open_to(here.actor)
        found = [table for table in everywhere if access.is_seated(table, here.actor)]
        return self.only(found, here, Text("pick.elsewhere", count=len(found)))

    @override
    async def handle(self, here: Context) -> Reply:
        shown = await self.find(here)
        if not access.is_concerned(shown, here.actor):
            access.must_be_here(shown, here.place)
            return Reply(board=shown)  # anyone may watch, but only players may ping
        if here.place not in shown.shown_in:
            places.must_be_showable(shown, here.actor)
            access.must_allow_tables(await here.store.settings(here.place))
            here.limits.count(BOARDS, here.user)
            return await places.show_here(here.tables, here.request, shown.id)
        if await _is_new(here, shown.id):
            here.limits.count(BOARDS, here.user)
            await here.tables.repost(shown, here.place)
        return Reply(table=shown.id)

    @classmethod
    @override
    def menu(cls, table: Table, here: Context) -> Iterator[Offer]:
        """Yield a button for players, and the link to the game page."""
        shows = here.place in table.shown_in and access.is_concerned(table, here.actor)
        if table.status is not Status.OVER and (shows or places.can_show(table, here.actor)):
            yield Button(Text("button.board"), cls(table.id))
        yield Link(Text("button.watch"), f"/g/{table.code}")


async def _is_new(here: Context, table: TableId) -> bool:
    """Return whether this request to show a board is its first delivery."""
    operation = here.request.operation
    if await here.store.applied(table, operation):
        return False  # it has brought the table here
    return await here.store.gate(f"board:{operation}", REDELIVERY_SECONDS)
