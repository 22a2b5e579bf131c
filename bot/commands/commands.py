"""The commands as data, and the intents that they stand for.

Platforms with native commands declare them from this data; `typed.py` parses typed lines.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import Final, TypeAlias

from bot.games.catalogue import Games
from bot.games.option import Option
from bot.games.spelling import echo, either, nearest
from bot.table.ids import TableId
from bot.table.intents import (
    DEFAULT_RULESET,
    Abort,
    Accept,
    Ask,
    Block,
    Cancel,
    Challenge,
    ChangeMe,
    ChangeSettings,
    ChooseOpponent,
    Close,
    Decline,
    GiveWord,
    Help,
    Intent,
    Learn,
    ListGames,
    Next,
    Nudge,
    Options,
    Play,
    Practice,
    Resign,
    Resume,
    Rules,
    ShowBoard,
    ShowMe,
    ShowRecord,
    ShowSettings,
    Unblock,
    Verify,
)
from bot.table.people import Actor
from bot.table.preferences import Reminders
from bot.table.settings import SETTINGS
from bot.table.table import Wish
from bot.table.terms import TERMS, Flag, Terms
from engine.text import Text

PREFIX: Final = "/puluc"

FORMER_LEVELS: Final = {"random": "easy", "greedy": "medium"}
"""Names that computer levels had in earlier releases, with their current names."""

DEFAULT_LEVEL: Final = "medium"
"""The default level of the computer."""


class BadCommand(Exception):  # noqa: N818 - an ordinary outcome, shown to the user
    """A line that is not a valid command; `text` says what to type instead."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.key)
        self.text = text


@dataclass(frozen=True, slots=True)
class Command:
    """A command, described by the text `command.<name>`.

    If it `takes_ruleset`, a ruleset and its options can be given, if it `takes_terms`, those of the
    game between people (`bot/table/terms.py`), and if it `takes_level`, the computer's level. Less
    common commands have a `group`, under which platforms with a limited number of commands list
    them; in typed commands the group is optional. A command with the name of its group is listed
    there as `member`, because a group is no command on such platforms. `brief` abbreviates its
    options in `usage`.
    """

    name: str
    options: tuple[Option, ...] = ()
    takes_ruleset: bool = False
    takes_terms: bool = False
    takes_level: bool = False
    group: str = ""
    member: str = ""
    brief: str = ""

    @property
    def listed(self) -> str:
        """The name under which its group lists it."""
        return self.member or self.name

    @property
    def path(self) -> str:
        """The name where it is listed, preceded by its group."""
        return f"{self.group} {self.listed}".strip()

    @property
    def usage(self) -> str:
        """How the command is typed.

        The game's options, which many commands share, are abbreviated.
        """
        own = [self.brief] if self.brief else [option.usage for option in self.options]
        own += [f"[{LEVEL}]"] * self.takes_level
        own += [f"[{RULESET}]", "[options]"] * self.takes_ruleset
        return " ".join([PREFIX, self.name, *own])


RULESET: Final = "ruleset"
"""The name of the ruleset option."""

OPTIONS: Final = Option("options")
"""The game's options as one typed line, for platforms with forms."""

PACE: Final = Option("pace", examples=("10m", "12h", "1d", "3d", "7d", "1d+1h"))
"""How much time players have. Platforms with forms have a field for it."""

TERM_OPTIONS: Final = (
    PACE,
    Option("flag", choices=tuple(map(str, Flag))),
    Option("vacation", choices=("yes", "no")),
    Option("expires", examples=("6h", "1d", "7d")),
)
"""The options that set the terms of a game."""

_NEED_PACE: Final = ("flag", "vacation")
"""Terms that mean nothing without a pace."""

_WRONG_TERM: Final = {"pace": "terms.pace", "expires": "terms.expires"}
"""The refusals of values that aren't one of a few choices."""

