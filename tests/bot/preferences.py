"""What people can set for themselves, as if they typed the examples of every option."""

from datetime import UTC, datetime
from typing import Final

from bot.acts.preferences.catalogue import PREFERENCES, changed
from bot.acts.preferences.cities import find_in_thread
from bot.acts.preferences.preference import Preference, Unsure
from bot.acts.registry import decode
from bot.games.option import Option
from bot.table.button import Button
from bot.table.preferences import Preferences

NOW: Final = int(datetime(2026, 12, 1, 12, 5, tzinfo=UTC).timestamp())


async def typed(option: Option, value: str, person: Preferences) -> Preferences:
    """What a person has set once they have typed this value of an option, and confirmed it."""
    try:
        return await changed(option.name, value, person, NOW, find_in_thread)
    except Unsure as unsure:
        (button,) = (each for each in unsure.question.choices if isinstance(each, Button))
        ((name, confirmed),) = decode(button.act.code).changes
        return await changed(name, confirmed, person, NOW, find_in_thread)


async def everything_set() -> Preferences:
    """Every preference, set to something other than its default."""
    person = Preferences()
    for preference in PREFERENCES:
        person, before = await _other(preference, person), person
        assert person != before, (
            f"Nothing that people can type sets {preference.name}= to something else: in "
            "bot/acts/preferences/catalogue.py, give its Option choices, or examples to type"
        )
    return person


async def _other(preference: Preference, person: Preferences) -> Preferences:
    """Set a preference to the first of its values that a person hasn't set."""
    for option in preference.ways:
        for value in (*option.choices, *option.examples):
            if (changed := await typed(option, value, person)) != person:
                return changed
    return person
