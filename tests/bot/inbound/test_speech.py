"""The language in which a person is answered."""

import pytest
from typing_extensions import override

from bot.inbound.speech import answered_in
from bot.store.memory import MemoryStore
from bot.table.people import Actor, Platform, User
from bot.table.ports import Down, StoreDown
from bot.table.preferences import Preferences

EVA = Actor(User(Platform.DISCORD, "17"), "Eva", "es-MX")


@pytest.mark.parametrize(("speaks", "language"), [("", "es-MX"), ("fr", "fr")])
async def test_the_language(speaks: str, language: str) -> None:
    """People are answered in the language that they have chosen, or else in that of their app."""
    store = MemoryStore()
    await store.prefer(EVA.user, Preferences(speaks=speaks))
    assert await answered_in(store, EVA) == language


async def test_without_the_store() -> None:
    """Without the store, people are answered in the language of their app."""

    class Away(MemoryStore):
        @override
        async def preferences(self, user: User) -> Preferences:
            raise StoreDown(Down.AWAY)

    assert await answered_in(Away(), EVA) == "es-MX"
