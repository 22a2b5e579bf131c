"""What people type and buttons carry: names and values of options, people, tables and moves."""

from collections.abc import Sequence
from typing import Final

from bot.acts.registry import COMMANDS
from bot.commands.commands import commands
from bot.games.catalogue import games
from bot.games.option import Option
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from bot.table.settings import SETTINGS
from bot.table.table import Table
from engine import Cast, ThrowTable
from tests.fuzz.chance import Chance

GAMES: Final = games()

COMMANDS_KNOWN: Final = commands(GAMES)

PLAYED, ASKED, WAITING, NOWHERE = (TableId(f"{first}7v6drqv3s") for first in "cedn")
"""The names of a game, of a challenge to one person, of a lobby and of no table in inputs."""

TABLES: Final = (PLAYED, WAITING, ASKED, NOWHERE)

ANA, BEN, CARA, DAN = (
    Actor(User(Platform.WEB, name.casefold()), name) for name in ("Ana", "Ben", "Cara", "Dan")
)
PEOPLE: Final = (ANA, BEN, CARA, DAN)

MOVES: Final = ("b+3", "b-2", "4+3", "5-1", "bb-2", "h+5", "12+4", "c3+2", "x4", "-")


class Corn:
    """Throws that are always the same, of any throw table."""

    def cast(self, table: Table, seat: int, casts: Sequence[int], throw: ThrowTable) -> Cast:
        """Return what `seat` throws after so many throws of each seat."""
        outcomes = [*throw.outcomes()]
        return outcomes[(7 * sum(casts) + 3) % len(outcomes)]


NAMED: Final = tuple(
    {
        option.name: option
        for command in COMMANDS
        for option in COMMANDS_KNOWN.options_of(command)
        if option.listed and not option.person
    }.values()
)
"""All options of commands."""


def value(chance: Chance, option: Option) -> str:
    """Return a value of an option, usually a valid one."""
    if chance.one_in(12):
        return chance.text(6)
    known = (*option.choices, *option.examples)
    if option.numbers is not None:
        return str(chance.choice(option.numbers) if not chance.one_in(8) else chance.number())
    if option.name in ("game", "table"):
        return chance.choice(TABLES)
    if option.name == "value":
        return chance.choice(tuple(each for values in SETTINGS.values() for each in values))
    return chance.choice((*known, *_FREE.get(option.name, ())) or ("maize", "corn and beans"))


_FREE: Final = {
    "pace": ("1d", "none"),
    "match": ("3", "none"),
    "series": ("puluc,bul", "none"),
}
"""Values of options that take any text."""


def change(chance: Chance) -> tuple[str, str]:
    """Return the name of an option and a value."""
    option = chance.choice(NAMED)
    return option.name, value(chance, option)
