"""The commands as data, and the intents that they stand for.

Platforms with native commands declare them from this data; `typed.py` parses typed lines.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import Final, TypeAlias

from bot.games.catalogue import Games
from bot.games.option import Option
from bot.games.spelling import echo, either, nearest, plain
from bot.me import preferences
from bot.table.ids import TableId
from bot.table.intents import (
    DEFAULT_RULESET,
    Abort,
    Accept,
    Alter,
    Ask,
    AskHint,
    Block,
    Cancel,
    Challenge,
    ChangeMe,
    ChangeSettings,
    ChooseOpponent,
    Close,
    Decline,
    Demo,
    ForgetMe,
    GiveWord,
    Help,
    Intent,
    Learn,
    Leave,
    LeaveMatch,
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
    ShowMyData,
    ShowOdds,
    ShowRecord,
    ShowReview,
    ShowSeries,
    ShowSettings,
    Start,
    TakeSeat,
    Unblock,
    Verify,
)
from bot.table.naming import called
from bot.table.people import Actor, User
from bot.table.request import Refusal
from bot.table.settings import SETTINGS
from bot.table.table import Wish
from bot.table.terms import NONE, REMOVABLE, SEPARATOR, SERIES, TERMS, WINS, Flag, Terms
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

    If it `takes_ruleset`, a ruleset and its options can be given, if it `takes_terms`, the terms
    (`bot/table/terms.py`), if it `takes_match`, only those of a match, if it `takes_level`, the
    computer's level, and if it `takes_lesson`, a ruleset that has a tutorial. Less common commands
    have a `group`, under which platforms with a limited number of commands list them; in typed
    commands the group is optional. A command with the name of its group is listed there as
    `member`, because a group is no command on such platforms. `brief` abbreviates its options in
    `usage`.
    """

    name: str
    options: tuple[Option, ...] = ()
    takes_ruleset: bool = False
    takes_terms: bool = False
    takes_match: bool = False
    takes_level: bool = False
    takes_lesson: bool = False
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
        own += [f"[{RULESET}]"] * (self.takes_ruleset or self.takes_lesson)
        own += ["[options]"] * self.takes_ruleset
        return " ".join([PREFIX, self.name, *own])


RULESET: Final = "ruleset"
"""The name of the ruleset option."""

OPTIONS: Final = Option("options")
"""The game's options as one typed line, for platforms with forms."""

PACE: Final = Option("pace", examples=("10m", "12h", "1d", "3d", "7d", "1d+1h"))
"""How much time players have. Platforms with forms have a field for it."""

_TIME_OPTIONS: Final = (
    PACE,
    Option("flag", choices=tuple(map(str, Flag))),
    Option("vacation", choices=("yes", "no")),
    Option("expires", examples=("6h", "1d", "7d")),
)
"""The options that set the terms of games between people."""

_HINTS: Final = Option("hints", choices=("yes", "no"))
_MATCH: Final = Option("match", numbers=WINS, usual=(3,))
_SERIES: Final = "series"

_NEED_PACE: Final = ("flag", "vacation")
"""Terms that mean nothing without a pace."""

_WRONG_TERM: Final = {"pace": "terms.pace", "expires": "terms.expires"}
"""The refusals of values that aren't one of a few choices."""

OPPONENT: Final = Option("opponent", bare=True, person=True, also=("second", "third"))
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

_TUTORIAL: Final = "tutorial"
"""What the ruleset of a tutorial is told as."""

_GAME: Final = "game"
_ME: Final = "me"

