"""The commands as data, and what they mean once their options have values.

Platforms with commands of their own declare them from this data; `typed.py` reads lines.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeAlias

from bot.games.spelling import choice, echo, either, nearest, plain
from bot.table.intents import (
    USUAL,
    Abort,
    Accept,
    Block,
    Cancel,
    Challenge,
    ChangeSettings,
    Close,
    Decline,
    GiveWord,
    Help,
    Intent,
    ListGames,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    ShowSettings,
    Unblock,
)
from bot.table.people import Actor
from bot.table.settings import SETTINGS
from bot.table.table import TableId
from engine.road.ruleset import (
    LONGEST_ROAD,
    MOST_WARRIORS,
    SHORTEST_ROAD,
    AfterCapture,
    Casts,
    FarEnd,
)
from engine.road.rulesets import RULESETS
from engine.text import Text
from engine.throws import TABLES

PREFIX = "/puluc"
LEVELS = ("random", "greedy")
"""The computer players that can be asked for."""


class BadCommand(Exception):  # noqa: N818 - an ordinary outcome, told to whoever typed it
    """A line that is no command of ours; `text` says what to type instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text


@dataclass(frozen=True, slots=True)
class Option:
    """Something that a command may be told: `name=value`, or the value alone where `bare`.

    `aliases` are other names of its choices, in plain letters. A `person` is chosen from those
    of the place, or typed after `@`.
    """

    name: str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    bare: bool = False
    aliases: tuple[tuple[str, str], ...] = ()
    person: bool = False

    def chosen(self, typed: str) -> str | None:
        """What was chosen, however it is written or called; None if it is no choice."""
        return choice(self.choices, dict(self.aliases).get(plain(typed), typed))

    @property
    def usage(self) -> str:
        """How it is typed."""
        if self.person:
            return "[@name]"
        return f"[{self.name}]" if self.bare else f"[{self.name}=...]"

    @property
    def values(self) -> str:
        """What it can be, in short."""
        if self.numbers is not None:
            return f"{self.numbers[0]}-{self.numbers[-1]}"
        return "|".join(self.choices) or "..."


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its description is the text `command.<name>`."""

    name: str
    options: tuple[Option, ...] = ()

    @property
    def usage(self) -> str:
        """How it is typed; the options of a game, which many commands have, as one."""
        together = OF_GAME if RULESET in self.options else ()
        own = [option.usage for option in self.options if option not in together]
        return " ".join([PREFIX, self.name, *own, *(["[options]"] if together else [])])


OPPONENT = Option("opponent", bare=True, person=True)
_PERSON = Option("person", bare=True, person=True)
_EVERYONE = Option("everyone", choices=("all",), bare=True)
RULESET = Option(
    "ruleset", choices=tuple(RULESETS), bare=True, aliases=(("kekchipuluc", "kekchi"),)
)
LEVEL = Option("level", choices=LEVELS, bare=True)
WORD = Option("word")
_TABLE = Option("table", bare=True)
_SETTING = Option("setting", choices=tuple(SETTINGS), bare=True)
_VALUE = Option(
    "value", choices=tuple(dict.fromkeys(chain.from_iterable(SETTINGS.values()))), bare=True
)

CHOICES: Mapping[str, Option] = {
    "road": Option("road", numbers=range(SHORTEST_ROAD, LONGEST_ROAD + 1)),
    "warriors": Option("warriors", numbers=range(1, MOST_WARRIORS + 1)),
    "table": Option("throw", choices=tuple(TABLES)),
    "casts": Option("casts", choices=tuple(Casts)),
    "after-capture": Option("capture", choices=tuple(AfterCapture)),
    "far-end": Option("end", choices=tuple(FarEnd)),
    "exact": Option("exact", choices=("yes", "no")),
}
"""What can be chosen about a game, by the name that its header has for it."""

OF_GAME = tuple(CHOICES.values())
"""The options of whoever begins a game."""

_GAME = (RULESET, *OF_GAME)

COMMANDS = (
    Command("challenge", (OPPONENT, *_GAME)),
    Command("open", _GAME),
    Command("practice", (LEVEL, *_GAME)),
    Command("accept", (_TABLE, WORD)),
    Command("word", (replace(WORD, bare=True), replace(_TABLE, bare=False))),
    Command("decline", (_TABLE,)),
    Command("cancel", (_TABLE,)),
    Command("board", (_TABLE,)),
    Command("games"),
    Command("resign", (_TABLE,)),
    Command("abort", (_TABLE,)),
    Command("rules", _GAME),
    Command("settings", (_SETTING, _VALUE)),
    Command("block", (_PERSON, _EVERYONE)),
    Command("unblock", (_PERSON, _EVERYONE)),
    Command("close", (_TABLE,)),
    Command("help"),
)
"""Every command, in the order in which help lists them."""

POSTING = ("challenge", "open", "practice")
"""What posts a table. The commitment is shown with it, and words for the casts come after that."""

_BY_NAME: Mapping[str, Command] = {command.name: command for command in COMMANDS}

Values: TypeAlias = Mapping[str, str]
"""What options were given, by their names."""


def _checked(option: Option, value: str) -> str:
    """The value as it is listed; BadCommand if it cannot be had."""
    if option.choices:
        chosen = option.chosen(value)
        if chosen is None:
            raise BadCommand(_no_choice(option, value))
        return chosen
    if option.name == WORD.name and not value.strip():
        raise BadCommand(Text("command.no-word"))
    limits = option.numbers
    if limits is None or (value.isascii() and value.isdigit() and int(value) in limits):
        return value
    low, high = limits[0], limits[-1]
    raise BadCommand(
        Text("command.number", option=option.name, value=echo(value), low=low, high=high)
    )


def _no_choice(option: Option, value: str) -> Text:
    if option is RULESET:
        told = Text("command.ruleset", word=echo(value), rulesets=", ".join(option.choices))
    else:
        choices = either(option.choices)
        told = Text("command.choice", option=option.name, value=echo(value), choices=choices)
    return nearest(told, option.choices, value)


def _options(values: Values) -> Options:
    chosen = tuple(
        (name, values[option.name]) for name, option in CHOICES.items() if option.name in values
    )
    return Options(values.get("ruleset", USUAL), chosen)


def intent_of(name: str, values: Values, person: Actor | None = None) -> Intent:
    """Return what a command means, given its options' values; BadCommand says what is wrong.

    `person` is who was chosen by the command's option for one.
    """
    values = {
        **values,
        **{
            option.name: _checked(option, values[option.name])
            for option in _BY_NAME[name].options
            # What a setting can be, the setting says.
            if option.name in values and not option.person and option is not _VALUE
        },
    }
    table = TableId(values["table"].casefold()) if "table" in values else None
    word = values.get("word", "")
    match name:
        case "challenge":
            return Challenge(person, _options(values))
        case "open":
            return Challenge(None, _options(values))
        case "practice":
            return Practice(values.get("level", LEVELS[-1]), _options(values))
        case "accept":
            return Accept(table, word)
        case "word":
            if "word" not in values:
                raise BadCommand(Text("word.missing"))
            return GiveWord(word, table)
        case "rules":
            return Rules(_options(values) if values else None)
        case "settings":
            return _settings(values)
        case "block":
            return Block(person, everyone="everyone" in values)
        case "unblock":
            return Unblock(person, everyone="everyone" in values)
    return _PLAIN[name](table)


def _settings(values: Values) -> Intent:
    if "value" not in values:
        return ShowSettings()
    value, usage = values["value"], _BY_NAME["settings"].usage
    if "setting" not in values:
        raise BadCommand(Text("command.option", word=echo(value), usage=usage))
    name = values["setting"]
    return ChangeSettings(name, _checked(Option(name, choices=SETTINGS[name]), value))


_PLAIN: Mapping[str, Callable[[TableId | None], Intent]] = {
    "decline": Decline,
    "cancel": Cancel,
    "board": ShowBoard,
    "resign": Resign,
    "abort": Abort,
    "close": Close,
    "games": lambda _: ListGames(),
    "help": lambda _: Help(),
}
