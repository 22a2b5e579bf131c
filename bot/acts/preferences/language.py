"""The language in which people are answered, as they read and choose it."""

from collections.abc import Iterator
from typing import Final

from bot.acts.preferences.preference import CHOICES, Entered, setting
from bot.commands.command import SPOKEN
from bot.games.option import Option
from bot.table.button import Button
from bot.table.languages import AUTO, LANGUAGES
from bot.table.preferences import Preferences
from bot.table.request import Refusal
from engine.text import Text

OPTION: Final = Option("language", choices=(AUTO, *LANGUAGES), aliases=SPOKEN, named=CHOICES)


async def read(entered: Entered) -> str:
    """Return the code of the language that was typed; empty for `auto`."""
    if entered.word not in OPTION.choices:  # a forged button: commands have only these choices
        raise Refusal(Text("press.unknown"))
    return "" if entered.word == AUTO else entered.word


def told(person: Preferences, _now: int) -> Text:
    """Return the person's language, by its own name."""
    if person.speaks not in LANGUAGES:
        return Text("me.speaks.auto")
    return Text("me.speaks.chosen", language=LANGUAGES[person.speaks])


def offered(person: Preferences, _now: int) -> Iterator[Button]:
    """Yield buttons for the other languages, and for that of the person's app."""
    for code, name in LANGUAGES.items():
        if code != person.speaks:
            yield setting("language", code, Text("me.button.language", language=name))
    if person.speaks:
        yield setting("language", AUTO, Text("me.button.auto"))