OPPONENT: Final = Option("opponent", bare=True, person=True)
WORD: Final = Option("word")
_PERSON: Final = Option("person", bare=True, person=True)
_EVERYONE: Final = Option(
    "everyone", choices=("everyone",), bare=True, aliases=(("all", "everyone"),)
)
_TABLE: Final = Option("game", bare=True, formerly=("table",))
_SETTING: Final = Option(
    "setting", choices=tuple(SETTINGS), bare=True, aliases=(("tables", "games"),)
)
_VALUE: Final = Option(
    "value", choices=tuple(dict.fromkeys(chain.from_iterable(SETTINGS.values()))), bare=True
)
LEVEL: Final = "level"
"""The name of the option for the computer's level."""

_GAME: Final = "game"
_ME: Final = "me"
_ABOUT_ME: Final = (
    Option("reminders", choices=tuple(Reminders)),
    Option("where", choices=("channel", "private")),
    Option("quiet"),
    Option("zone", spaced=True),
    Option("now", spaced=True),
    Option("vacation", told="away"),
)
"""A person's preferences, and `now`, another way to set the time zone."""

COMMANDS: Final = (
    Command("play"),
    Command("learn"),
    Command("challenge", (OPPONENT,), takes_ruleset=True, takes_terms=True),
    Command("open", takes_ruleset=True, takes_terms=True),
    Command("practice", takes_ruleset=True, takes_level=True),
    Command("board", (_TABLE,)),
    Command("games"),
    Command("next"),
    Command("resign", (_TABLE,)),
    Command("rules", takes_ruleset=True),
    Command("settings", (_SETTING, _VALUE)),
    Command("help"),
    Command("accept", (_TABLE, WORD), group=_GAME),
    Command("decline", (_TABLE,), group=_GAME),
    Command("cancel", (_TABLE,), group=_GAME),
    Command("word", (replace(WORD, bare=True), replace(_TABLE, bare=False)), group=_GAME),
    Command("undo", (_TABLE,), group=_GAME),
    Command("draw", (_TABLE,), group=_GAME),
    Command("pause", (_TABLE,), group=_GAME),
    Command("resume", (_TABLE,), group=_GAME),
    Command("nudge", (_TABLE,), group=_GAME),
    Command("abort", (_TABLE,), group=_GAME),
    Command("record", (_TABLE,), group=_GAME),
    Command("verify", (_TABLE,), group=_GAME),
    Command("close", (_TABLE,), group=_GAME),
    Command("me", _ABOUT_ME, group=_ME, member="settings", brief="[option=...]"),
    Command("block", (_PERSON, _EVERYONE), group=_ME),
    Command("unblock", (_PERSON, _EVERYONE), group=_ME),
)
"""All commands, in the order of the help text."""

BY_NAME: Final[Mapping[str, Command]] = {command.name: command for command in COMMANDS}

GROUPS: Final = tuple(dict.fromkeys(command.group for command in COMMANDS if command.group))
"""The groups of commands, each described by the text `command.group.<name>`."""

POSTING: Final = ("challenge", "open", "practice")
"""Commands that post a table.

They take no word: it must come after the fair-throw hash is shown.
"""

Values: TypeAlias = Mapping[str, str]
"""The values given for options, by name."""


