"""The languages of replies and of boards."""

from typing import TYPE_CHECKING

import pytest

from bot.table.settings import Settings
from bot.texts.catalogue import Catalogue
from tests.bot.on_telegram.test_boards import place

if TYPE_CHECKING:
    from tests.bot.on_telegram.conftest import Village


@pytest.fixture
def town(village: "Village", spanish: Catalogue) -> "Village":
    """A village whose bot has a second language."""
    village.catalogue = spanish
    village.begin()
    return village


async def test_the_language_of_a_person(town: "Village") -> None:
    """Replies are in the person's language, and so are the boards of games that they start."""
    pedro = town.sim.person("Pedro", town.plaza, language="es-MX")
    assert (await town.say(pedro, "/games", at=pedro.private)).text == "No tienes partidas."
    reply = await town.say(town.eva, "/games", at=town.eva.private)
    assert reply.text.startswith("You have no games")
    assert (await town.say(pedro, "/open@puluc_bot")).text.startswith("Pedro busca con quién")


async def test_a_language_that_is_chosen(town: "Village") -> None:
    """Whoever chooses a language is answered in it from then on."""
    chosen = await town.say(town.ana, "/me language=Español", at=town.ana.private)
    assert chosen.text.startswith("Idioma: Español.")
    await town.press(town.ana, chosen, "My settings")
    await town.say(town.ana, "/games", at=town.ana.private)
    assert town.ana.private.last.text == "No tienes partidas."


async def test_a_language_that_is_pressed(town: "Village") -> None:
    """After a press on a language, the answer is in it."""
    asked = await town.say(town.ana, "/me", at=town.ana.private)
    await town.press(town.ana, asked, "Language")
    await town.press(town.ana, town.ana.private.last, "Español")
    assert town.ana.private.last.text.startswith("Idioma: Español.")


async def test_the_language_of_a_chat(town: "Village") -> None:
    """A chat's boards are in the language of its settings, not the player's."""
    await town.store.change_settings(place(town.plaza), Settings(language="es"))
    board = await town.say(town.ana, "/open@puluc_bot")
    assert board.text.startswith("Ana busca con quién jugar.")
    assert board.labels[0] == "Aceptar"


async def test_the_language_of_an_inline_message(town: "Village") -> None:
    """An inline message is in the language of its chat's settings."""
    pair = town.sim.conversation(town.ana, town.ben)
    message = await town.chosen(town.ana, pair)
    table = await town.table()
    await town.store.change_settings(table.place, Settings(language="es"))
    town.corn.numbers = [2, 1, 3]
    await town.press(town.ben, message, "Accept")
    assert "Juega Ana" in message.text
