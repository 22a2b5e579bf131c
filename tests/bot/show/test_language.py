"""In which language a place's boards are: the one that is set, or the one that is spoken there."""

from bot.games.catalogue import games
from bot.show.presenter import page_of
from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.show.hall import MINUTE, PLACE, Hall


async def test_the_language_that_is_set(hall: Hall, spanish: Catalogue) -> None:
    """A board is made, shown and retired in the language that is set for its place."""
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
    """Where none is set it is what the platform says is spoken there."""
    hall.chat.speaks = "fr"
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == ["fr"]


async def test_what_is_set_comes_first(hall: Hall) -> None:
    """What is set for a place matters more than what the platform says."""
    hall.chat.speaks = "fr"
    await hall.store.change_settings(PLACE, Settings(language="es"))
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == ["es"]


async def test_no_language(hall: Hall) -> None:
    """Where nobody says what is spoken, it is left open until words are looked up."""
    hall.chat.languages.clear()
    await hall.step()
    assert hall.chat.languages == [""]
    assert hall.chat.pages[-1] == page_of(games(), hall.table, "en")
