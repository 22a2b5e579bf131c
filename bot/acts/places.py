"""The places of tables: moving a table from one to another."""

from contextlib import suppress

from bot.acts import access
from bot.acts.tables import Tables
from bot.table import steps
from bot.table.people import Actor, Place
from bot.table.ports import Operation
from bot.table.request import Refusal, Reply, Request
from bot.table.settings import Settings
from bot.table.step import Step
from bot.table.table import Table


async def relocate(tables: Tables, request: Request, table: Table) -> Reply:
    """Move a table from another place to that of the request."""

    def move(table: Table) -> Step:
        access.must_be_open(table)
        return steps.relocate(table, request.place, tables.now())

    return await tables.change(request, table.id, move, anywhere=True)


async def follow(tables: Tables, old: Place, new: Place) -> None:
    """Move the settings and all open tables of a place whose id has changed. Idempotent."""
    store = tables.store
    settings = await store.settings(old)
    if settings != Settings():
        await store.change_settings(new, settings)
        await store.change_settings(old, Settings())
    for table in await store.tables_in(old):
        host = Actor(table.host.user, table.host.name)
        request = Request(Operation(f"follow:{table.id}:{new}"), host, new)
        with suppress(Refusal):  # already over
            await relocate(tables, request, table)
