"""The doctor's check of the exact tables."""

import asyncio
from collections.abc import AsyncIterator

from bot.config import Config
from bot.findings import Finding, fail, ok, warn
from bot.ops.table_files import table_files


async def examine(settings: Config) -> AsyncIterator[Finding]:
    """Yield the tables that can't be used, and how many can; none are needed."""
    folder = settings.tables_folder
    try:
        files = await asyncio.to_thread(table_files, folder)
    except OSError as error:
        yield fail("PULUC_TABLES", f"{folder} can't be read ({error.strerror}); check its path")
        return
    for each in files:
        if each.problem:
            yield (fail if each.table is None else warn)(each.path.name, each.problem)
    found = sum(each.table is not None for each in files)
    if found:
        yield ok("tables", f"{found} in {folder}")
    elif settings.puluc_tables is not None:
        yield warn(
            "PULUC_TABLES",
            f"there are no tables in {folder}; make one, such as: python -m bot tables build puluc",
        )
    else:
        yield ok("tables", "none; the bot plays without them")
