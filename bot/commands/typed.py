"""Commands as people type them: `/puluc challenge @Ben boolik road=9`."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from bot.commands.commands import (
    CHOICES,
    COMMANDS,
    LEVEL,
    LEVELS,
    OPPONENT,
    POSTING,
    PREFIX,
    RULESET,
    WORD,
    BadCommand,
    Command,
    Values,
    intent_of,
)
from bot.games.spelling import echo, either, nearest, plain
from bot.table.intents import Intent
from bot.table.people import Actor
from engine.text import Name, Text

Find: TypeAlias = Callable[[str], Actor | None]
"""Finds the person of this place who goes by a name."""

_BY_NAME = {command.name: command for command in COMMANDS}

_STRAIGHT = str.maketrans("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '""')


def parse(line: str, find: Find) -> Intent:
    """Read a typed command; BadCommand says what is wrong with it."""
    words = _words(line)
    if not words or words[0].casefold() != PREFIX:
        raise BadCommand(Text("command.unknown", command=echo(words[0]) if words else ""))
    name = words[1].casefold() if len(words) > 1 else "help"
    if name not in _BY_NAME:
        raise BadCommand(Text("command.unknown", command=echo(f"{PREFIX} {name}")))
    command = _BY_NAME[name]
    values = _values(command, words[2:], find)
    return intent_of(name, values, _person(command, values, find))


def _words(line: str) -> list[str]:
    """Split a line; only double quotes keep words together, straight or as phones write them."""
    lexer = shlex.shlex(line if '"' in line else line.translate(_STRAIGHT), posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.quotes = True, "", '"'
    try:
        return list(lexer)
    except ValueError:
        raise BadCommand(Text("command.bad-quote")) from None


def _values(command: Command, words: Sequence[str], find: Find) -> Values:
    """Sort words to the options that they are for."""
    known = {option.name for option in command.options}
    values: dict[str, str] = {}
    for word in _joined(command, words):
        typed, equals, value = word.partition("=")
        name = typed.casefold()
        if word.startswith("@"):
            name, value = _asks_person(command), word[1:]
        elif not (equals and name):
            name, value = _bare(command, word, values, find), word
        elif name not in known and name in CHOICES:  # the word that records have for it
            name = CHOICES[name].name
        elif name == "seats" and RULESET in command.options:
            if value != "2":
                raise BadCommand(Text("offer.teams"))
            continue
        if name == WORD.name and command.name in POSTING:
            raise BadCommand(_too_early(value))
        if name not in known:
            raise BadCommand(_no_option(command, typed, word))
        if name in values:
            raise BadCommand(Text("command.twice", option=name))
        values[name] = value
    return values


def _joined(command: Command, words: Sequence[str]) -> Iterator[str]:
    """Put together the words of a ruleset's name that was typed in two: `aj sayil`."""
    rest = list(words)
    while rest:
        first, second = rest[0], rest[1] if len(rest) > 1 else ""
        ruleset = RULESET.chosen(first + second) if RULESET in command.options else None
        if second and ruleset:
            yield ruleset
            del rest[:2]
        else:
            yield rest.pop(0)


def _bare(command: Command, word: str, values: Values, find: Find) -> str:
    """The option that a word without a name is for: one of its choices, or the only one left."""
    free = [option for option in command.options if option.bare and option.name not in values]
    if [option.name for option in free] == [WORD.name]:
        return WORD.name  # which is any word
    for option in free:
        if option.chosen(word):
            return option.name
    named = {plain(option.name): option.name for option in command.options if not option.bare}
    if (name := named.get(plain(word))) or not plain(word):
        raise BadCommand(Text("command.spaces", option=name or "road"))
    if any(option.person for option in free) and find(word) is not None:
        typed = f'@"{word}"' if " " in word else f"@{word}"
        raise BadCommand(Text("command.person", name=Name(echo(word)), typed=Name(echo(typed))))
    names = [option.name for option in free if not option.person]
    if len(names) == 1:
        return names[0]
    if LEVEL in free and RULESET in free:
        told = Text(
            "command.level",
            word=echo(word),
            levels=either(LEVELS),
            rulesets=", ".join(RULESET.choices),
        )
        raise BadCommand(nearest(told, RULESET.choices, word))
    raise BadCommand(Text("command.option", word=echo(word), usage=command.usage))


def _too_early(word: str) -> Text:
    """Say how a word for the casts is given that would have been known before the seed."""
    typed = f'"{word}"' if " " in word else word or "maize"
    return Text("word.later", word=Name(echo(typed)))


def _no_option(command: Command, name: str, word: str) -> Text:
    """Say that a command has no such option, and which it has."""
    named = [option.name for option in command.options if not option.bare]
    if not named:
        return Text("command.option", word=echo(word), usage=command.usage)
    told = Text("command.no-option", option=echo(name), options=", ".join(named))
    return nearest(told, named, name)


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
