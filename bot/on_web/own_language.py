"""The language that a person of the web chat has chosen, here or with the switch of a page."""

from dataclasses import replace

from aiohttp import web

from bot.on_web.language import Languages
from bot.table.people import User
from bot.table.ports import StoreDown
from bot.table.preferences import PreferenceStore


class OwnLanguages:
    """Keeps the choice of a browser and those of its people the same."""

    def __init__(self, languages: Languages, store: PreferenceStore) -> None:
        self._languages = languages
        self._store = store

    async def bring(self, request: web.Request, user: User) -> str:
        """Let a person have the language chosen in their browser; return what they have then.

        That is empty if nothing was chosen. May raise StoreDown.
        """
        person, chosen = await self._store.preferences(user), self._languages.chosen(request)
        if chosen not in ("", person.speaks):
            await self._store.prefer(user, replace(person, speaks=chosen), person)
        return chosen or person.speaks

    async def after(self, request: web.Request, user: User) -> str:
        """Return what a person has after an act that may have been a choice; empty if nothing."""
        try:
            return (await self._store.preferences(user)).speaks
        except StoreDown:
            return self._languages.chosen(request)

    def take(self, request: web.Request, response: web.Response, speaks: str) -> None:
        """Let a browser have the language that its person has just chosen."""
        if speaks != self._languages.chosen(request):
            self._languages.choose(response, speaks)