class Commands:
    """The commands' options and meanings for a set of games."""

    def __init__(self, games: Games) -> None:
        self._games = games
        aliases = {a: key for family in games.families for a, key in family.aliases.items()}
        self.ruleset = Option(
            RULESET, choices=tuple(games.rulesets), bare=True, aliases=tuple(aliases.items())
        )
        self.level = Option(
            LEVEL, choices=tuple(games.levels), bare=True, aliases=tuple(FORMER_LEVELS.items())
        )

    @cached_property
    def game_options(self) -> tuple[Option, ...]:
        """The options of all families' games; options of the same name are merged."""
        found: dict[str, Option] = {}
        for option in chain.from_iterable(f.options.values() for f in self._games.families):
            if not option.listed:
                continue
            known = found.get(option.name, option)
            choices = dict.fromkeys((*known.choices, *option.choices))
            found[option.name] = replace(
                option, choices=tuple(choices), numbers=_spanning(known.numbers, option.numbers)
            )
        return tuple(found.values())

    def options_of(self, command: Command) -> tuple[Option, ...]:
        """Return all options of a command."""
        return (
            *self._own(command),
            *(TERM_OPTIONS if command.takes_terms else ()),
            *(self.game_options if command.takes_ruleset else ()),
        )

    def fields_of(self, command: Command) -> tuple[Option, ...]:
        """Return the fields of a command's form, in which most options of the game share a line."""
        return (
            *self._own(command),
            *([PACE] if command.takes_terms else ()),
            *([OPTIONS] if command.takes_ruleset else ()),
        )

    def line_options_of(self, command: Command, ruleset: str | None) -> tuple[Option, ...]:
        """Return the options that share a line of a command's form, for a ruleset's game."""
        terms = [option for option in TERM_OPTIONS if option is not PACE]
        return (*self.game_options_of(ruleset), *(terms if command.takes_terms else ()))

    def game_options_of(self, ruleset: str | None) -> tuple[Option, ...]:
        """Return the options of a ruleset's game, or of all games if there is no such ruleset."""
        family = self._games.family(self.ruleset.chosen(ruleset or "") or "")
        if family is None:
            return self.game_options
        return tuple(option for option in family.options.values() if option.listed)

    def intent(self, name: str, values: Values, person: Actor | None = None) -> Intent:
        """Return the intent of a command with these values. Raises BadCommand if a value is wrong.

        `person` is the person chosen for the command's person option.
        """
        command = BY_NAME[name]
        ours = {option.name: option for option in self._own(command)}
        # A setting's value is checked later, once the setting is known.
        free = {option.name for option in ours.values() if option.person or option is _VALUE}
        checked = {
            option: _checked(ours[option], value)
            for option, value in values.items()
            if option in ours and option not in free
        }
        chosen = {option: value for option, value in values.items() if option not in ours}
        values = {**values, **checked}
        named = values.get(_TABLE.name) if _TABLE.name in ours else None
        table = None if named is None else TableId(named.casefold())
        word = values.get(WORD.name, "")
        match name:
            case "challenge":
                options = self._options(command, values, chosen)
                return ChooseOpponent(options) if person is None else Challenge((person,), options)
            case "open":
                return Challenge((), self._options(command, values, chosen))
            case "practice":
                level = values.get(LEVEL, DEFAULT_LEVEL)
                return Practice(level, self._options(command, values, chosen))
            case "accept":
                return Accept(table, word)
            case "word":
                if WORD.name not in values:
                    raise BadCommand(Text("word.missing"))
                return GiveWord(word, table)
            case "rules":
                return Rules(self._options(command, values, chosen) if values else None)
            case "settings":
                return self._settings(values)
            case "me":
                changes = tuple((o.name, values[o.name]) for o in _ABOUT_ME if o.name in values)
                return ChangeMe(changes) if changes else ShowMe()
            case "block":
                return Block(person, everyone=_EVERYONE.name in values)
            case "unblock":
                return Unblock(person, everyone=_EVERYONE.name in values)
        return _PLAIN[name](table)

    def _own(self, command: Command) -> tuple[Option, ...]:
        """Return the options of a command, without those of the game."""
        return (
            *command.options,
            *([self.level] if command.takes_level else []),
            *([self.ruleset] if command.takes_ruleset else []),
        )

    def _options(self, command: Command, values: Values, chosen: Values) -> Options:
        """Parse the game's options, as the ruleset's family defines them, and its terms."""
        ruleset = values.get(RULESET, DEFAULT_RULESET)
        family = self._games.family(ruleset)
        known = {} if family is None else family.options
        timed = {name: value for name, value in chosen.items() if name in TERMS}
        if timed and command.name == "practice":
            raise BadCommand(Text("practice.terms", option=next(iter(timed))))
        if command.takes_terms:
            chosen = {name: value for name, value in chosen.items() if name not in timed}
        read: dict[str, str] = {}
        for typed, value in chosen.items():
            key = next((key for key, option in known.items() if _is_called(option, typed)), None)
            if key is None:
                raise BadCommand(self.no_option(command, typed, f"{typed}={value}", known))
            if key in read:
                raise BadCommand(Text("command.twice", option=known[key].name))
            read[key] = _checked(known[key], value)
        terms = _terms(timed) if command.takes_terms else Terms()
        return Options(ruleset, tuple((key, read[key]) for key in known if key in read), terms)

    def no_option(
        self, command: Command, name: str, word: str, chosen: Mapping[str, Option] | None = None
    ) -> Text:
        """Return the message that a command has no such option, with a list of those it has.

        `chosen` are the options of the game, if it is known.
        """
        games = self.game_options if chosen is None else chosen.values()
        named = [option.name for option in command.options if not option.bare]
        named += [option.name for option in games if option.listed] if command.takes_ruleset else []
        named += TERMS if command.takes_terms else ()
        if not named:
            return Text("command.option", word=echo(word), usage=command.usage)
        text = Text("command.no-option", option=echo(name), options=", ".join(named))
        return nearest(text, named, name)

    def _settings(self, values: Values) -> Intent:
        if _VALUE.name not in values:
            return ShowSettings()
        value, usage = values[_VALUE.name], BY_NAME["settings"].usage
        if _SETTING.name not in values:
            raise BadCommand(Text("command.option", word=echo(value), usage=usage))
        name = values[_SETTING.name]
        return ChangeSettings(name, _checked(Option(name, choices=SETTINGS[name]), value))


