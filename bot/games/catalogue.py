"""The catalogue of games: the first word of a header determines the family that plays it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Final

from typing_extensions import override

from bot.games.exact import ExactTables, Values
from bot.games.family import AnyFamily, Example, Rules, Scene
from bot.games.length import Length
from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.games.shelf import Shelf, Tile, sheets
from bot.games.size import SIZE, Size
from bot.games.spelling import echo
from bot.table.match import Match
from bot.table.options import Options
from bot.table.request import Refusal
from bot.table.seats import Person
from bot.table.table import Table
from bot.table.terms import SERIES, Terms
from engine import AnyGame, Corrupt
from engine.header import key_of
from engine.players.judge import Judge
from engine.players.registry import NEED_TABLE
from engine.text import Say, Text

FAMILIES: Final = ("bot.games.road", "bot.games.parchis")
"""The modules of all families."""

CACHED_HEADERS: Final = 256
CACHED_GAMES, CACHED_POSITIONS = 256, 1024
"""The sizes of the caches."""


class Games:
    """The games of some families, and their exact tables.

    Pickled as the names of its modules and the folder of the tables.
    """

    def __init__(self, modules: Sequence[str] = FAMILIES, tables: Path | None = None) -> None:
        """Load the families; each of `modules` has a `FAMILY`. `tables` is a folder."""
        self._modules, self._folder = tuple(modules), tables
        self._exact = ExactTables(tables)
        families: list[AnyFamily] = [import_module(module).FAMILY for module in modules]
        self._families: Mapping[str, AnyFamily] = {
            key: family for family in families for key in family.rulesets
        }
        self.families: Sequence[AnyFamily] = families
        lessons = (family.lesson for family in families if family.lesson is not None)
        self._lessons: Mapping[str, Lesson] = {each.options.ruleset: each for each in lessons}
        self.game: Callable[[str], AnyGame] = lru_cache(CACHED_GAMES)(self._open)
        self._position = lru_cache(CACHED_POSITIONS)(self._read)
        self.header: Callable[[Options], str] = lru_cache(CACHED_HEADERS)(self._header)
        """Return the header of a game with options; raise Refusal if they can't be played."""

    @override
    def __reduce__(self) -> tuple[Callable[..., "Games"], tuple[tuple[str, ...], Path | None]]:
        return games, (self._modules, self._folder)

    @property
    def rulesets(self) -> Sequence[str]:
        """The keys of all rulesets, in the order in which to learn them."""
        return tuple(self._families)

    @property
    def shelves(self) -> Sequence[Shelf]:
        """All games as people choose them, in the order in which to learn them."""
        return tuple(shelf for family in self.families for shelf in family.shelves)

    @cached_property
    def sheets(self) -> Mapping[str, Sequence[Tile]]:
        """What pictures of several games show, by name (`bot.games.shelf.sheets`)."""
        return sheets(self.shelves)

    @property
    def levels(self) -> Sequence[str]:
        """The levels of computer players that some game here has."""
        solved = bool(self.solved)
        every = dict.fromkeys(level for each in self.families for level in each.levels)
        return tuple(level for level in every if solved or level not in NEED_TABLE)

    @property
    def solved(self) -> Sequence[str]:
        """The headers of the games that an exact table can play perfectly."""
        return tuple(
            header
            for header in self._exact.headers()
            if key_of(header) in self._families and NEED_TABLE & {*self.of(header).levels}
        )

    @property
    def texts(self) -> tuple[Path, ...]:
        """The families' own folders of texts."""
        return tuple(each.texts for each in self.families if each.texts is not None)

    @property
    def taught(self) -> Sequence[str]:
        """The rulesets that have a tutorial, the default one first."""
        return tuple(self._lessons)

    def lesson(self, ruleset: str = "") -> Lesson | None:
        """Return the tutorial of a ruleset, None if it has none; without one, the default one."""
        return self._lessons.get(ruleset or next(iter(self._lessons), ""))

    def family(self, ruleset: str) -> AnyFamily | None:
        """Return the family of a ruleset, None if the ruleset does not exist."""
        return self._families.get(ruleset)

    def of(self, header: str) -> AnyFamily:
        """Return the family that plays the game of a header; raise Corrupt if none does."""
        family = self._families.get(key_of(header))
        if family is None:
            raise Corrupt(f"no family of games has the ruleset {key_of(header)!r}")
        return family

    def levels_of(self, header: str) -> Sequence[str]:
        """Return the levels of computer players of a game, the weakest first."""
        return tuple(
            level
            for level in self.of(header).levels
            if level not in NEED_TABLE or self._exact.has(header)
        )

    def values(self, header: str) -> Values | None:
        """Return the exact table of a game, None if there is none that can be used.

        Opening it takes up to 70 ms, once per process: not in the event loop.
        """
        return self._exact.find(header)

    def position(self, table: Table) -> Any:
        """Return a table's position, cached; raise Corrupt if it is invalid."""
        return self._position(table.header, table.position)

    def opponents(self, table: Table, seat: int) -> tuple[int, ...]:
        """Return the seats of people on other sides than that of `seat`."""
        game = self.game(table.header)
        return tuple(
            number
            for number, holder in enumerate(table.seats)
            if isinstance(holder, Person) and game.side(number) != game.side(seat)
        )

    def _header(self, options: Options) -> str:
        """Return the header of a game with `options`; raise Refusal if they can't be played."""
        family = self._families.get(options.ruleset)
        if family is None:
            raise Refusal(Text("unplayable.unknown", ruleset=echo(options.ruleset)))
        known = self.options(options.ruleset)
        for name, _ in options.chosen:
            if name not in known and any(name in self.options(key) for key in self._families):
                named = title(options.ruleset)
                raise Refusal(Text("unplayable.option", ruleset=named, option=name))
        try:
            return family.header(options.ruleset, self._spelt_out(options))
        except Corrupt:  # a forged button: typed options have already been checked
            raise Refusal(Text("press.unknown")) from None

    def options(self, ruleset: str) -> Mapping[str, Option]:
        """Return the options of a ruleset's game, by their names in `Options`, its size first.

        A ruleset that does not exist has none.
        """
        family = self._families.get(ruleset)
        if family is None:
            return {}
        sizes = family.sizes.get(ruleset, ())
        size = {SIZE: Option(SIZE, choices=tuple(map(str, sizes)))} if len(sizes) > 1 else {}
        return {**size, **family.options}

    def sizes(self, ruleset: str) -> Sequence[Size]:
        """Return the sizes that a ruleset has, by name; a single one is no choice."""
        option = self.options(ruleset).get(SIZE)
        return () if option is None else tuple(map(Size, option.choices))

    def sized(self, options: Options, size: Size) -> Options:
        """Return options with those of this size in place of those that sizes set.

        What a size stands for depends on the ruleset and the number of seats, so it is spelt out in
        the header only. Raises Refusal if the ruleset lacks the size.
        """
        self._must_have(options.ruleset, size)
        named = () if size is Size.CLASSIC else ((SIZE, str(size)),)
        return replace(options, chosen=(*named, *self._unsized(options).items()))

    def size_of(self, header: str) -> Size | None:
        """Return the size that a game has, None if its options are those of no size."""
        options = self.chosen(header)
        return next(
            (size for size in self.sizes(options.ruleset) if self._is_of(header, options, size)),
            None,
        )

    def _is_of(self, header: str, options: Options, size: Size) -> bool:
        try:
            return self.header(self.sized(options, size)) == header
        except Refusal:  # the game's other options don't go together with this size
            return False

    def _unsized(self, options: Options) -> dict[str, str]:
        """Return the chosen options without those that sizes set."""
        sizes = self._families[options.ruleset].sizes.get(options.ruleset, {})
        sized = {SIZE, *chain.from_iterable(sizes.values())}
        return {name: value for name, value in options.chosen if name not in sized}

    def _spelt_out(self, options: Options) -> dict[str, str]:
        """Return the chosen options as headers have them, with what a size stands for.

        Options that are chosen besides a size have priority. May raise Corrupt or Refusal.
        """
        chosen, key = dict(options.chosen), options.ruleset
        named = chosen.pop(SIZE, None)
        if named is None:
            return chosen
        if named not in [*Size]:
            raise Corrupt(f"there is no size {named!r}")
        size = Size(named)
        self._must_have(key, size)
        return {**self._families[key].sized(key, size, chosen), **chosen}

    def _must_have(self, ruleset: str, size: Size) -> None:
        """Raise Refusal if a ruleset lacks a size."""
        if size not in self.sizes(ruleset):
            raise Refusal(Text("unplayable.size", ruleset=title(ruleset), size=size.text))

    def chosen(self, header: str) -> Options:
        """Return the ruleset of a game, with the options that differ from its defaults."""
        return Options(key_of(header), tuple(self.of(header).chosen(header).items()))

    def series(self, terms: Terms) -> tuple[str, ...]:
        """Return the rulesets of a series; empty if `terms` have none.

        Raises Refusal if there is no ruleset or series of such a name, or if the series has too few
        or too many games.
        """
        named = {name: keys for family in self.families for name, keys in family.series.items()}
        found = [key for name in terms.series for key in named.get(name, (name,))]
        for key in found:
            if key not in self._families:
                raise Refusal(Text("unplayable.unknown", ruleset=echo(key)))
        if terms.series and len(found) not in SERIES:
            raise Refusal(Text("series.length", low=SERIES[0], high=SERIES[-1]))
        return tuple(found)

    def match(self, options: Options) -> Match | None:
        """Return the match that `options` ask for, None for one game.

        Raises Refusal if one of its games can't be played with these options.
        """
        if options.terms.match and options.terms.series:
            raise Refusal(Text("terms.match-or-series"))
        if options.terms.match:
            return Match((self.header(options),), options.terms.match)
        keys = self.series(options.terms)
        if not keys:
            return None
        headers = tuple(self.header(replace(options, ruleset=key)) for key in keys)
        if len({(self.game(header).seats, self.game(header).sides) for header in headers}) > 1:
            raise Refusal(Text("series.seats"))
        return Match(headers)

    def check(self, options: Options) -> None:
        """Raise Refusal if a game or match with `options` can't be played."""
        if self.match(options) is None:
            self.header(options)

    def has_judge(self, header: str) -> bool:
        """Return whether there is a judge of a game's positions."""
        return self.of(header).judge(self.game(header), None) is not None

    def judge(self, header: str) -> Judge | None:
        """Return a judge of a game's positions, None if there is none.

        It uses the game's exact table if there is one, so don't call this in the event loop.
        """
        return self.of(header).judge(self.game(header), self.values(header))

    def offered(self, header: str) -> tuple[Text, ...]:
        """Describe a game in a sentence or two (`Family.offered`)."""
        return self.of(header).offered(header)

    def length(self, header: str) -> Length | None:
        """Return how long a game takes, None if that is not known (`Family.length`)."""
        return self.of(header).length(header)

    def rules(self, header: str) -> Rules:
        """Return the rules of a game."""
        return self.of(header).rules(header)

    def examples(self, ruleset: str) -> Sequence[Example]:
        """Return examples of a ruleset's rules; none for a ruleset that does not exist."""
        family = self._families.get(ruleset)
        return () if family is None else family.examples.get(ruleset, ())

    def hints(self, table: Table) -> Iterable[Text]:
        """Return hints for the seat to move, the most important first (`Family.hints`)."""
        return self.of(table.header).hints(self.game(table.header), table)

    def scene(self, table: Table, say: Say) -> Scene:
        """Return the scene of a table in which play has begun."""
        return self.of(table.header).scene(self.game(table.header), table, say)

    def _open(self, header: str) -> AnyGame:
        return self.of(header).open(header)

    def _read(self, header: str, text: str) -> Any:
        return self.game(header).read_position(text)


@lru_cache
def games(modules: tuple[str, ...] = FAMILIES, tables: Path | None = None) -> Games:
    """Return the games of these modules, with a folder of tables, created once per process."""
    return Games(modules, tables)


def title(header: str) -> Text:
    """Return the name of a ruleset, given its key or the header of a game."""
    return Text(f"ruleset.{key_of(header)}.title")
