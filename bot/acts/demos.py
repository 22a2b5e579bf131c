"""Games between computers: whether a request to end a game means one."""

from bot.acts import access
from bot.acts.context import Context
from bot.table.ids import TableId


async def is_meant(here: Context, table: TableId | None) -> bool:
    """Return whether a request to end a game means a game of computers.

    If `table` is None, the actor's own games come first.
    """
    if table is not None:
        named = await here.store.load(table)
        return named is not None and named.is_demo
    tables = await here.tables.fitting(here.request, access.is_open)
    playing = any(access.is_playing(table, here.actor) for table in tables)
    return not playing and any(access.is_demo_of(table, here.actor) for table in tables)
