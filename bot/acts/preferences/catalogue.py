"""Everything that people set for themselves, as data."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.acts.preferences import language, quiet, vacations, zones
from bot.acts.preferences.cities import FindZones
from bot.acts.preferences.preference import Entered, Preference, Read, choice
from bot.games.option import Option
from bot.games.spelling import echo, usual
from bot.table.people import Platform
from bot.table.preferences import Forced, Preferences, Reminders, Where
from bot.table.request import Refusal
from engine.text import Text

PREFERENCES: Final = (
    Preference("speaks", {language.OPTION: language.read}, language.told, language.offered),
    choice("reminders", Reminders),
    choice("where", (Where.CHANNEL, Where.PRIVATE), not_on=Platform.WEB),
    Preference(
        "quiet",
        {Option("quiet", examples=("22-8", "off")): quiet.read},
        quiet.told,
        quiet.offered,
        quiet.hint,
    ),
    Preference(
        "zone",
        {
            Option("zone", examples=("Berlin", "+5:30", "off"), spaced=True): zones.read,
            Option("now", examples=("21:40", "9:40 pm"), spaced=True): zones.read_clock,
        },
        zones.told,
        zones.offered,
    ),
    Preference(
        "vacation",
        {
            Option(
                "vacation", examples=("7d", "14d", "off"), told="away", timed=True
            ): vacations.read
        },
        vacations.told,
        vacations.offered,
    ),
    choice("forced", Forced),
)
"""The preferences, in the order in which they are listed, and set if a command sets several."""

BY_NAME: Final[Mapping[str, Preference]] = {each.name: each for each in PREFERENCES}

OPTIONS: Final = tuple(option for each in PREFERENCES for option in each.ways)
"""The options of `/puluc me`."""

WAYS: Final[Mapping[str, tuple[Preference, Read]]] = {
    option.name: (each, read) for each in PREFERENCES for option, read in each.ways.items()
}
"""What each option sets, and what reads it, by the option's name."""


async def changed(
    option: str, value: str, person: Preferences, now: int, find: FindZones
) -> Preferences:
    """Return what a person has set once an option is set as typed or pressed.

    Raises Refusal or Unsure.
    """
    if option not in WAYS:
        raise Refusal(Text("press.unknown"))
    preference, read = WAYS[option]
    value = usual(value).strip()
    entered = Entered(value, value.casefold(), person, now, find)
    try:
        return replace(person, **{preference.name: await read(entered)})
    except ValueError:
        raise Refusal(Text(f"me.{option}.wrong", value=echo(entered.word))) from None
