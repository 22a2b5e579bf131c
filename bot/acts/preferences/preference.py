"""What a preference is: how people see it, choose it and type it."""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from bot.acts.named import button
from bot.acts.preferences.cities import FindZones
from bot.games.option import Option
from bot.table.button import Button, Style
from bot.table.people import Platform
from bot.table.preferences import Preferences
from bot.table.request import Refusal, Reply
from engine.text import Text

OFF: Final = "off"
"""What people type to remove a preference."""

CHOICES: Final = "me.button."
"""What the keys of the texts begin with that offer values."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What someone typed for a preference, or the value of the button that they pressed.

    `word` is the same in lower case. `person` is what they have set so far, `now` is in Unix
    seconds, and `find` finds time zones.
    """

    value: str
    word: str
    person: Preferences
    now: int
    find: FindZones


class Unsure(Exception):  # noqa: N818 - an ordinary outcome
    """What was typed has consequences, so it is set only once the person confirms it.

    `question` asks, with a button that confirms.
    """

    def __init__(self, question: Reply) -> None:
        super().__init__()
        self.question = question


Read: TypeAlias = Callable[[Entered], Awaitable[Any]]
"""Returns what was typed as a value of the preference.

Raises ValueError, which the text `me.<option>.wrong` explains, a Refusal of its own, or Unsure.
"""


@dataclass(frozen=True, slots=True)
class Preference:
    """Something that people set for themselves: a field of `Preferences`, with its `name`.

    `ways` are the options of `/puluc me` that set it, with what reads them. `told` returns what a
    person has set, `offered` the buttons that set something else, and `hint` what else to say once
    it is set; `now` is in Unix seconds. The platform `not_on` has only the default, as the text
    `me.<name>.<platform>` explains. The text `me.button.<name>` is on the button that opens its
    choices, and `me.<name>.how` is above them.
    """

    name: str
    ways: Mapping[Option, Read]
    told: Callable[[Preferences, int], Text]
    offered: Callable[[Preferences, int], Iterable[Button]]
    hint: Callable[[Preferences, int], Reply] = lambda _person, _now: Reply()
    not_on: Platform | None = None


def choice(name: str, values: Iterable[StrEnum], not_on: Platform | None = None) -> Preference:
    """Return a preference with a few values.

    The texts `me.<name>.<value>` tell it, and `me.button.<value>` offer it.
    """
    words = {str(value): value for value in values}

    async def read(entered: Entered) -> StrEnum:
        if entered.word not in words:  # a forged button: commands have only these choices
            raise Refusal(Text("press.unknown"))
        return words[entered.word]

    def offered(person: Preferences, _now: int) -> Iterator[Button]:
        for word in words:
            if word != getattr(person, name):
                yield setting(name, word, Text(f"{CHOICES}{word}"))

    return Preference(
        name,
        {Option(name, choices=tuple(words), named=CHOICES): read},
        lambda person, _: Text(f"me.{name}.{getattr(person, name)}"),
        offered,
        not_on=not_on,
    )


def opening(name: str) -> Button:
    """Return the button that shows the choices of a preference."""
    return button(f"me.button.{name}", "me", name)


def setting(name: str, value: str, text: Text, style: Style = Style.PLAIN) -> Button:
    """Return the button that sets a preference as if the value had been typed."""
    return button(text, "me-set", ((name, value),), style=style)
