"""Typed commands, on one line or in a form, built from the commands' options."""

from collections.abc import Mapping
from typing import Any, Final

from bot.acts.registry import COMMANDS
from bot.commands.command import OPTIONS, PREFIX, BadCommand, Command
from bot.games.option import Option
from bot.inbound.typed import parse, parse_form
from bot.table.people import Actor
from bot.texts.catalogue import catalogue
from tests.fuzz import words
from tests.fuzz.chance import Chance
from tests.fuzz.changes import edited
from tests.fuzz.words import COMMANDS_KNOWN, GAMES

SAY: Final = catalogue(GAMES.texts).voice("en")

_NAMED: Final[Mapping[str, Actor]] = {actor.name: actor for actor in words.PEOPLE}


def typed(chance: Chance) -> str:
    """Return a line that begins with the bot's name."""
    return f"{PREFIX} {rest(chance)}"


def rest(chance: Chance) -> str:
    """Return what follows the bot's name: a command and its options, with or without its group."""
    if chance.one_in(16):
        return chance.text(30)
    command = chance.choice(COMMANDS)
    named = f"{command.group} {command.listed}" if chance.one_in(3) else command.name
    line = " ".join([named, *_arguments(chance, command)])
    return edited(chance, line) if chance.one_in(3) else line


def _arguments(chance: Chance, command: Command) -> list[str]:
    options = COMMANDS_KNOWN.options_of(command)
    if not options:
        return chance.some(lambda _: "3", 1) if chance.one_in(4) else []
    return chance.some(lambda _: _argument(chance, chance.choice(options)), 3)


def _argument(chance: Chance, option: Option) -> str:
    if option.person:
        name = chance.choice((*_NAMED, '"Ana Maria"', "dan"))
        return f"@{name}" if not chance.one_in(6) else f"{option.name}={name}"
    value = words.value(chance, option)
    if " " in value and chance.one_in(2):
        value = f'"{value}"'
    return value if option.bare and not chance.one_in(4) else f"{option.name}={value}"


def form(chance: Chance) -> list[Any]:
    """Return the name of a command, and the values of the fields of its form."""
    command = chance.choice(COMMANDS)
    values = {}
    for option in COMMANDS_KNOWN.fields_of(command):
        if not option.person and chance.one_in(2):
            value = in_field(chance, command, option)
            values[option.name] = edited(chance, value) if chance.one_in(8) else value
    return [command.name, values]


def in_field(chance: Chance, command: Command, option: Option) -> str:
    """Return the value of a field of a command's form."""
    return option_line(chance, command) if option == OPTIONS else words.value(chance, option)


def option_line(chance: Chance, command: Command) -> str:
    """Return the field of a form that most options of a game share."""
    options = COMMANDS_KNOWN.line_options_of(command, chance.choice(GAMES.rulesets))
    line = " ".join(chance.some(lambda _: _argument(chance, chance.choice(options)), 3))
    return edited(chance, line) if chance.one_in(4) else line


def check_typed(text: str) -> bool:
    """A typed line is an intent, or is refused with a text."""
    try:
        parse(text, _NAMED.get, GAMES)
    except BadCommand as bad:
        SAY(bad.text)
        return False
    return True


def check_form(given: Any) -> bool:
    """A command from a form is an intent, or is refused with a text."""
    name, values = given
    try:
        parse_form(name, values, GAMES, [words.BEN])
    except BadCommand as bad:
        SAY(bad.text)
        return False
    return True
