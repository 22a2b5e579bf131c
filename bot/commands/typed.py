"""Commands as people type them: `/puluc challenge @Ben boolik road=9`."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from bot.commands.commands import (
    BY_NAME,
    GROUPS,
    OPPONENT,
    OPTIONS,
    POSTING,
    PREFIX,
    WORD,
    BadCommand,
    Command,
    Commands,
    Values,
    commands,
)
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.games.spelling import echo, either, nearest, plain
from bot.table.intents import Intent, Options
from bot.table.people import Actor
from engine.text import Name, Text

Find: TypeAlias = Callable[[str], Actor | None]
"""Finds the person of this place who goes by a name."""

_STRAIGHT = str.maketrans("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '""')


def parse(line: str, find: Find, games: Games) -> Intent:
    """Read a typed command; BadCommand says what is wrong with it."""
    words = _words(line)
    if not words or words[0].casefold() != PREFIX:
        raise BadCommand(Text("command.unknown", command=echo(words[0]) if words else ""))
    command, rest = _named(words[1:] or ["help"])
    known = commands(games)
    values = _Reader(known, command, find).values(rest)
    return known.intent(command.name, values, _person(command, values, find))


def parse_form(name: str, values: Values, games: Games, person: Actor | None = None) -> Intent:
    """Read a command from a form: `values` by option, those of the game as one line (`OPTIONS`).

    `person` is who was chosen by the command's option for one. BadCommand says what is wrong.
    """
    command, known = BY_NAME[name], commands(games)
    given = {option: value for option, value in values.items() if option != OPTIONS.name}
    words = _words(values.get(OPTIONS.name, ""))
    values = _Reader(known, command, _nobody).values(words, given)
    _person(command, values, _nobody)
    return known.intent(name, values, person)


def challenge_line(name: str, options: Options) -> str:
    """Return what somebody types who challenges the person of a name to a game like that."""
    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    chosen = (f"{option}={value}" for option, value in options.chosen)
    return " ".join([PREFIX, "challenge", f'@"{quoted}"', options.ruleset, *chosen])


def _named(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """Return the command that words begin with, in its group or without, and the words after it."""
    first, *rest = words
    group = first.casefold()
    if group in GROUPS and rest:
        name, *rest = rest
        command = BY_NAME.get(name.casefold())
        if command is None or command.group != group:
            raise BadCommand(Text("command.unknown", command=echo(f"{PREFIX} {group} {name}")))
        return command, rest
    command = BY_NAME.get(group)
    if command is None:
        raise BadCommand(Text("command.unknown", command=echo(f"{PREFIX} {group}")))
    return command, rest


def _nobody(_name: str) -> Actor | None:
    """Find people where they are chosen otherwise than by a name."""
    return None


def _words(line: str) -> list[str]:
    """Split a line; only double quotes keep words together, straight or as phones write them."""
    lexer = shlex.shlex(line if '"' in line else line.translate(_STRAIGHT), posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.quotes = True, "", '"'
    try:
        return list(lexer)
    except ValueError:
        raise BadCommand(Text("command.bad-quote")) from None


class _Reader:
    """Sorts the words behind a command to the options that they are for."""

    def __init__(self, known: Commands, command: Command, find: Find) -> None:
        self._known = known
        self._command = command
        self._options = known.options_of(command)
        self._find = find

    def values(self, words: Sequence[str], given: Values | None = None) -> Values:
        """Return the values of options by their names, beside those that were `given` otherwise.

        BadCommand says what is wrong.
        """
        names = {option.name for option in self._options}
        values: dict[str, str] = dict(given or {})
        for word in self._joined(words):
            typed, equals, value = word.partition("=")
            name = typed.casefold()
            if word.startswith("@"):
                name, value = _asks_person(self._command), word[1:]
            elif not (equals and name):
                name, value = self._bare(word, values), word
            if name == WORD.name and self._command.name in POSTING:
                raise BadCommand(_too_early(value))
            # What can be chosen of a game, its family says: there may be more than is listed.
            if name not in names and not (self._command.chooses and equals):
                raise BadCommand(self._known.no_option(self._command, typed, word))
            if name in values:
                raise BadCommand(Text("command.twice", option=name))
            values[name] = value
        return values

    def _joined(self, words: Sequence[str]) -> Iterator[str]:
        """Put together the words of a ruleset's name that was typed in two: `aj sayil`."""
        rest = list(words)
        while rest:
            first, second = rest[0], rest[1] if len(rest) > 1 else ""
            chosen = self._known.ruleset.chosen(first + second) if self._command.chooses else None
            if second and chosen:
                yield chosen
                del rest[:2]
            else:
                yield rest.pop(0)

    def _bare(self, word: str, values: Values) -> str:
        """The option that a word without a name is for: one that it can be, or the only one."""
        free = [option for option in self._options if option.bare and option.name not in values]
        if [option.name for option in free] == [WORD.name]:
            return WORD.name  # which is any word
        for option in free:
            if option.chosen(word):
                return option.name
        named = {plain(option.name): option.name for option in self._options if not option.bare}
        if (name := named.get(plain(word))) or not plain(word):
            raise BadCommand(Text("command.spaces", option=name or "road"))
        if any(option.person for option in free) and self._find(word) is not None:
            typed = f'@"{word}"' if " " in word else f"@{word}"
            raise BadCommand(Text("command.person", name=Name(echo(word)), typed=Name(echo(typed))))
        names = [option.name for option in free if not option.person]
        if len(names) == 1:
            return names[0]
        raise BadCommand(self._no_choice(word, free))

    def _no_choice(self, word: str, free: Sequence[Option]) -> Text:
        level, ruleset = self._known.level, self._known.ruleset
        if not (level in free and ruleset in free):
            return Text("command.option", word=echo(word), usage=self._command.usage)
        told = Text(
            "command.level",
            word=echo(word),
            levels=either(level.choices),
            rulesets=", ".join(ruleset.choices),
        )
        return nearest(told, ruleset.choices, word)


def _too_early(word: str) -> Text:
    """Say how a word for the casts is given that would have been known before the seed."""
    typed = f'"{word}"' if " " in word else word or "maize"
    return Text("word.later", word=Name(echo(typed)))


def _asks_person(command: Command) -> str:
    """The name of the option that a person is for; `opponent` where there is none."""
    people = (option.name for option in command.options if option.person)
    return next(people, OPPONENT.name)


def _person(command: Command, values: Values, find: Find) -> Actor | None:
    """Who was named, by whatever option a command has for it."""
    name = values.get(_asks_person(command))
    if name is None:
        return None
    if not name.strip():
        raise BadCommand(Text("command.no-name"))
    found = find(name)
    if found is None:
        raise BadCommand(Text("command.nobody", name=Name(echo(name))))
    return found