@lru_cache
def commands(games: Games) -> Commands:
    """Return the commands for some games (cached)."""
    return Commands(games)


def _spanning(one: range | None, other: range | None) -> range | None:
    """Return the range that covers those of two options of the same name."""
    if one is None or other is None:
        return one or other
    return range(min(one.start, other.start), max(one.stop, other.stop))


def _is_called(option: Option, typed: str) -> bool:
    return typed == option.name or typed in option.formerly


def _terms(values: Values) -> Terms:
    """Parse the terms of a game. Raises BadCommand if one is wrong or needs another."""
    terms = Terms()
    for option in TERM_OPTIONS:
        if option.name in values:
            value = _checked(option, values[option.name])
            try:
                terms = terms.changed(option.name, value)
            except ValueError:
                raise BadCommand(Text(_WRONG_TERM[option.name], value=echo(value))) from None
    without = [name for name in _NEED_PACE if name in values]
    if without and terms.pace is None:
        raise BadCommand(Text("terms.no-pace", option=without[0]))
    return terms


def _checked(option: Option, value: str) -> str:
    """Return the value in its canonical spelling. Raises BadCommand if it is not allowed."""
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
    key = "command.even" if limits.step == 2 else "command.number"
    raise BadCommand(
        Text(key, option=option.name, value=echo(value), low=limits[0], high=limits[-1])
    )


def _no_choice(option: Option, value: str) -> Text:
    if option.name == RULESET:
        text = Text("command.ruleset", word=echo(value), rulesets=", ".join(option.choices))
    else:
        choices = either(option.choices)
        text = Text("command.choice", option=option.name, value=echo(value), choices=choices)
    return nearest(text, option.choices, value)


_PLAIN: Mapping[str, Callable[[TableId | None], Intent]] = {
    "decline": Decline,
    "cancel": Cancel,
    "board": ShowBoard,
    "resign": Resign,
    "undo": partial(Ask, Wish.UNDO),
    "draw": partial(Ask, Wish.DRAW),
    "pause": partial(Ask, Wish.PAUSE),
    "resume": Resume,
    "nudge": Nudge,
    "abort": Abort,
    "close": Close,
    "games": lambda _: ListGames(),
    "next": lambda _: Next(),
    "help": lambda _: Help(),
    "play": lambda _: Play(),
    "record": ShowRecord,
    "verify": Verify,
    "learn": lambda _: Learn(),
}
