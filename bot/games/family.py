"""The port to a family of games: everything that the bot needs to know about it.

A family is a module with a `FAMILY`, found through `bot.games.catalogue`. Its rules are in
`engine` and its pictures in `renderer`; only the family's folder here knows both.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from bot.games.exact import Values
from bot.games.length import Length
from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.games.shelf import Shelf, rulesets_on
from bot.games.size import Size
from bot.games.stage import Frame, Stage
from bot.games.telling import Told
from bot.table.button import Style
from bot.table.request import Section
from bot.table.table import Table
from engine import AnyGame, Choose, Game
from engine.header import read_words
from engine.players import registry
from engine.players.judge import Judge
from engine.players.registry import Chance
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.colours import Colour
from renderer.stage import AnyArt
from renderer.stage import Size as Dimensions
from renderer.theme import MAIZE, Theme

B = TypeVar("B", bound="Board")
G = TypeVar("G", bound=AnyGame)
M = TypeVar("M")
P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Playable:
    """A legal move as a button: its label, the move in the game's notation and its style.

    A capture has the `sign` of what it captures (`renderer.signs`).
    Moves that are decided on together have `bot.table.steps.AND` between them.
    """

    text: Text
    move: str
    style: Style = Style.PLAIN
    sign: str = ""


@dataclass(frozen=True, slots=True)
class Board(ABC):
    """A position for display: as a picture, as alt text and as monospaced text.

    `side` is that of the seat to move, None if no seat is.
    """

    side: int | None

    @abstractmethod
    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        """Return a picture as a PNG file, drawn from the viewpoint of side `seen_from`."""

    @abstractmethod
    def field(self, theme: Theme = MAIZE) -> bytes:
        """Return a picture of the position alone, without the turn, as a PNG file."""

    def accent(self, theme: Theme = MAIZE) -> Colour | None:
        """Return the colour of the side to move, None if no seat is or the family has none."""
        return None

    @property
    def signs(self) -> tuple[str, ...]:
        """The signs of the side to move and of its throw, if the family has any."""
        return ()

    def stage(self, rows: int, _seat: int | None) -> Stage:
        """Return the position for a page on which a seat, or None, looks at it in this shape.

        The seat's own base or home is in front of it. Raises ValueError if the game lacks the
        shape.
        """
        raise ValueError(no_shape(rows))

    @abstractmethod
    def alt(self) -> str:
        """Return the picture's alt text: everything that it shows, in words."""

    @abstractmethod
    def letters(self) -> str:
        """Return the board as text for a monospaced font."""


class Scene(Protocol):
    """A snapshot of a table for display: lines, buttons, picture and description.

    The position is read once, and the last step is played once, for all of them.
    """

    @property
    def over(self) -> bool:
        """Whether the table is over."""
        ...

    @property
    def mover(self) -> int | None:
        """The seat that must choose a move; None if no seat must."""
        ...

    @property
    def narration(self) -> tuple[Text, ...]:
        """What happened in the last step, one sentence per event."""
        ...

    @property
    def told(self) -> tuple[Told, ...]:
        """What happened in the last step, move by move, as it stands in a log."""
        ...

    @property
    def turn(self) -> tuple[Text, ...]:
        """Whose turn it is and the numbers to play; empty if no seat must choose a move."""
        ...

    @property
    def result(self) -> Text:
        """How the table ended and, if the game was played to its end, why."""
        ...

    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        """Summarize the game with these entries in a line or two."""
        ...

    @property
    def moves(self) -> tuple[Playable, ...]:
        """The legal moves of the seat to move; empty if no seat must choose a move."""
        ...

    @property
    def choices(self) -> tuple[Playable, ...]:
        """What the seat to move decides between; empty if no seat must choose."""
        ...

    @property
    def board(self) -> Board:
        """The position for display."""
        ...

    def frames(self, rows: int, seat: int | None) -> tuple[Frame, ...]:
        """Return what happened in the last step for a page, each with the position after it.

        Raises ValueError if the game lacks the shape (see `Board.stage`).
        """
        ...


def no_shape(rows: int) -> str:
    """Return the message of an error."""
    return f"no page shows this game in {rows} rows"


@dataclass(frozen=True, slots=True)
class Example(ABC):
    """A turn that illustrates a rule. The `caption` says what it shows."""

    caption: Text

    @abstractmethod
    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        """Return the picture as a PNG file."""

    @abstractmethod
    def alt(self, say: Say) -> str:
        """Return the picture's alt text."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: a heading and labelled sections that suffice to play.

    `examples` introduces the ruleset's examples; None if they do not show the game's rules.
    """

    heading: Text
    sections: tuple[Section, ...]
    examples: tuple[Text, ...] | None

    @classmethod
    def of(
        cls, key: str, texts: Mapping[str, Iterable[Text]], examples: tuple[Text, ...] | None
    ) -> "Rules":
        """Return the rules of a ruleset with a section for each of `texts` that isn't empty."""
        sections = tuple(
            Section(Text(f"rules.section.{name}"), sentences)
            for name, section in texts.items()
            if (sentences := tuple(section))
        )
        return cls(Text(f"ruleset.{key}.title"), sections, examples)


