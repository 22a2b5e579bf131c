"""The bot's command menu and profile."""

from typing import TYPE_CHECKING

import pytest
from telegram import BotCommandScopeAllGroupChats

from bot.on_telegram.menu import ABOUT_LENGTH, PROFILE_LENGTH, announce
from bot.texts.catalogue import Catalogue
from engine.text import Text
from tests.bot.on_telegram.conftest import CATALOGUE

if TYPE_CHECKING:
    from telegram_simulator.api import Request
    from tests.bot.on_telegram.conftest import Village


async def test_the_commands(village: "Village") -> None:
    """A group's menu has the usual commands, administrators see two more, and private chats all."""
    await announce(village.bot, village.store, CATALOGUE)
    usual = ["play", "challenge", "open", "board", "games", "next", "resign", "rules", "help"]
    assert {"practice", "invite", "draw"} <= village.ana.commands(village.ana.private).keys()
    assert set(village.ben.commands(village.plaza)) == {*usual}
    village.sim.appoint(village.ben, village.plaza)
    assert set(village.ben.commands(village.plaza)) == {*usual, "settings", "close"}
    assert village.sim.menu_button == "commands"


async def test_the_profile(village: "Village") -> None:
    """The profile and the empty chat have a description of the game."""
    await announce(village.bot, village.store, CATALOGUE)
    shown = village.sim.descriptions
    assert "race-and-capture" in shown["Description", ""]
    assert "race-and-capture" in shown["ShortDescription", ""]


async def test_every_language(village: "Village", spanish: Catalogue) -> None:
    """Menu and profile are there for the clients of each language, and by default in English."""
    await announce(village.bot, village.store, spanish)
    assert village.sim.descriptions["Description", "es"] == "El juego maya del maíz."
    assert "race-and-capture" in village.sim.descriptions["Description", ""]
    assert {language for _, language in village.sim.commands} == {"", "es"}


@pytest.mark.parametrize(
    ("key", "most"), [("telegram.description", PROFILE_LENGTH), ("telegram.about", ABOUT_LENGTH)]
)
def test_their_length(key: str, most: int) -> None:
    """The descriptions keep to Telegram's limits in every language."""
    for language in CATALOGUE.languages:
        assert len(CATALOGUE.voice(language)(Text(key))) <= most


async def test_only_what_has_changed(village: "Village", monkeypatch: pytest.MonkeyPatch) -> None:
    """A start sends the descriptions only if a text has changed."""
    await announce(village.bot, village.store, CATALOGUE)
    sent = len(changes(village))
    await announce(village.bot, village.store, CATALOGUE)
    assert len(changes(village)) == sent
    changed = Catalogue()
    voice = changed.voice
    monkeypatch.setattr(
        changed, "voice", lambda *a: lambda text: voice(*a)(text).replace("Maya", "maize")
    )
    await announce(village.bot, village.store, changed)
    assert "maize" in village.sim.descriptions["ShortDescription", ""]


async def test_menus_that_are_gone(village: "Village") -> None:
    """A start sends the menus again if another program has changed them."""
    await announce(village.bot, village.store, CATALOGUE)
    listed = dict(village.sim.commands)
    await village.bot.delete_my_commands(BotCommandScopeAllGroupChats())
    assert village.sim.commands != listed
    await announce(village.bot, village.store, CATALOGUE)
    assert village.sim.commands == listed


def changes(village: "Village") -> "list[Request]":
    """The calls that change something at Telegram."""
    return [each for each in village.sim.requests if not each.method.startswith("get")]


async def test_a_rate_limit(village: "Village") -> None:
    """A description that is rate limited doesn't stop the program; the next start sends it."""
    village.sim.limit_next(1, 30, "setMyDescription")
    await announce(village.bot, village.store, CATALOGUE)
    assert ("Description", "") not in village.sim.descriptions
    await announce(village.bot, village.store, CATALOGUE)
    assert village.sim.descriptions["Description", ""]
