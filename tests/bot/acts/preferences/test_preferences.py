"""Whatever people can set for themselves, they can type, press, read and store."""

import pytest

from bot.acts.me.preferences import ChangeMe
from bot.acts.preferences.catalogue import OPTIONS, PREFERENCES
from bot.acts.preferences.preference import Preference
from bot.acts.registry import decode
from bot.commands.command import PREFIX
from bot.games.catalogue import games
from bot.games.option import Option
from bot.inbound.typed import parse
from bot.table.preferences import READERS, Preferences
from bot.table.request import Refusal
from bot.texts.catalogue import Catalogue
from tests.bot.preferences import NOW, everything_set, typed
from tests.docs.test_playing import section

SAY = Catalogue().voice("en")
MOST_BUTTONS = 25
"""Discord's limit for a message."""


def named(one: Preference | Option) -> str:
    return one.name


@pytest.mark.parametrize("preference", PREFERENCES, ids=named)
def test_storing(preference: Preference) -> None:
    """Each has a field that stores know how to read."""
    assert preference.name in READERS, (
        f"Give Preferences in bot/table/preferences.py a field {preference.name} with the metadata "
        "`read`, which parses what `str` writes of its values"
    )


@pytest.mark.parametrize("option", OPTIONS, ids=named)
async def test_typing(option: Option) -> None:
    """Each choice or example of an option can be typed, and the reply says what is set then."""
    for value in (*option.choices, *option.examples):
        line = f"{PREFIX} me {option.name}={value}"
        assert parse(line, lambda _: None, games()) == ChangeMe(((option.name, value),)), line
        try:
            person = await typed(option, value, Preferences())
        except Refusal as refusal:
            pytest.fail(f"{line} is refused ({refusal.text.key}): is it a bad example?")
        (shown,) = (each for each in PREFERENCES if option in each.ways)
        for text in (shown.told(person, NOW), *shown.hint(person, NOW).texts):
            assert SAY(text)


@pytest.mark.parametrize("preference", PREFERENCES, ids=named)
async def test_buttons(preference: Preference) -> None:
    """Whatever is set, there are buttons for something else; each has a label of its own."""
    for person in (Preferences(), await everything_set()):
        buttons = list(preference.offered(person, NOW))
        assert buttons, f"`offered` yields no button for {preference.name}"
        assert len({SAY(each.text) for each in buttons}) == len(buttons) <= MOST_BUTTONS


@pytest.mark.parametrize("preference", PREFERENCES, ids=named)
async def test_pressing(preference: Preference) -> None:
    """Each button sets something else."""
    options = {option.name: option for option in OPTIONS}
    for button in preference.offered(Preferences(), NOW):
        intent = decode(button.act.code)
        assert isinstance(intent, ChangeMe)
        ((name, value),) = intent.changes
        assert await typed(options[name], value, Preferences()) != Preferences(), SAY(button.text)


@pytest.mark.parametrize("option", OPTIONS, ids=named)
def test_the_page_for_players(option: Option) -> None:
    """docs/playing.md says what to type for each option."""
    assert f"`{PREFIX} me {option.name}=" in section("Reminders, quiet hours and vacation"), (
        f"docs/playing.md has no row with an example of {PREFIX} me {option.name}="
    )
