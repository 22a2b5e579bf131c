"""The doctor's check of the bot's processes together, as they tell it in the store."""

from bot.config import Config, Shards
from bot.findings import Finding, ok, warn
from bot.ops import heartbeat
from bot.table.notes import Notes


async def shards(settings: Config, notes: Notes) -> Finding | None:
    """Return which shards no process runs, if each has its own. May raise StoreDown.

    What the settings here name counts as run, because the bot may not have been started yet.
    """
    own = settings.discord_shards
    if own is None:
        return None
    told = [Shards.read(text) for text in (await heartbeat.running(notes)).values() if text]
    totals = {own.count, *(each.count for each in told if each is not None)}
    if len(totals) > 1:
        counts = " and ".join(map(str, sorted(totals)))
        return warn(
            "DISCORD_SHARDS",
            f"processes have totals of {counts} shards; give all of them the same total",
        )
    run = {*own.ids, *(id_ for each in told if each is not None for id_ in each.ids)}
    if missing := [id_ for id_ in range(own.count) if id_ not in run]:
        numbers = ", ".join(map(str, missing))
        return warn(
            "DISCORD_SHARDS",
            f"no process runs shard {numbers} of {own.count}, so the bot doesn't answer in the "
            "servers there; start a process for them, or remove DISCORD_SHARDS everywhere, and the "
            "processes share all shards",
        )
    return ok("DISCORD_SHARDS", f"all {own.count} shards are run")
