"""In which language a person is answered: the one that they have chosen, or else their app's."""

import asyncio
from dataclasses import replace
from typing import Final

import structlog

from bot.table.people import Actor
from bot.table.ports import StoreDown
from bot.table.preferences import NOTHING_SET, PreferenceStore

PATIENCE_SECONDS: Final = 0.5
"""How long to wait for the store. Without it, people are answered in their app's language."""

log = structlog.get_logger()


async def answered_in(store: PreferenceStore, actor: Actor) -> str:
    """Return the tag of the language in which to answer an actor. Raises nothing.

    The language of their app is noted, for what they get later, if anything is stored about them.
    """
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            person = await store.preferences(actor.user)
            if person != NOTHING_SET and actor.language not in ("", person.language):
                noted = replace(person, language=actor.language)
                await store.prefer(actor.user, noted, person)
            return person.speaks or actor.language
    except (StoreDown, TimeoutError) as error:
        log.info("language.unknown", why=type(error).__name__)
        return actor.language
