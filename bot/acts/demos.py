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
    if await here.tables.fitting(here.request, access.is_playing):
        return False
    return bool(await here.tables.fitting(here.request, access.is_demo_of))
