"""Where tables are shown, and the settings of places."""

from contextlib import suppress
from functools import partial

import structlog

from bot.acts import access
from bot.acts.limits import BOARDS, Limits
from bot.acts.listing import setting_lines
from bot.acts.tables import Tables, settled
from bot.table import steps
from bot.table.ids import TableId
from bot.table.intents import ShowBoard
from bot.table.people import Actor, Place
from bot.table.ports import REDELIVERY_SECONDS, Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.settings import SETTINGS, Settings, changed
from bot.table.step import Step
from bot.table.table import Ending, Table
from engine.text import Text

log = structlog.get_logger()


class Places:
    """Shows and moves boards, and lets moderators change settings and close tables."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._store = tables.store
        self._tables = tables
        self._limits = limits

    async def place_of(self, table: TableId) -> Place | None:
        """Return where a table is, None if it has expired."""
        found = await self._store.load(table)
        return None if found is None else found.place

    async def show(self, request: Request, table: TableId | None) -> Reply:
        """Repost a board here. A player's table moves here from another place.

        Anyone else gets a private copy, and only in the table's own place.
        """
        shown = await self._tables.find_board(request, table)
        if not access.is_concerned(shown, request.actor):
            access.must_be_here(shown, request.place)
            return Reply(board=shown)  # anyone may watch, but only players may ping
        if shown.place != request.place:
            if shown.seat_of(request.actor.user) is None:
                raise Refusal(Text("table.elsewhere", id=shown.id))
            access.must_allow_tables(await self._store.settings(request.place))
            return await self._relocate(request, shown)
        if await self._is_new(request, shown.id):
            self._limits.count(BOARDS, request.actor.user)
            await self._tables.repost(shown)
        return Reply(table=shown.id)

    async def follow(self, old: Place, new: Place) -> None:
        """Move the settings and all open tables of a place whose id has changed. Idempotent."""
        settings = await self._store.settings(old)
        if settings != Settings():
            await self._store.change_settings(new, settings)
            await self._store.change_settings(old, Settings())
        for table in await self._store.tables_in(old):
            host = Actor(table.host.user, table.host.name)
            request = Request(Operation(f"follow:{table.id}:{new}"), host, new, ShowBoard())
            with suppress(Refusal):  # already over
                await self._relocate(request, table)

    async def settings(self, request: Request) -> Reply:
        """List the settings of the place."""
        return Reply(setting_lines(await self._store.settings(request.place)))

    async def change_setting(self, request: Request, name: str, value: str) -> Reply:
        """Change one setting of the place."""
        access.must_manage(request.actor, Text("settings.manages"))
        place = request.place
        try:
            settings = changed(await self._store.settings(place), name, value)
        except ValueError as wrong:
            choices = ", ".join(SETTINGS.get(name, SETTINGS))
            text = Text("command.choice", option=name, value=value, choices=choices)
            raise Refusal(text) from wrong
        await settled(partial(self._store.change_settings, place, settings))
        log.info("settings.changed", place=str(place), setting=name, value=value)
        return Reply((Text("settings.changed", name=name, value=value),))

    async def close(self, request: Request, table: TableId | None) -> Reply:
        """End a table of the place for all its players."""
        access.must_manage(request.actor, Text("close.manages"))

        def close(table: Table) -> Step:
            access.must_be_open(table)
            return steps.end(table, Ending.CLOSED, self._tables.now())

        standing = await self._tables.find(request, table, access.is_open, Text("pick.no-table"))
        return await self._tables.change(request, standing.id, close)

    async def _relocate(self, request: Request, table: Table) -> Reply:
        """Move a table from another place to this one."""

        def relocate(table: Table) -> Step:
            access.must_be_open(table)
            return steps.relocate(table, request.place, self._tables.now())

        return await self._tables.change(request, table.id, relocate, anywhere=True)

    async def _is_new(self, request: Request, table: TableId) -> bool:
        """Return whether this request to show a board is its first delivery."""
        if await self._store.applied(table, request.operation):
            return False  # it moved the table here
        return await self._store.gate(f"board:{request.operation}", REDELIVERY_SECONDS)
