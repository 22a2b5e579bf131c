"""The options of commands for a set of games, and what was typed for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import TypeAlias

from bot.commands.command import (
    CALLS,
    DEFAULT_LEVEL,
    GAME,
    HINTS,
    LEVEL,
    MATCH,
    OPTIONS,
    PACE,
    RULESET,
    SERIES_NAME,
    THREAD,
    TIME_OPTIONS,
    TUTORIAL,
    UNDO,
    VALUE,
    WORD,
    WRONG_TERM,
    BadCommand,
    Command,
)
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.games.spelling import echo, nearest, plain, typed_name, usual
from bot.table.ids import TableId
from bot.table.naming import called
from bot.table.options import DEFAULT_RULESET, Options
from bot.table.people import Actor, User
from bot.table.request import Refusal
from bot.table.terms import NONE, REMOVABLE, SEPARATOR, SERIES, Terms, between_people
from engine.text import AnyOf, Text

Values: TypeAlias = Mapping[str, str]
"""The values given for options, by name."""


class Commands:
    """The commands' options and meanings for a set of games."""

    def __init__(self, games: Games) -> None:
        self._games = games
        known = chain.from_iterable(family.aliases.items() for family in games.families)
        names = tuple(map(typed_name, games.rulesets))
        meanings = tuple(zip(names, games.rulesets, strict=True))
        self.ruleset = Option(
            RULESET,
            choices=names,
            bare=True,
            aliases=tuple((alias, typed_name(key)) for alias, key in known),
            meanings=meanings,
        )
        taught = tuple(map(typed_name, games.taught))
        self.lesson = replace(self.ruleset, choices=taught, told=TUTORIAL)
        listed = tuple(games.levels)
        every = dict.fromkeys(level for family in games.families for level in family.levels)
        self.level = Option(
            LEVEL,
            choices=listed,
            bare=True,
            named="level.",
            unlisted=tuple(level for level in every if level not in listed),
        )
        named = tuple(name for family in games.families for name in family.series)
        self.series = Option(
            SERIES_NAME,
            choices=(*named, *names),
            examples=(*named, SEPARATOR.join(names[:2])),
            aliases=self.ruleset.aliases,
            meanings=meanings,
            many=True,
            alone=next(iter(named), ""),
        )
        agreed = (*TIME_OPTIONS, HINTS, UNDO, CALLS, THREAD)
        self.terms: tuple[Option, ...] = (*agreed, MATCH, self.series)

    @cached_property
    def game_options(self) -> tuple[Option, ...]:
        """The options of all families' games; options of the same name are merged."""
        return tuple(option for option in self._options_by_key.values() if option.listed)

    @cached_property
    def _options_by_key(self) -> Mapping[str, Option]:
        """The options of all families' games by their names in headers."""
        found: dict[str, Option] = {}
        every = (self._games.options(key).items() for key in self._games.rulesets)
        for key, option in chain.from_iterable(every):
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
        """Return the keys of the rulesets that a command can name."""
        named = (option for option in self._own(command) if option.name == RULESET)
        return next((tuple(map(each.meant, each.choices)) for each in named), ())

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
        return (MATCH, self.series) if command.takes_match else ()

    def game_options_of(self, ruleset: str | None) -> tuple[Option, ...]:
        """Return the options of a ruleset's game, or of all games if there is no such ruleset."""
        chosen = self.ruleset.chosen(ruleset or "")
        if chosen is None:
            return self.game_options
        key = self.ruleset.meant(chosen)
        options = self._games.options(key).values()
        return tuple(option for option in options if option.listed and option.is_of(key))

    def typed(self, command: Command, values: Values, people: Sequence[Actor] = ()) -> "Typed":
        """Return what was typed after a command, checked. Raises BadCommand if a value is wrong.

        `people` are those chosen for the command's person option.
        """
        ours = {option.name: option for option in self._own(command)}
        # A setting's value is checked later, once the setting is known.
        free = {option.name for option in ours.values() if option.person or option is VALUE}
        valid = {
            option: checked(ours[option], value)
            for option, value in values.items()
            if option in ours and option not in free
        }
        chosen = {option: value for option, value in values.items() if option not in ours}
        return Typed(command, {**values, **valid}, _distinct(people), chosen, self)

    def _own(self, command: Command) -> tuple[Option, ...]:
        """Return the options of a command, without those of the game."""
        return (
            *command.options,
            *([self.level] if command.takes_level else []),
            *([self.ruleset] if command.takes_ruleset else []),
            *([self.lesson] if command.takes_lesson else []),
        )

    def options(self, command: Command, values: Values, chosen: Values) -> Options:
        """Parse the game's options, as the ruleset's family defines them, and its terms."""
        chosen, agreed = self._parted(command, chosen)
        terms = _terms(agreed)
        ruleset = self._ruleset(values.get(RULESET), terms)
        known = self._games.options(ruleset)
        return Options(ruleset, tuple(self._read(command, known, chosen).items()), terms)

    def changes(
        self, command: Command, values: Values, chosen: Values
    ) -> tuple[tuple[str, str], ...]:
        """Parse changes of a game: those of its ruleset, options, terms and computers' level."""
        removed = {name: NONE for name in REMOVABLE if plain(chosen.get(name, "")) == NONE}
        typed = chosen.get(LEVEL)
        level = {} if typed is None else {LEVEL: checked(self.level, typed)}
        left = {name: value for name, value in chosen.items() if name not in (*removed, *level)}
        chosen, agreed = self._parted(command, left)
        ruleset = values.get(RULESET)
        known = self._options_by_key if ruleset is None else self._games.options(ruleset)
        named = {} if ruleset is None else {RULESET: ruleset}
        changes = {**named, **self._read(command, known, chosen), **agreed, **removed, **level}
        if not changes:
            raise BadCommand(Text("change.nothing"))
        self._ruleset(ruleset, _read_terms(agreed))
        return tuple(changes.items())

    def _parted(self, command: Command, chosen: Values) -> tuple[Values, Values]:
        """Return the options of the game, and the terms, whose values are checked."""
        terms = {option.name: option for option in self.terms_of(command)}
        if command.takes_match and (name := between_people(chosen)) is not None:
            raise BadCommand(Text("practice.terms", option=name))
        agreed = {
            name: checked(option, chosen[name]) for name, option in terms.items() if name in chosen
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
            read[key] = checked(known[key], value)
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
            raise BadCommand(Text("series.without", ruleset=typed_name(given)))
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


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed after a command: the values of its own options by name, and people.

    Its properties raise BadCommand if what they need is wrong.
    """

    command: Command
    values: Values
    people: tuple[Actor, ...]
    _chosen: Values
    _commands: "Commands"

    @property
    def table(self) -> TableId | None:
        """The table, None if it wasn't named."""
        named = self.values.get(GAME.name)
        return None if named is None else TableId(named.casefold())

    @property
    def word(self) -> str:
        """The word for the throws, empty if there is none."""
        return self.values.get(WORD.name, "")

    @property
    def level(self) -> str:
        """The level of the computer."""
        return self.values.get(LEVEL, DEFAULT_LEVEL)

    @property
    def person(self) -> Actor | None:
        """The only person, None if nobody was named."""
        if len(self.people) > 1:
            raise BadCommand(Text("command.one-person"))
        return next(iter(self.people), None)

    @property
    def options(self) -> Options:
        """The game."""
        return self._commands.options(self.command, self.values, self._chosen)

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """The changes of a game, of which there is at least one."""
        return self._commands.changes(self.command, self.values, self._chosen)


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
    """Return the key of the option that is called this, as people or as headers call it."""
    found = (key for key, option in options.items() if typed in (key, option.name))
    return next(found, None)


def _terms(values: Values) -> Terms:
    """Parse the terms of a game. Raises BadCommand if one is wrong or needs another."""
    terms = _read_terms(values)
    if (name := terms.idle(values)) is not None:
        raise BadCommand(Text("terms.no-pace", option=name))
    return terms


def _read_terms(values: Values) -> Terms:
    """Parse some of the terms. Raises BadCommand if one is wrong."""
    terms = Terms()
    for name, value in values.items():
        try:
            terms = terms.changed(name, value)
        except ValueError:
            raise BadCommand(Text(WRONG_TERM[name], value=echo(value))) from None
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


def _fields(option: Option) -> tuple[Option, ...]:
    """Return an option's fields in a form: several if it takes several people."""
    further = (replace(option, name=name, also=(), told="another") for name in option.also)
    return (option, *further)


def checked(option: Option, value: str) -> str:
    """Return what a typed value means. Raises BadCommand if it is not allowed."""
    if option.many:
        return _checked_list(option, value.split(SEPARATOR))
    if option.choices:
        chosen = option.chosen(value)
        if chosen is None:
            raise BadCommand(_no_choice(option, value))
        return option.meant(chosen)
    if option.name == WORD.name and not value.strip():
        raise BadCommand(Text("command.no-word"))
    limits = option.numbers
    if limits is None:
        return value
    digits = usual(value).strip()
    if digits.isascii() and digits.isdigit() and len(digits) <= 4 and int(digits) in limits:
        return digits
    key = "command.even" if limits.step == 2 else "command.number"
    raise BadCommand(
        Text(key, option=option.name, value=echo(value), low=limits[0], high=limits[-1])
    )


def _checked_list(option: Option, values: Sequence[str]) -> str:
    """Return the list in its canonical spelling. Raises BadCommand if it is not allowed."""
    if len(values) > SERIES[-1]:
        raise BadCommand(Text("series.length", low=SERIES[0], high=SERIES[-1]))
    single = replace(option, many=False)
    return SEPARATOR.join(checked(single, value) for value in values)


def _no_choice(option: Option, value: str) -> Text:
    if option.told == TUTORIAL:
        text = Text("lesson.unknown", word=echo(value), rulesets=", ".join(option.choices))
    elif option.name in (RULESET, SERIES_NAME):
        text = Text("command.ruleset", word=echo(value), rulesets=", ".join(option.choices))
    else:
        choices = AnyOf(option.choices)
        text = Text("command.choice", option=option.name, value=echo(value), choices=choices)
    return nearest(text, option.choices, value)