COMMANDS: Final = (
    Command("play"),
    Command("learn", takes_lesson=True),
    Command("challenge", (OPPONENT,), takes_ruleset=True, takes_terms=True),
    Command("open", takes_ruleset=True, takes_terms=True),
    Command("practice", takes_ruleset=True, takes_match=True, takes_level=True),
    Command("demo", takes_ruleset=True, takes_level=True),
    Command("board", (_TABLE,)),
    Command("games"),
    Command("next"),
    Command("series"),
    Command("resign", (_TABLE,)),
    Command("rules", takes_ruleset=True),
    Command("settings", (_SETTING, _VALUE)),
    Command("help"),
    Command("accept", (_TABLE, WORD), group=_GAME),
    Command("decline", (_TABLE,), group=_GAME),
    Command("cancel", (_TABLE,), group=_GAME),
    Command("word", (replace(WORD, bare=True), replace(_TABLE, bare=False)), group=_GAME),
    Command("leave", (_TABLE,), group=_GAME),
    Command("begin", (_TABLE,), group=_GAME),
    Command(
        "change",
        (replace(_TABLE, bare=False),),
        takes_ruleset=True,
        takes_terms=True,
        group=_GAME,
        brief="[game=...]",
    ),
    Command("take", (_TABLE,), group=_GAME),
    Command("undo", (_TABLE,), group=_GAME),
    Command("draw", (_TABLE,), group=_GAME),
    Command("pause", (_TABLE,), group=_GAME),
    Command("resume", (_TABLE,), group=_GAME),
    Command("nudge", (_TABLE,), group=_GAME),
    Command("hint", (_TABLE,), group=_GAME),
    Command("odds", (_TABLE,), group=_GAME),
    Command("review", (_TABLE,), group=_GAME),
    Command("abort", (_TABLE,), group=_GAME),
    Command("quit", (_TABLE,), group=_GAME),
    Command("record", (_TABLE,), group=_GAME),
    Command("verify", (_TABLE,), group=_GAME),
    Command("close", (_TABLE,), group=_GAME),
    Command("me", preferences.OPTIONS, group=_ME, member="settings", brief="[option=...]"),
    Command("block", (_PERSON, _EVERYONE), group=_ME),
    Command("unblock", (_PERSON, _EVERYONE), group=_ME),
    Command("mydata", group=_ME),
    Command("forgetme", group=_ME),
)
"""All commands, in the order of the help text."""

BY_NAME: Final[Mapping[str, Command]] = {command.name: command for command in COMMANDS}

GROUPS: Final = tuple(dict.fromkeys(command.group for command in COMMANDS if command.group))
"""The groups of commands, each described by the text `command.group.<name>`."""

