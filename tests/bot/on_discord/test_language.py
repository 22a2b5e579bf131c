"""The language of boards: the channel's, or else its server's."""

from typing import TYPE_CHECKING

from bot.table.settings import Settings

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import ReplyText, Town


async def test_the_language_of_a_server(bilingual: None, town: "Town") -> None:
    """A server's boards are in the server's language, not the player's."""
    town.plaza = await town.other_plaza("es-ES")
    await town.command(town.ana, "puluc open")
    assert town.board.words.startswith("Ana busca con quién jugar.")
    assert town.labels[0] == "Aceptar"


async def test_the_language_of_a_channel(bilingual: None, town: "Town") -> None:
    """A channel's own language takes precedence, also in the note that replaces a board."""
    await town.store.change_settings(town.place, Settings(language="es", delete_old=False))
    await town.command(town.ana, "puluc open")
    first = town.board
    assert first.words.startswith("Ana busca con quién jugar.")
    await town.command(town.ana, "puluc board")
    assert town.board.id != first.id
    assert first.words == "Este tablero está más abajo."


async def test_a_server_without_a_language(bilingual: None, town: "Town") -> None:
    """A server that isn't a Community can't choose a language, so games are in their openers'."""
    town.plaza = await town.other_plaza("en-US")
    town.ana.locale = "es-419"
    await town.command(town.ana, "puluc open")
    assert town.board.words.startswith("Ana busca con quién jugar.")


async def test_a_language_that_is_chosen(bilingual: None, town: "Town", reply: "ReplyText") -> None:
    """Whoever chooses a language is answered in it from then on, as are presses and completion."""
    chosen = await town.command(town.ana, "puluc me settings", language="es")
    assert reply(chosen).startswith("Idioma: Español.")
    assert reply(await town.command(town.ana, "puluc games")) == "No tienes partidas."
    found = await town.autocomplete(town.ana, "puluc open", "ruleset", "kekchi")
    assert found[0][0].startswith("El puluc q'eqchi'")


async def test_an_unsupported_language(bilingual: None, town: "Town") -> None:
    """Boards are in English in a server whose language isn't supported."""
    town.plaza = await town.other_plaza("tr")
    await town.command(town.ana, "puluc open")
    assert town.board.words.startswith("Ana is looking for an opponent")
