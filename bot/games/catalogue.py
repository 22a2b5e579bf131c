"""Every game that can be played at a table, found by the first word of its header."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from bot.games.family import Example, Family, Rules, Scene
from bot.games.lesson import Lesson
from bot.games.spelling import echo
from bot.table.intents import Options
from bot.table.request import Refusal
from bot.table.table import Table
from engine import AnyGame, Corrupt
from engine.header import key_of
from engine.text import Say, Text

FAMILIES: Final = ("bot.games.road",)
"""The modules of all families."""

KEPT_GAMES, KEPT_POSITIONS = 256, 1024
"""How many are remembered."""


class Games:
    """The games of some families. A value that goes to other processes by its modules' names."""

    def __init__(self, modules: Sequence[str] = FAMILIES) -> None:
        """`modules` have a `FAMILY` each."""
        self._modules = tuple(modules)
        families: list[Family] = [import_module(module).FAMILY for module in modules]
        self._families: Mapping[str, Family] = {
            key: family for family in families for key in family.rulesets
        }
        self.families: Sequence[Family] = families
        self.game: Callable[[str], AnyGame] = lru_cache(KEPT_GAMES)(self._open)
        self._position = lru_cache(KEPT_POSITIONS)(self._read)

    def __reduce__(self) -> tuple[Callable[..., "Games"], tuple[tuple[str, ...]]]:
        return games, (self._modules,)

    @property
    def rulesets(self) -> Sequence[str]:
        """Every ruleset by its key."""
        return tuple(self._families)

    @property
    def levels(self) -> Sequence[str]:
        """The computer players of all families."""
        return tuple(dict.fromkeys(level for each in self.families for level in each.levels))

    @property
    def texts(self) -> tuple[Path, ...]:
        """Where families keep texts of their own."""
        return tuple(each.texts for each in self.families if each.texts is not None)

    @property
    def lesson(self) -> Lesson | None:
        """The guided game of the first family that has one."""
        return next((each.lesson for each in self.families if each.lesson is not None), None)

    def family(self, ruleset: str) -> Family | None:
        """The family of a ruleset; None if there is no such ruleset."""
        return self._families.get(ruleset)

    def of(self, header: str) -> Family:
        """The family that plays what a header tells; Corrupt if none does."""
        family = self._families.get(key_of(header))
        if family is None:
            raise Corrupt(f"no family of games plays {key_of(header)!r}")
        return family

    def position(self, table: Table) -> Any:
        """The position of a table, read once for all who look at it; Corrupt if it is none."""
        return self._position(table.header, table.position)

    def header(self, options: Options) -> str:
        """The header of the game that somebody chose; Refusal says why there is none."""
        family = self._families.get(options.ruleset)
        if family is None:
            raise Refusal(Text("unplayable.unknown", ruleset=echo(options.ruleset)))
        try:
            return family.header(options.ruleset, dict(options.chosen))
        except Corrupt:  # a forged button: what is typed is checked before
            raise Refusal(Text("press.unknown")) from None

    def offered(self, header: str) -> tuple[Text, ...]:
        """See `Family.offered`."""
        return self.of(header).offered(header)

    def rules(self, header: str) -> Rules:
        """See `Family.rules`."""
        return self.of(header).rules(header)

    def examples(self, ruleset: str) -> Sequence[Example]:
        """See `Family.examples`; none for a ruleset that does not exist."""
        family = self._families.get(ruleset)
        return () if family is None else family.examples(ruleset)

    def hints(self, table: Table) -> Iterable[Text]:
        """See `Family.hints`."""
        return self.of(table.header).hints(self.game(table.header), table)

    def scene(self, table: Table, say: Say) -> Scene:
        """See `Family.scene`."""
        return self.of(table.header).scene(self.game(table.header), table, say)

    def _open(self, header: str) -> AnyGame:
        return self.of(header).open(header)

    def _read(self, header: str, text: str) -> Any:
        return self.game(header).read_position(text)


@lru_cache
def games(modules: tuple[str, ...] = FAMILIES) -> Games:
    """The games of these modules, made once in a process."""
    return Games(modules)


def title(header: str) -> Text:
    """What the game of a header, or the ruleset of a key, is called."""
    return Text(f"ruleset.{key_of(header)}.title")
