"""The doctor's checks of the bot's processes together, as they tell it in the store."""

from collections.abc import Sequence

from bot.config import Config, Shards
from bot.findings import Finding, fail, ok, warn
from bot.inbound.rivals import RECENT_SECONDS, met_lately
from bot.ops import heartbeat
from bot.table.notes import Notes
from bot.table.people import Platform


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


async def rivals(settings: Config, notes: Notes) -> Sequence[Finding]:
    """Return failures if another program uses a token. May raise StoreDown.

    Only a bot that runs meets it, so it says nothing that none was met.
    """
    tokens = {Platform.DISCORD: settings.discord_token, Platform.TELEGRAM: settings.telegram_token}
    return [
        fail(
            f"{platform.upper()}_TOKEN",
            f"in the last {RECENT_SECONDS / 60:.0f} minutes, another program used this token "
            "without this store, so it answered some of the presses; stop the other program, or "
            "get a new token",
        )
        for platform, token in tokens.items()
        if token is not None and await met_lately(notes, platform)
    ]
