"""A board's language: the one set for its place, or else the platform's or its opener's."""

from dataclasses import replace

from bot.games.catalogue import games
from bot.show.presenter import page_of
from bot.show.speaking import language_in
from bot.table.copies import Copy
from bot.table.people import Place
from bot.table.preferences import Preferences
from bot.table.seats import Computer
from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall


async def language(hall: Hall, place: Place = PLACE) -> str:
    """The language of a place that shows the table."""
    settings = await hall.store.settings(place)
    return await language_in(place, hall.table, settings, hall.chat, hall.store)


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


async def test_the_language_of_who_opened_it(hall: Hall) -> None:
    """Where neither tells a language, it is that of the person who opened the table."""
    hall.chat.languages.clear()
    await hall.step(language="es-MX")
    assert hall.chat.languages == ["es-MX"]


async def test_another_choice_of_a_player(hall: Hall) -> None:
    """A game of several people doesn't change its language with one of them."""
    await hall.step(language="es")
    await hall.store.prefer(hall.table.host.user, Preferences(speaks="fr"))
    assert await language(hall) == "es"


async def test_another_choice_of_the_only_player(hall: Hall) -> None:
    """A game that concerns one person is in the language that they have chosen since."""
    await hall.step(language="es", seats=(hall.table.host, Computer("easy")))
    await hall.store.prefer(hall.table.host.user, Preferences(speaks="fr"))
    assert await language(hall) == "fr"


async def test_two_places(hall: Hall) -> None:
    """A copy has the language of the place where it is, or of the person who asked for it."""
    copy = Copy(ELSEWHERE, hall.table.host.user, "fr")
    await hall.step(language="es", copies=(copy,), places=(PLACE, ELSEWHERE))
    assert (await language(hall), await language(hall, ELSEWHERE)) == ("es", "fr")
    await hall.store.change_settings(ELSEWHERE, Settings(language="en"))
    assert (await language(hall), await language(hall, ELSEWHERE)) == ("es", "en")


async def test_a_private_reminder(hall: Hall) -> None:
    """A private reminder is in its reader's language: chosen, or else their app's, as last seen."""
    reader = hall.table.host.user
    private = Place.private(reader)
    hall.chat.speaks, hall.table = "tr", replace(hall.table, language="es")
    assert await language(hall, private) == "es"
    await hall.store.prefer(reader, Preferences(language="fr"))
    assert await language(hall, private) == "fr"
    await hall.store.prefer(reader, Preferences(speaks="en"))
    assert await language(hall, private) == "en"