class Family(ABC, Generic[G, B]):
    """A family of similar games of the type G, shown on boards of the type B, in several rulesets.

    A ruleset is identified by its key, the first word of its games' headers. In the catalogue of
    texts, `ruleset.<key>.title` is its name and `ruleset.<key>.line` its description;
    `typed.<option>` explains an option, `option.<option>` names it, and `option.<option>.<value>`
    or, for numbers, `option.<option>.count` names a value; `level.<level>` is the name of a
    computer player.
    """

    name: str
    """What it is called where pages choose colours for its boards."""

    shelves: Sequence[Shelf]
    """The games as people choose them, in the order in which to learn them.

    The first ruleset of the first family is the bot's default.
    """

    aliases: Mapping[str, str] = {}
    """Other names of rulesets, as `spelling.plain` writes them, and their keys."""

    options: Mapping[str, Option]
    """The options that players can choose, by their names in headers."""

    sizes: Mapping[str, Mapping[Size, Mapping[str, str]]] = {}
    """The sizes that rulesets have by name, and their options in a game of the usual seats."""

    lengths: Mapping[str, Length] = {}
    """The measured lengths of games, by header."""

    series: Mapping[str, Sequence[str]] = {}
    """Series of games that are usually played together: their rulesets, by name."""

    levels: Sequence[str]
    """The levels of computer players, the weakest first.

    Some games have fewer, because they lack an exact table (`Games.levels_of`).
    """

    texts: Path | None = None
    """A folder with catalogues of texts that the bot's own catalogue lacks."""

    brief: Mapping[str, str] = {}
    """Shorter texts for labels of moves, by the keys of those that they replace."""

    cover: Table
    """A table in mid-game, to show new users what the game looks like."""

    lesson: Lesson | None = None
    """A tutorial for new players; None if the family has none."""

    examples: Mapping[str, Sequence[Example]]
    """Examples of the rules of rulesets, in the order in which to learn them."""

    longest_film: int | None = None
    """The maximum number of boards in an animation, which omits others; None if unlimited."""

    @property
    def rulesets(self) -> Sequence[str]:
        """The keys of the rulesets, in the order in which to learn them."""
        return rulesets_on(self.shelves)

    @abstractmethod
    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """Return the header of a game with these options; raise Refusal if it can't be played."""

    def chosen(self, header: str) -> Mapping[str, str]:
        """Return the options of a game that differ from its ruleset's defaults.

        Those can depend on the number of seats.
        """
        ruleset, options = read_words(header)
        seats = {name: value for name, value in options.items() if name == "seats"}
        _, usual = read_words(self.header(ruleset, seats))
        usual = {**usual, "seats": read_words(self.header(ruleset, {}))[1].get("seats", "")}
        return {name: value for name, value in options.items() if usual.get(name) != value}

    def sized(self, ruleset: str, size: Size, _chosen: Mapping[str, str]) -> Mapping[str, str]:
        """Return the options of a size that a ruleset has, in a game with these other options."""
        return self.sizes[ruleset][size]

    def length(self, header: str) -> Length | None:
        """Return how long a game takes, None if that is not known."""
        return self.lengths.get(header)

    @abstractmethod
    def side(self, header: str, side: int) -> Text:
        """Return the name of a game's side, such as `jade`, as it is used in a sentence."""

    @abstractmethod
    def team(self, header: str, side: int) -> Text:
        """Return the name of a game's side, such as `Jade`, in place of its players' names."""

    def colour(self, game: G, seat: int) -> int:
        """Return the number of the colours in which boards show a seat, by default its side's."""
        return game.side(seat)

    @abstractmethod
    def seat(self, header: str, seat: int) -> Text:
        """Return the name of one of a game's seats, such as `jade 2`."""

    @abstractmethod
    def open(self, header: str) -> G:
        """Return the game described by a header; raise Corrupt if the header is invalid."""

    @abstractmethod
    def offered(self, header: str) -> tuple[Text, ...]:
        """Describe a game in a sentence or two: its ruleset and chosen options."""

    @abstractmethod
    def rules(self, header: str) -> Rules:
        """Return the rules of a game."""

    @abstractmethod
    def hints(self, game: G, table: Table) -> Iterable[Text]:
        """Return what a new player needs to know in this position, the most important first.

        The hints are for the seat to move. The caller shows each of them once.
        """

    @abstractmethod
    def scene(self, game: G, table: Table, say: Say) -> Scene:
        """Return the scene of a table in which play has begun."""

    def pictured(self, game: G, table: Table, move: str, say: Say) -> Example:
        """Return a picture of a move or choice in a table's position, captioned by its button."""
        scene = self.scene(game, table, say)
        offered = (*scene.choices, *scene.moves)
        label = next(each.text for each in offered if each.move == move)
        return self.example(table, move, label)

    @abstractmethod
    def example(self, table: Table, move: str, caption: Text) -> Example:
        """Return a picture of a legal move or choice in a table's position."""

    def shapes(self, _header: str) -> Mapping[int, Dimensions]:
        """Return the shapes in which pages show a game: the size for each number of rows.

        If there are none, they show its picture.
        """
        return {}

    def art(self, _header: str, rows: int, _seat: int | None) -> AnyArt:
        """Return the drawings of a game's empty board for a page (see `Board.stage`)."""
        raise ValueError(no_shape(rows))

    @abstractmethod
    def film(self, boards: Sequence[B], say: Say) -> bytes:
        """Return an animation of a game as a GIF file."""

    def choose(
        self, level: str, game: Game[P, M], position: P, chance: Chance, values: Values | None
    ) -> M:
        """Return the move of a computer player in a position where it must choose one.

        `values` are those of the game, for a level that needs them.
        """
        phase = game.phase(position)
        assert isinstance(phase, Choose)  # noqa: S101 - a precondition
        move: M = registry.player(level, game, values)(position, phase.moves, chance)
        return move

    @abstractmethod
    def look(self, game: G, theme: Theme) -> Look:
        """Return how charts of a game's odds look."""

    def judge(self, game: G, values: Values | None) -> Judge | None:
        """Return a judge of a game's positions, None if there is none; `values` are exact ones."""
        return registry.judge(game, values)


AnyFamily: TypeAlias = Family[AnyGame, Any]
"""A family whose games and boards are opaque to the caller."""
