"""The language of boards: the channel's, or else its server's."""

from typing import TYPE_CHECKING

import pytest
from simcord import Env

from bot.table.people import Place, Platform
from bot.table.settings import Settings

if TYPE_CHECKING:
    from tests.bot.on_discord.conftest import House, Village

pytestmark = pytest.mark.usefixtures("bilingual")


async def test_the_language_of_a_server(
    bilingual: None, village: "Village", simcord_env: Env
) -> None:
    """A server's boards are in the server's language, not the player's."""
    guild = simcord_env.create_guild("Pueblo", preferred_locale="es-ES")
    village.plaza = guild.create_text_channel("plaza")
    ana = guild.add_member(simcord_env.create_user("Ana"))
    await ana.slash(village.plaza, "puluc open")
    assert village.board.content.startswith("Ana busca con quién jugar.")
    assert village.labels[0] == "Aceptar"


async def test_the_language_of_a_channel(bilingual: None, village: "Village") -> None:
    """A channel's own language takes precedence, also in the note that replaces a board."""
    place = Place(Platform.DISCORD, str(village.plaza.id))
    await village.store.change_settings(place, Settings(language="es"))
    await village.ana.slash(village.plaza, "puluc open")
    first = village.board
    assert first.content.startswith("Ana busca con quién jugar.")
    await village.ana.slash(village.plaza, "puluc board")
    assert village.board.id != first.id
    await village.house.outbox.drain()
    moved = village.env.backend.get_message(village.plaza.id, first.id)
    assert moved.content == "Este tablero está más abajo."


async def test_an_unsupported_language(
    house: "House", village: "Village", simcord_env: Env
) -> None:
    """Boards are in English in a server whose language isn't supported."""
    guild = simcord_env.create_guild("Qo'noS", preferred_locale="tr")
    village.plaza = guild.create_text_channel("plaza")
    ana = guild.add_member(simcord_env.create_user("Ana"))
    await ana.slash(village.plaza, "puluc open")
    assert village.board.content.startswith("Ana is looking for an opponent")
