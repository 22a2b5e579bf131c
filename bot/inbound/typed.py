"""Parses typed commands: `/puluc challenge @Ben boolik road=9`."""

import shlex
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.acts.act import Act
from bot.acts.registry import BY_NAME, COMMANDS, GROUPS, act_of, posts_table
from bot.commands.command import OPTIONS, PREFIX, WORD, BadCommand, Command
from bot.commands.commands import Commands, Values, commands
from bot.games.catalogue import Games
from bot.games.option import Option
from bot.games.spelling import echo, nearest, plain, usual
from bot.table.options import Options
from bot.table.pace import UNIT
from bot.table.people import Actor
from bot.table.terms import SEPARATOR
from engine.text import AnyOf, Name, Text

Find: TypeAlias = Callable[[str], Actor | None]
"""Finds the person of this place with a given name."""

OPEN: Final = "open"
"""The command that posts a game for anyone."""

MOST_WORDS: Final = 8
"""How many words of a person's name are looked for."""

_SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))
"""All spaces, such as the wide one of Chinese and Japanese keyboards."""

_USUAL = str.maketrans("\N{FULLWIDTH COMMERCIAL AT}\N{FULLWIDTH EQUALS SIGN}", "@=")

_STRAIGHT = str.maketrans("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '""')


def parse(line: str, find: Find, games: Games) -> Act:
    """Parse a typed command. Raises BadCommand if it is wrong."""
    words = _words(line)
    if not words or words[0].casefold() != PREFIX:
        raise BadCommand(Text("command.unknown", command=echo(words[0]) if words else ""))
    command, rest = _named(words[1:] or ["help"])
    known = commands(games)
    read = _Reader(known, command, find).read(rest)
    return act_of(known.typed(command, read.values, _people(read.names, find)))


def parse_game(line: str, games: Games, name: str = OPEN) -> Options:
    """Parse a game as it is typed after a command. Raises BadCommand."""
    command, known = BY_NAME[name], commands(games)
    read = _Reader(known, command, _nobody).read(_words(line))
    _people(read.names, _nobody)
    return known.typed(command, read.values).options


def parse_form(name: str, values: Values, games: Games, people: Sequence[Actor] = ()) -> Act:
    """Parse a command from a form: `values` by option, most of the game's in one (`OPTIONS`).

    `people` are those chosen for the command's person option. Raises BadCommand if a value is
    wrong.
    """
    command, known = BY_NAME[name], commands(games)
    given = {option: value for option, value in values.items() if option != OPTIONS.name}
    words = _words(values.get(OPTIONS.name, ""))
    read = _Reader(known, command, _nobody).read(words, given)
    _people(read.names, _nobody)
    return act_of(known.typed(command, read.values, people))


def _named(words: Sequence[str]) -> tuple[Command, Sequence[str]]:
    """Return the command at the start of the words, with or without its group, and the rest."""
    first, *rest = words
    group = first.casefold()
    if group in GROUPS and rest:
        name, *others = rest
        members = {member.listed: member for member in COMMANDS if member.group == group}
        if command := members.get(name.casefold()):
            return command, others
        if group not in BY_NAME or "=" not in name:
            raise BadCommand(Text("command.unknown", command=echo(f"{PREFIX} {group} {name}")))
    command = BY_NAME.get(group)
    if command is None:
        raise BadCommand(Text("command.unknown", command=echo(f"{PREFIX} {group}")))
    return command, rest


def _nobody(_name: str) -> Actor | None:
    """Find no one: for forms, in which people are not chosen by name."""
    return None


def _words(line: str) -> list[str]:
    """Split a line into words. Only double quotes, straight or curly, keep words together."""
    lexer = shlex.shlex(line if '"' in line else line.translate(_STRAIGHT), posix=True)
    lexer.whitespace, lexer.whitespace_split = _SPACES, True
    lexer.commenters, lexer.quotes = "", '"'
    try:
        return [_usual(word) for word in lexer]
    except ValueError:
        raise BadCommand(Text("command.bad-quote")) from None


def _usual(word: str) -> str:
    """Return a word with the usual signs before a name, and between an option and its value."""
    if word.startswith("@"):
        return word
    name, equals, value = word.partition("\N{FULLWIDTH EQUALS SIGN}")
    if equals and "=" not in name:
        return f"{usual(name)}={value}"
    return word.translate(_USUAL) if word[:1].translate(_USUAL) == "@" else word


@dataclass(frozen=True, slots=True)
class _Read:
    """What was typed after a command: the values of its options, and the names of people."""

    values: Values
    names: Sequence[str]


class _Reader:
    """Assigns the words after a command to its options."""

    def __init__(self, known: Commands, command: Command, find: Find) -> None:
        self._known = known
        self._command = command
        self._options = known.options_of(command)
        self._find = find

    def read(self, words: Sequence[str], given: Values | None = None) -> _Read:
        """Return the options' values by name, including those in `given`. Raises BadCommand."""
        names = {option.name for option in self._options}
        called = {name for o in self._command.options if o.person for name in (o.name, *o.also)}
        alone = {plain(option.name): option for option in self._options if option.alone}
        values: dict[str, str] = dict(given or {})
        people: list[str] = []
        rest = self._timed(self._named(words, called))
        for word in self._spaced(self._joined(self._listed(rest))):
            typed, equals, value = word.partition("=")
            name = typed.casefold()
            if word.startswith("@") or (equals and name in called):
                if not called:
                    raise BadCommand(self._known.no_option(self._command, word, word))
                people.append(word[1:] if word.startswith("@") else value)
                continue
            if not equals and (option := alone.get(plain(word))):
                name, value = option.name, option.alone
            elif not (equals and name):
                name, value = self._bare(word, values), word
            if name == WORD.name and posts_table(self._command):
                raise BadCommand(_too_early(value))
            # The family checks a game's options, because it may know unlisted ones.
            if name not in names and not (self._command.takes_ruleset and equals):
                raise BadCommand(self._known.no_option(self._command, typed, word))
            if name in values:
                raise BadCommand(Text("command.twice", option=name))
            values[name] = value
        return _Read(values, people)

    def _named(self, words: Iterable[str], called: Container[str]) -> Iterator[str]:
        """Join the words of a person's name, as many as one is called by: `@Ana Maria boolik`.

        Raises BadCommand if another person is called by some of them: somebody called `Ana boolik`
        would otherwise be challenged in place of Ana.
        """
        rest = list(words)
        while rest:
            name, equals, _ = rest[0].partition("=")
            sign = "@" if rest[0].startswith("@") else f"{name}="
            count = 1
            if called and (sign == "@" or (equals and name.casefold() in called)):
                counts = range(min(len(rest), MOST_WORDS), 0, -1)
                phrases = ((n, " ".join(rest[:n]).removeprefix(sign)) for n in counts)
                found = [(n, phrase, self._find(phrase)) for n, phrase in phrases]
                named = [(n, phrase, actor) for n, phrase, actor in found if actor is not None]
                for _, phrase, actor in named[1:]:
                    if actor.user != named[0][2].user:
                        raise BadCommand(_either(named[0][1], phrase))
                count = named[0][0] if named else 1
            yield " ".join(rest[:count])
            del rest[:count]

    def _timed(self, words: Iterable[str]) -> Iterator[str]:
        """Join the words of a duration: `pace=3 d` or `pace=1d + 1h`."""
        timed = {option.name for option in self._options if option.timed}
        return _with_values(words, timed, _goes_on, "")

    def _listed(self, words: Iterable[str]) -> Iterator[str]:
        """Join the words of a list with spaces after its commas: `series=puluc, bul`."""
        lists = {option.name for option in self._options if option.many}
        begun = ""
        for word in words:
            begun += word
            if begun.partition("=")[0].casefold() in lists and begun.endswith(SEPARATOR):
                continue
            yield begun
            begun = ""
        if begun:
            yield begun

    def _joined(self, words: Iterable[str]) -> Iterator[str]:
        """Join the words of a ruleset's name that was typed as two: `aj sayil`."""
        rest = list(words)
        while rest:
            first, second = rest[0], rest[1] if len(rest) > 1 else ""
            chosen = (
                self._known.ruleset.chosen(first + second) if self._command.takes_ruleset else None
            )
            if second and chosen:
                yield chosen
                del rest[:2]
            else:
                yield rest.pop(0)

    def _spaced(self, words: Iterable[str]) -> Iterator[str]:
        """Join the words of a value that may contain spaces: `zone=New York`."""
        spaced = {option.name for option in self._options if option.spaced}
        return _with_values(words, spaced, lambda _, word: "=" not in word, " ")

    def _bare(self, word: str, values: Values) -> str:
        """Return the option for a word without a name: one that allows it, or the only one left."""
        free = [option for option in self._options if option.bare and option.name not in values]
        if [option.name for option in free] == [WORD.name]:
            return WORD.name  # any word is allowed
        for option in free:
            if option.chosen(word):
                return option.name
        named = {plain(option.name): option for option in self._options if not option.bare}
        if (meant := named.get(plain(word))) or not plain(word):
            example = f"{meant.name}={meant.example}" if meant else "road=9"
            raise BadCommand(Text("command.spaces", example=example))
        if any(option.person for option in free) and self._find(word) is not None:
            typed = f'@"{word}"' if " " in word else f"@{word}"
            raise BadCommand(Text("command.person", name=Name(echo(word)), typed=Name(echo(typed))))
        others = [option for option in free if not option.person]
        if len(others) == 1 and len(others[0].choices) != 1:
            return others[0].name
        raise BadCommand(self._no_choice(word, free))

    def _no_choice(self, word: str, free: Sequence[Option]) -> Text:
        level, ruleset = self._known.level, self._known.ruleset
        if not (level in free and ruleset in free):
            return Text("command.option", word=echo(word), usage=self._command.usage)
        text = Text(
            "command.level",
            word=echo(word),
            levels=AnyOf(level.choices),
            rulesets=", ".join(ruleset.choices),
        )
        return nearest(text, ruleset.choices, word)


def _with_values(
    words: Iterable[str], names: Collection[str], goes_on: Callable[[str, str], bool], between: str
) -> Iterator[str]:
    """Join each value of one of the named options with the words in which it `goes_on`."""
    begun = ""
    for word in words:
        if begun and goes_on(begun, word):
            begun += between + word
            continue
        if begun:
            yield begun
        name, equals, _ = word.partition("=")
        begun = word if equals and name.casefold() in names else ""
        if not begun:
            yield word
    if begun:
        yield begun


def _goes_on(duration: str, word: str) -> bool:
    """Return whether a duration, such as `pace=3`, goes on with this word."""
    value = duration.partition("=")[2]
    if "=" in word or word.startswith("@"):
        return False
    if value.endswith("+"):
        return word[:1].isdigit()
    return word.startswith("+") or (value[-1:].isdigit() and UNIT.fullmatch(word) is not None)


def _either(long: str, short: str) -> Text:
    """Explain how to name one of two people, one of whom is called like the other and more."""
    name, other, typed = (Name(echo(each)) for each in (long, short, f'@"{long}"'))
    return Text("command.either", names=AnyOf((name, other)), other=other, typed=typed)


def _too_early(word: str) -> Text:
    """Explain how to give a word for the throws once the challenge is posted."""
    typed = f'"{word}"' if " " in word else word or "maize"
    return Text("word.later", word=Name(echo(typed)))


def _people(names: Iterable[str], find: Find) -> tuple[Actor, ...]:
    """Return the people with these names. Raises BadCommand if one isn't found."""
    found = []
    for name in names:
        if not name.strip():
            raise BadCommand(Text("command.no-name"))
        person = find(name)
        if person is None:
            raise BadCommand(Text("command.nobody", name=Name(echo(name))))
        found.append(person)
    return tuple(found)
