"""The language of a person: the one that they have chosen, or else that of their app."""

from contextlib import suppress
from dataclasses import replace

from bot.table.people import Actor
from bot.table.ports import StoreDown
from bot.table.preferences import PreferenceStore


async def language_of(store: PreferenceStore, actor: Actor) -> str:
    """Return the tag of an actor's language, empty if it is unknown. May raise StoreDown."""
    return (await store.preferences(actor.user)).speaks or actor.language


async def note_language(store: PreferenceStore, actor: Actor) -> None:
    """Note the language of the app of somebody who plays, for reminders in private."""
    with suppress(StoreDown):  # at worst, reminders are in the language of the game
        person = await store.preferences(actor.user)
        if actor.language not in ("", person.language):
            await store.prefer(actor.user, replace(person, language=actor.language), person)
