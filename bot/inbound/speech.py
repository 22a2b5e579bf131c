"""In which language a person is answered: the one that they have chosen, or else their app's."""

import asyncio
from typing import Final

import structlog

from bot.acts.language import language_of
from bot.table.people import Actor
from bot.table.ports import StoreDown
from bot.table.preferences import PreferenceStore

PATIENCE_SECONDS: Final = 0.5
"""How long to wait for the store. Without it, people are answered in their app's language."""

log = structlog.get_logger()


async def answered_in(store: PreferenceStore, actor: Actor) -> str:
    """Return the tag of the language in which to answer an actor. Raises nothing."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await language_of(store, actor)
    except (StoreDown, TimeoutError) as error:
        log.info("language.unknown", why=type(error).__name__)
        return actor.language