POSTING: Final = ("challenge", "open", "practice", "demo")
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
        self.lesson = replace(self.ruleset, choices=tuple(games.taught), told=_TUTORIAL)
        listed = tuple(games.levels)
        every = dict.fromkeys(level for family in games.families for level in family.levels)
        self.level = Option(
            LEVEL,
            choices=listed,
            bare=True,
            aliases=tuple(FORMER_LEVELS.items()),
            unlisted=tuple(level for level in every if level not in listed),
        )
        named = tuple(name for family in games.families for name in family.series)
        self.series = Option(
            _SERIES,
            choices=(*named, *games.rulesets),
            examples=(*named, SEPARATOR.join(games.rulesets[:2])),
            aliases=self.ruleset.aliases,
            many=True,
            alone=next(iter(named), ""),
        )
        self.terms: tuple[Option, ...] = (*_TIME_OPTIONS, _HINTS, _MATCH, self.series)

    @cached_property
    def game_options(self) -> tuple[Option, ...]:
        """The options of all families' games; options of the same name are merged."""
        return tuple(option for option in self._options_by_key.values() if option.listed)

    @cached_property
    def _options_by_key(self) -> Mapping[str, Option]:
        """The options of all families' games by their names in headers."""
        found: dict[str, Option] = {}
        for key, option in chain.from_iterable(f.options.items() for f in self._games.families):
            known = found.get(key, option)
            choices = dict.fromkeys((*known.choices, *option.choices))
            numbers = _spanning(known.numbers, option.numbers)
            found[key] = replace(known, choices=tuple(choices), numbers=numbers)
        return found

    def options_of(self, command: Command) -> tuple[Option, ...]:
        """Return all options of a command."""
        return (
            *self._own(command),
            *self.terms_of(command),
            *(self.game_options if command.takes_ruleset else ()),
        )

    def rulesets_of(self, command: Command) -> Sequence[str]:
        """Return the rulesets that a command can name."""
        named = (option.choices for option in self._own(command) if option.name == RULESET)
        return next(named, ())

    def fields_of(self, command: Command) -> tuple[Option, ...]:
        """Return the fields of a command's form, in which most options of the game share a line."""
        own = chain.from_iterable(map(_fields, self._own(command)))
        return (
            *own,
            *([PACE] if command.takes_terms else ()),
            *([OPTIONS] if command.takes_ruleset else ()),
        )

    def line_options_of(self, command: Command, ruleset: str | None) -> tuple[Option, ...]:
        """Return the options that share a line of a command's form, for a ruleset's game."""
        terms = [option for option in self.terms_of(command) if option is not PACE]
        return (*self.game_options_of(ruleset), *terms)

    def terms_of(self, command: Command) -> tuple[Option, ...]:
        """Return the options that set the terms of a command's game."""
        if command.takes_terms:
            return self.terms
        return (_MATCH, self.series) if command.takes_match else ()

    def game_options_of(self, ruleset: str | None) -> tuple[Option, ...]:
        """Return the options of a ruleset's game, or of all games if there is no such ruleset."""
        key = self.ruleset.chosen(ruleset or "") or ""
        family = self._games.family(key)
        if family is None:
            return self.game_options
        options = family.options.values()
        return tuple(option for option in options if option.listed and option.is_of(key))

    def intent(self, name: str, values: Values, people: Sequence[Actor] = ()) -> Intent:
        """Return the intent of a command with these values. Raises BadCommand if a value is wrong.

        `people` are those chosen for the command's person option.
        """
        command = BY_NAME[name]
        person = _only(people) if name in ("block", "unblock") else None
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
                options, opponents = self._options(command, values, chosen), _distinct(people)
                return Challenge(opponents, options) if opponents else ChooseOpponent(options)
            case "open":
                return Challenge((), self._options(command, values, chosen))
            case "practice":
                level = values.get(LEVEL, DEFAULT_LEVEL)
                return Practice(level, self._options(command, values, chosen))
            case "demo":
                level = values.get(LEVEL, DEFAULT_LEVEL)
                return Demo(level, self._options(command, values, chosen))
            case "change":
                return Alter(self._changes(command, values, chosen), table)
            case "accept":
                return Accept(table, word)
            case "word":
                if WORD.name not in values:
                    raise BadCommand(Text("word.missing"))
                return GiveWord(word, table)
            case "learn":
                return Learn(ruleset=values.get(RULESET, ""))
            case "rules":
                return Rules(self._options(command, values, chosen) if values else None)
            case "settings":
                return self._settings(values)
            case "me":
                changes = tuple((each, values[each]) for each in ours if each in values)
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
            *([self.lesson] if command.takes_lesson else []),
        )

    def _options(self, command: Command, values: Values, chosen: Values) -> Options:
        """Parse the game's options, as the ruleset's family defines them, and its terms."""
        chosen, agreed = self._parted(command, chosen)
        terms = _terms(agreed)
        ruleset = self._ruleset(values.get(RULESET), terms)
        family = self._games.family(ruleset)
        known = {} if family is None else family.options
        return Options(ruleset, tuple(self._read(command, known, chosen).items()), terms)

    def _changes(
        self, command: Command, values: Values, chosen: Values
    ) -> tuple[tuple[str, str], ...]:
        """Parse changes of a game: those of its ruleset, options, terms and computers' level."""
        removed = {name: NONE for name in REMOVABLE if plain(chosen.get(name, "")) == NONE}
        typed = chosen.get(LEVEL)
        level = {} if typed is None else {LEVEL: _checked(self.level, typed)}
        left = {name: value for name, value in chosen.items() if name not in (*removed, *level)}
        chosen, agreed = self._parted(command, left)
        ruleset = values.get(RULESET)
        family = self._games.family(ruleset) if ruleset is not None else None
        known = self._options_by_key if family is None else family.options
        named = {} if ruleset is None else {RULESET: ruleset}
        changes = {**named, **self._read(command, known, chosen), **agreed, **removed, **level}
        if not changes:
            raise BadCommand(Text("change.nothing"))
        self._ruleset(ruleset, _read_terms(agreed))
        return tuple(changes.items())

    def _parted(self, command: Command, chosen: Values) -> tuple[Values, Values]:
        """Return the options of the game, and the terms, whose values are checked."""
        terms = {option.name: option for option in self.terms_of(command)}
        without = (name for name in chosen if name in TERMS and name not in terms)
        if command.name == "practice" and (name := next(without, None)) is not None:
            raise BadCommand(Text("practice.terms", option=name))
        agreed = {
            name: _checked(option, chosen[name]) for name, option in terms.items() if name in chosen
        }
        return {name: value for name, value in chosen.items() if name not in terms}, agreed

    def _read(
        self, command: Command, known: Mapping[str, Option], chosen: Values
    ) -> dict[str, str]:
        """Return the values of a game's options, by their names in headers and in that order."""
        read: dict[str, str] = {}
        for typed, value in chosen.items():
            key = _called(known, typed)
            if key is None:
                raise BadCommand(self.no_option(command, typed, f"{typed}={value}", known))
            if key in read:
                raise BadCommand(Text("command.twice", option=known[key].name))
            read[key] = _checked(known[key], value)
        return {key: read[key] for key in known if key in read}

    def _ruleset(self, given: str | None, terms: Terms) -> str:
        """Return the ruleset of a game or, with a series, that of its first game."""
        if not terms.series:
            return given or DEFAULT_RULESET
        try:
            keys = self._games.series(terms)
        except Refusal as refusal:
            raise BadCommand(refusal.text) from refusal
        if given is not None and given not in keys:
            raise BadCommand(Text("series.without", ruleset=given))
        return keys[0]

    def no_option(
        self, command: Command, name: str, word: str, chosen: Mapping[str, Option] | None = None
    ) -> Text:
        """Return the message that a command has no such option, with a list of those it has.

        `chosen` are the options of the game, if it is known.
        """
        games = self.game_options if chosen is None else chosen.values()
        named = [option.name for option in command.options if not option.bare]
        named += [option.name for option in games if option.listed] if command.takes_ruleset else []
        named += [option.name for option in self.terms_of(command)]
        if not named:
            return Text("command.option", word=echo(word), usage=command.usage)
        if command.takes_ruleset and _called(self._options_by_key, name) is not None:
            return Text("command.other-game", option=echo(name), options=", ".join(named))
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
    step = one.step if one.step == other.step else 1
    return range(min(one.start, other.start), max(one.stop, other.stop), step)


