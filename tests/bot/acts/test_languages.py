"""The languages that people choose, and those of the games that they start."""

from dataclasses import replace

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.open import Open
from bot.acts.look.board import ShowBoard
from bot.acts.look.play import Play
from bot.acts.look.settings import ChangeSettings
from bot.acts.me.preferences import ChangeMe
from bot.table.people import Place, Platform
from bot.table.preferences import Preferences
from tests.bot.acts.room import ANA, BEN, PLACE, Room

EVA = replace(ANA, language="es-MX")
ELSEWHERE = Place(Platform.WEB, "beans")


async def test_the_language_of_an_app(room: Room) -> None:
    """A game remembers the language of the app with which it was started."""
    assert (await room.table(await room.post(EVA, Open()))).language == "es-MX"


async def test_a_choice(room: Room) -> None:
    """A game remembers the language that its host has chosen."""
    await room.act(EVA, ChangeMe((("language", "fr"),)))
    assert (await room.table(await room.post(EVA, Open()))).language == "fr"


async def test_a_copy(room: Room) -> None:
    """A copy remembers the language of the person who has asked for it."""
    game = await room.playing()
    await room.act(EVA, ShowBoard(game), place=ELSEWHERE)
    (copy,) = (await room.table(game)).copies
    assert copy.language == "es-MX"


async def test_no_choice(room: Room) -> None:
    """With auto, a person is back to the language of their app."""
    await room.act(EVA, ChangeMe((("language", "fr"),)))
    await room.act(EVA, ChangeMe((("language", "auto"),)))
    assert (await room.store.preferences(EVA.user)).speaks == ""


@pytest.mark.parametrize(("typed", "language"), [("fr", "fr"), ("auto", "")])
async def test_the_language_of_a_channel(room: Room, typed: str, language: str) -> None:
    """Moderators choose the language of a channel."""
    await room.act(replace(ANA, manages=True), ChangeSettings("language", typed))
    assert (await room.store.settings(PLACE)).language == language


async def test_the_languages_of_players_are_noted(room: Room) -> None:
    """The language of a player's app is noted when they take a seat, for reminders in private."""
    fred = replace(BEN, language="fr")
    await room.act(fred, Accept(await room.post(EVA, Open())))
    noted = [(await room.store.preferences(each.user)).language for each in (EVA, fred)]
    assert noted == ["es-MX", "fr"]


async def test_nothing_is_noted_of_others(room: Room) -> None:
    """Nothing is stored about people who only look."""
    await room.act(EVA, Play())
    assert await room.store.preferences(EVA.user) == Preferences()
