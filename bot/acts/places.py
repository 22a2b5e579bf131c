"""Tables and the places where they are shown; what is set for a place, and by whom."""

from contextlib import suppress
from functools import partial

import structlog

from bot.acts import access
from bot.acts.limits import BOARDS, Limits
from bot.acts.listing import setting_lines
from bot.acts.tables import Tables, settled
from bot.table import steps
from bot.table.intents import ShowBoard
from bot.table.people import Actor, Place
from bot.table.ports import REPEATED_SECONDS, Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.settings import SETTINGS, Settings, changed
from bot.table.steps import Step
from bot.table.table import Ending, Table, TableId
from engine.text import Text

log = structlog.get_logger()


class Places:
    """Shows tables where they are asked for, and lets moderators look after their places."""

    def __init__(self, tables: Tables, limits: Limits) -> None:
        self._store = tables.store
        self._tables = tables
        self._limits = limits

    async def place_of(self, table: TableId) -> Place | None:
        """Where a table is, None for one that is gone."""
        found = await self._store.load(table)
        return None if found is None else found.place

    async def show(self, request: Request, table: TableId | None) -> Reply:
        """Show a board again, here: a player's table comes along from wherever it is.

        Anyone else sees it by themselves, where it stands.
        """
        shown = await self._tables.find_board(request, table)
        if not access.is_concerned(shown, request.actor):
            access.must_be_here(shown, request.place)
            return Reply(board=shown)  # watching is welcome; calling people is for players
        if shown.place != request.place:
            if shown.seat_of(request.actor.user) is None:
                raise Refusal(Text("table.elsewhere", id=shown.id))
            access.must_welcome(await self._store.settings(request.place))
            return await self._bring(request, shown)
        if await self._is_new(request, shown.id):
            self._limits.count(BOARDS, request.actor.user)
            await self._tables.show_again(shown)
        return Reply(table=shown.id)

    async def follow(self, old: Place, new: Place) -> None:
        """Move every open table, and the settings, of a place that is another one now.

        May be asked again.
        """
        settings = await self._store.settings(old)
        if settings != Settings():
            await self._store.change_settings(new, settings)
            await self._store.change_settings(old, Settings())
        for table in await self._store.tables_in(old):
            host = Actor(table.host.user, table.host.name)
            request = Request(Operation(f"follow:{table.id}:{new}"), host, new, ShowBoard())
            with suppress(Refusal):  # over by now
                await self._bring(request, table)

    async def settings(self, request: Request) -> Reply:
        """Tell what is set for the place."""
        return Reply(setting_lines(await self._store.settings(request.place)))

    async def change_setting(self, request: Request, name: str, value: str) -> Reply:
        """Set one thing for the place."""
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
        """End a table of the place for everybody."""
        access.must_manage(request.actor, Text("close.manages"))

        def close(table: Table) -> Step:
            access.must_be_open(table)
            return steps.end(table, Ending.CLOSED, self._tables.now())

        standing = await self._tables.find(request, table, access.is_open, Text("pick.no-table"))
        return await self._tables.change(request, standing.id, close)

    async def _bring(self, request: Request, table: Table) -> Reply:
        """Let a table move from another place to this one."""

        def bring(table: Table) -> Step:
            access.must_be_open(table)
            return steps.bring(table, request.place, self._tables.now())

        return await self._tables.change(request, table.id, bring, anywhere=True)

    async def _is_new(self, request: Request, table: TableId) -> bool:
        """Whether a request to show a board comes for the first time."""
        if await self._store.applied(table, request.operation):
            return False  # it has moved the table here
        return await self._store.gate(f"board:{request.operation}", REPEATED_SECONDS)