def _called(options: Mapping[str, Option], typed: str) -> str | None:
    """Return the key of the option of this name or, if there is none, formerly of this name."""
    now = (key for key, option in options.items() if typed == option.name)
    formerly = (key for key, option in options.items() if typed in option.formerly)
    return next(chain(now, formerly), None)


def _terms(values: Values) -> Terms:
    """Parse the terms of a game. Raises BadCommand if one is wrong or needs another."""
    terms = _read_terms(values)
    without = [name for name in _NEED_PACE if name in values]
    if without and terms.pace is None:
        raise BadCommand(Text("terms.no-pace", option=without[0]))
    return terms


def _read_terms(values: Values) -> Terms:
    """Parse some of the terms. Raises BadCommand if one is wrong."""
    terms = Terms()
    for name, value in values.items():
        try:
            terms = terms.changed(name, value)
        except ValueError:
            raise BadCommand(Text(_WRONG_TERM[name], value=echo(value))) from None
    if terms.match and terms.series:
        raise BadCommand(Text("terms.match-or-series"))
    return terms


def _distinct(people: Sequence[Actor]) -> tuple[Actor, ...]:
    """Return people of whom each has been named once. Raises BadCommand otherwise."""
    found: dict[User, Actor] = {}
    for person in people:
        if person.user in found:
            raise BadCommand(Text("command.same-person", name=called(person.name)))
        found[person.user] = person
    return tuple(found.values())


def _only(people: Sequence[Actor]) -> Actor | None:
    """Return the only one of these people, None without any. Raises BadCommand for several."""
    if len(people) > 1:
        raise BadCommand(Text("command.one-person"))
    return next(iter(people), None)


def _fields(option: Option) -> tuple[Option, ...]:
    """Return an option's fields in a form: several if it takes several people."""
    further = (replace(option, name=name, also=(), told="another") for name in option.also)
    return (option, *further)


def _checked(option: Option, value: str) -> str:
    """Return the value in its canonical spelling. Raises BadCommand if it is not allowed."""
    if option.many:
        return _checked_list(option, value.split(SEPARATOR))
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


def _checked_list(option: Option, values: Sequence[str]) -> str:
    """Return the list in its canonical spelling. Raises BadCommand if it is not allowed."""
    if len(values) > SERIES[-1]:
        raise BadCommand(Text("series.length", low=SERIES[0], high=SERIES[-1]))
    single = replace(option, many=False)
    return SEPARATOR.join(_checked(single, value) for value in values)


def _no_choice(option: Option, value: str) -> Text:
    if option.told == _TUTORIAL:
        text = Text("lesson.unknown", word=echo(value), rulesets=", ".join(option.choices))
    elif option.name in (RULESET, _SERIES):
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
    "leave": Leave,
    "begin": Start,
    "take": TakeSeat,
    "quit": LeaveMatch,
    "abort": Abort,
    "close": Close,
    "games": lambda _: ListGames(),
    "next": lambda _: Next(),
    "series": lambda _: ShowSeries(),
    "help": lambda _: Help(),
    "mydata": lambda _: ShowMyData(),
    "forgetme": lambda _: ForgetMe(),
    "play": lambda _: Play(),
    "record": ShowRecord,
    "verify": Verify,
    "hint": AskHint,
    "odds": ShowOdds,
    "review": ShowReview,
}
