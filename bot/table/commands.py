"""The commands as they are typed: `/puluc challenge @Ben road=9`. Data first, then a reader.

Platforms with commands of their own declare them from the same data.
"""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from bot.table.intents import (
    USUAL,
    Abort,
    Accept,
    Cancel,
    Challenge,
    ChangeSettings,
    Close,
    Decline,
    Help,
    Intent,
    ListGames,
    Options,
    Practice,
    Resign,
    Rules,
    ShowBoard,
    ShowSettings,
)
from bot.table.people import Actor
from bot.table.settings import SETTINGS
from bot.table.table import TableId
from engine.road.ruleset import (
    LONGEST_ROAD,
    MOST_SEATS,
    MOST_WARRIORS,
    SHORTEST_ROAD,
    AfterCapture,
    Casts,
    FarEnd,
)
from engine.road.rulesets import RULESETS
from engine.throws import TABLES
from renderer.text import Text

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
    """Something that a command may be told: `name=value`, or the value alone where `bare`."""

    name: str
    choices: tuple[str, ...] = ()
    numbers: range | None = None
    bare: bool = False

    @property
    def usage(self) -> str:
        """How it is typed."""
        if self.name == "opponent":
            return "@name"
        return f"[{self.name}]" if self.bare else f"[{self.name}=...]"


@dataclass(frozen=True, slots=True)
class Command:
    """One command; its description is the text `command.<name>`."""

    name: str
    options: tuple[Option, ...] = ()

    @property
    def usage(self) -> str:
        """How it is typed, options and all."""
        return " ".join([PREFIX, self.name, *(option.usage for option in self.options)])


_OPPONENT = Option("opponent", bare=True)
_RULESET = Option("ruleset", choices=tuple(RULESETS), bare=True)
_LEVEL = Option("level", choices=LEVELS, bare=True)
_WORD = Option("word")
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
    "seats": Option("seats", numbers=range(2, MOST_SEATS + 1)),
}
"""What can be chosen about a game, by the name that its header has for it."""

_GAME = (_RULESET, *CHOICES.values(), _WORD)

COMMANDS = (
    Command("challenge", (_OPPONENT, *_GAME)),
    Command("open", _GAME),
    Command("practice", (_LEVEL, *_GAME)),
    Command("accept", (_TABLE, _WORD)),
    Command("decline", (_TABLE,)),
    Command("cancel", (_TABLE,)),
    Command("board", (_TABLE,)),
    Command("games"),
    Command("resign", (_TABLE,)),
    Command("abort", (_TABLE,)),
    Command("rules", (_RULESET, *CHOICES.values())),
    Command("settings", (_SETTING, _VALUE)),
    Command("close", (_TABLE,)),
    Command("help"),
)
"""Every command, in the order in which help lists them."""

_BY_NAME: Mapping[str, Command] = {command.name: command for command in COMMANDS}

Find: TypeAlias = Callable[[str], Actor | None]
"""Finds the person of this place who goes by a name."""

Values: TypeAlias = Mapping[str, str]


def parse(line: str, find: Find) -> Intent:
    """Read a typed command; BadCommand says what is wrong with it."""
    try:
        words = shlex.split(line)
    except ValueError:
        raise BadCommand(Text("command.bad-quote")) from None
    if not words or words[0].casefold() != PREFIX:
        raise BadCommand(Text("command.unknown", command=words[0] if words else ""))
    name = words[1].casefold() if len(words) > 1 else "help"
    if name not in _BY_NAME:
        raise BadCommand(Text("command.unknown", command=f"{PREFIX} {name}"))
    values = _values(_BY_NAME[name], words[2:])
    return intent_of(name, values, _opponent(values, find))


def _values(command: Command, words: list[str]) -> Values:
    """Sort words to the options that they are for."""
    known = {option.name: option for option in command.options}
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if word.startswith("@"):
            name, value = "opponent", word[1:]
        elif not equals:
            name, value = _bare(command, word, values), word
        option = known.get(name.casefold())
        if option is None or option.name in values:
            raise BadCommand(Text("command.option", word=word, usage=command.usage))
        values[option.name] = value
    return values


def _bare(command: Command, word: str, values: Values) -> str:
    """The option that a word without a name is for: one of its choices, or the only one left."""
    free = [option for option in command.options if option.bare and option.name not in values]
    for option in free:
        if word.casefold() in option.choices:
            return option.name
    names = [option.name for option in free if option is not _OPPONENT]
    if len(names) == 1:
        return names[0]
    raise BadCommand(Text("command.option", word=word, usage=command.usage))


def _check(option: Option, value: str) -> None:
    if option.choices and value not in option.choices:
        choices = ", ".join(option.choices)
        raise BadCommand(Text("command.choice", option=option.name, value=value, choices=choices))
    limits = option.numbers
    if limits is not None and not (value.isascii() and value.isdigit() and int(value) in limits):
        raise BadCommand(
            Text("command.number", option=option.name, value=value, low=limits[0], high=limits[-1])
        )


def _options(values: Values) -> Options:
    chosen = tuple(
        (name, values[option.name]) for name, option in CHOICES.items() if option.name in values
    )
    return Options(values.get("ruleset", USUAL), chosen)


def intent_of(name: str, values: Values, opponent: Actor | None = None) -> Intent:
    """Return what a command means, given its options' values; BadCommand says what is wrong."""
    for option in _BY_NAME[name].options:
        if option.name in values:
            _check(option, values[option.name])
    table = TableId(values["table"].casefold()) if "table" in values else None
    word = values.get("word", "")
    match name:
        case "challenge":
            return Challenge(opponent, _options(values), word)
        case "open":
            return Challenge(None, _options(values), word)
        case "practice":
            return Practice(values.get("level", LEVELS[-1]), _options(values), word)
        case "accept":
            return Accept(table, word)
        case "rules":
            return Rules(_options(values))
        case "settings":
            return _settings(values)
    return _PLAIN[name](table)


def _settings(values: Values) -> Intent:
    if "value" not in values:
        return ShowSettings()
    value, usage = values["value"], _BY_NAME["settings"].usage
    if "setting" not in values:
        raise BadCommand(Text("command.option", word=value, usage=usage))
    name = values["setting"]
    _check(Option(name, choices=SETTINGS[name]), value)
    return ChangeSettings(name, value)


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


def _opponent(values: Values, find: Find) -> Actor | None:
    if "opponent" not in values:
        return None
    name = values["opponent"]
    found = find(name)
    if found is None:
        raise BadCommand(Text("command.nobody", name=name))
    return found
