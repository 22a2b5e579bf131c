"""The port to a family of games: everything that the bot needs to know about it.

A family is a module with a `FAMILY`, found through `bot.games.catalogue`. Its rules are in
`engine` and its pictures in `renderer`; only the family's folder here knows both.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from bot.games.exact import Values
from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.table.button import Style
from bot.table.request import Section
from bot.table.table import Table
from engine import AnyGame
from engine.players.judge import Judge
from engine.players.registry import Chance
from engine.text import Say, Text
from renderer.chart.look import Look
from renderer.theme import MAIZE, Theme


@dataclass(frozen=True, slots=True)
class Playable:
    """A legal move as a button: its label, the move in the game's notation and its style."""

    text: Text
    move: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a picture: upper left corner and size, as fractions of the picture's size."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move begins and where it ends in a picture."""

    start: Area
    end: Area


@dataclass(frozen=True, slots=True)
class Areas:
    """Where a picture shows the legal moves, the last moves and the throw.

    `moves` are the legal moves, by `Playable.move`. `last` are the moves of the last turn, in the
    order in which they were made. `cast` is the area of the throw, None if there is none.
    """

    moves: Mapping[str, Way] = field(default_factory=dict)
    last: tuple[Way, ...] = ()
    cast: Area | None = None


class Board(Protocol):
    """A position for display: as a picture, as alt text and as monospaced text."""

    @property
    def side(self) -> int | None:
        """The side of the seat to move; None if no seat is."""
        ...

    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        """Return a picture as a PNG file, drawn from the viewpoint of side `seen_from`."""
        ...

    def areas(self, seen_from: int = 0) -> Areas:
        """Return where moves and throw are in the picture drawn for side `seen_from`."""
        ...

    def alt(self) -> str:
        """Return the picture's alt text: everything that it shows, in words."""
        ...

    def letters(self) -> str:
        """Return the board as text for a monospaced font."""
        ...


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
    def board(self) -> Board:
        """The position for display."""
        ...


class Example(Protocol):
    """A turn that illustrates a rule."""

    @property
    def caption(self) -> Text:
        """The caption: what the example shows."""
        ...

    def png(self, say: Say, theme: Theme = MAIZE) -> bytes:
        """Return the picture as a PNG file."""
        ...

    def alt(self, say: Say) -> str:
        """Return the picture's alt text."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: a heading and labelled sections that suffice to play.

    `examples` introduces the ruleset's examples; None if they do not show the game's rules.
    """

    heading: Text
    sections: tuple[Section, ...]
    examples: tuple[Text, ...] | None


class Family(Protocol):
    """A family of similar games with several rulesets.

    A ruleset is identified by its key, the first word of its games' headers. In the catalogue of
    texts, `ruleset.<key>.title` is its name and `ruleset.<key>.line` its description;
    `typed.<option>` explains an option, and `level.<level>` is the name of a computer player.
    """

    @property
    def rulesets(self) -> Sequence[str]:
        """The keys of the rulesets. The first one of the first family is the bot's default."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of rulesets, as `spelling.plain` writes them, and their keys."""
        ...

    @property
    def options(self) -> Mapping[str, Option]:
        """The options that players can choose, by their names in headers."""
        ...

    @property
    def series(self) -> Mapping[str, Sequence[str]]:
        """Series of games that are usually played together: their rulesets, by name."""
        ...

    @property
    def levels(self) -> Sequence[str]:
        """The levels of computer players, the weakest first.

        Some games have fewer, because they lack an exact table (`Games.levels_of`).
        """
        ...

    @property
    def texts(self) -> Path | None:
        """A folder with catalogues of texts that the bot's own catalogue lacks."""
        ...

    @property
    def cover(self) -> Table:
        """A table in mid-game, to show new users what the game looks like."""
        ...

    @property
    def lesson(self) -> Lesson | None:
        """A tutorial for new players; None if the family has none."""
        ...

    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """Return the header of a game with these options; raise Refusal if it can't be played."""
        ...

    def chosen(self, header: str) -> Mapping[str, str]:
        """Return the options of a game that differ from its ruleset's defaults."""
        ...

    def side(self, header: str, side: int) -> Text:
        """Return the name of a game's side, such as `jade`, as it is used in a sentence."""
        ...

    def team(self, header: str, side: int) -> Text:
        """Return the name of a game's side, such as `Jade`, in place of its players' names."""
        ...

    def seat(self, header: str, seat: int) -> Text:
        """Return the name of one of a game's seats, such as `jade 2`."""
        ...

    def open(self, header: str) -> AnyGame:
        """Return the game described by a header; raise Corrupt if the header is invalid."""
        ...

    def offered(self, header: str) -> tuple[Text, ...]:
        """Describe a game in a sentence or two: its ruleset and chosen options."""
        ...

    def rules(self, header: str) -> Rules:
        """Return the rules of a game."""
        ...

    def examples(self, ruleset: str) -> Sequence[Example]:
        """Return examples of a ruleset's rules, in the order in which to learn them."""
        ...

    def hints(self, game: AnyGame, table: Table) -> Iterable[Text]:
        """Return what a new player needs to know in this position, the most important first.

        The hints are for the seat to move. The caller shows each of them once.
        """
        ...

    def scene(self, game: AnyGame, table: Table, say: Say) -> Scene:
        """Return the scene of a table in which play has begun."""
        ...

    def pictured(self, game: AnyGame, table: Table, move: str, say: Say) -> Example:
        """Return a picture of a legal move in a table's position, with the button as caption."""
        ...

    @property
    def longest_film(self) -> int | None:
        """The maximum number of boards in an animation, which omits others; None if unlimited."""
        ...

    def film(self, boards: Sequence[Any], say: Say) -> bytes:
        """Return an animation of a game as a GIF file; `boards` are this family's own."""
        ...

    def choose(
        self, level: str, game: AnyGame, position: Any, chance: Chance, values: Values | None
    ) -> Any:
        """Return the move of a computer player in a position where it must choose one.

        `values` are those of the game, for a level that needs them.
        """
        ...

    def look(self, game: AnyGame, theme: Theme) -> Look:
        """Return how charts of a game's odds look."""
        ...

    def judge(self, game: AnyGame, values: Values | None) -> Judge | None:
        """Return a judge of a game's positions, None if there is none; `values` are exact ones."""
        ...
