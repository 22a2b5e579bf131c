"""The language of boards: the channel's, or else its server's."""

from typing import TYPE_CHECKING

from bot.table.settings import Settings

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import Town


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


async def test_an_unsupported_language(bilingual: None, town: "Town") -> None:
    """Boards are in English in a server whose language isn't supported."""
    town.plaza = await town.other_plaza("tr")
    await town.command(town.ana, "puluc open")
    assert town.board.words.startswith("Ana is looking for an opponent")
