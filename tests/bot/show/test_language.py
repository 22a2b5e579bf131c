"""A board's language: the one set for its place, or else the platform's."""

from bot.games.catalogue import games
from bot.show.presenter import page_of
from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.show.hall import MINUTE, PLACE, Hall


async def test_the_language_that_is_set(hall: Hall, spanish: Catalogue) -> None:
    """A board is made, shown and retired in the language set for its place."""
    await hall.store.change_settings(PLACE, Settings(language="es-MX"))
    hall.chat.languages.clear()
    await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]
    assert hall.chat.languages == ["es-MX", "es-MX"]
    assert (
        hall.chat.pages[-1]
        == page_of(games(), hall.table, "es")
        != page_of(games(), hall.table, "en")
    )


async def test_the_language_of_the_platform(hall: Hall) -> None:
    """If no language is set, the platform's language is used."""
    hall.chat.speaks = "fr"
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == ["fr"]


async def test_a_setting_takes_precedence(hall: Hall) -> None:
    """A language set for a place takes precedence over the platform's."""
    hall.chat.speaks = "fr"
    await hall.store.change_settings(PLACE, Settings(language="es"))
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == ["es"]


async def test_no_language(hall: Hall) -> None:
    """Without any language, the platform gets an empty tag, and the page is in English."""
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == [""]
    assert hall.chat.pages[-1] == page_of(games(), hall.table, "en")
