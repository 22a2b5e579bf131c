"""The port to a family of games: everything that the chat needs to know of one.

A family is a module with a `FAMILY`, found through `bot.games.catalogue`. The games themselves are
in `engine`, their pictures in `renderer`; a family's folder here knows both, and nobody else does.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from bot.games.lesson import Lesson
from bot.games.option import Option
from bot.table.button import Style
from bot.table.request import Section
from bot.table.table import Table
from engine import AnyGame
from engine.players.uniform import Chance
from engine.text import Say, Text
from renderer.theme import MAIZE, Theme


@dataclass(frozen=True, slots=True)
class Playable:
    """A move on offer: what it says, the move in the game's notation, how it stands out."""

    text: Text
    move: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Area:
    """A part of a picture: its upper left corner and its size, 0 to 1 of the picture's."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Way:
    """Where a move begins in a picture, and where it ends."""

    start: Area
    end: Area


@dataclass(frozen=True, slots=True)
class Areas:
    """Where in a picture people find what can be done and what happened.

    `moves` are those on offer, by `Playable.move`. `last` are the moves of the turn that is told,
    in the order in which they were made. `cast` is where the throw lies, None where none does.
    """

    moves: Mapping[str, Way] = field(default_factory=dict)
    last: tuple[Way, ...] = ()
    cast: Area | None = None


class Board(Protocol):
    """A position as it is shown: as a picture, in words and in letters of fixed width."""

    @property
    def side(self) -> int | None:
        """The side of the seat to move; None where nobody is to move."""
        ...

    def png(self, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
        """Draw it as a PNG file, as the side `seen_from` sees it where that makes a difference."""
        ...

    def areas(self, seen_from: int = 0) -> Areas:
        """Return where moves and throw are in the picture that `seen_from` sees."""
        ...

    def alt(self) -> str:
        """Say all that the picture shows, for those who do not see it."""
        ...

    def letters(self) -> str:
        """Write it in letters."""
        ...


class Scene(Protocol):
    """One look at a table: its position is read once, and its last step is played once.

    Lines, buttons, picture and description are taken from it.
    """

    @property
    def over(self) -> bool:
        """Whether the table is over."""
        ...

    @property
    def mover(self) -> int | None:
        """The seat that has to decide; None where nobody has."""
        ...

    @property
    def told(self) -> tuple[Text, ...]:
        """What happened in the last step, a sentence for each thing."""
        ...

    @property
    def turn(self) -> tuple[Text, ...]:
        """Who has what to play; nothing where nobody has to decide."""
        ...

    @property
    def result(self) -> Text:
        """How a table ended that is over, and where the game itself ended, why."""
        ...

    def summary(self, record: Sequence[str]) -> tuple[Text, ...]:
        """Say in a line or two what the game was like, of which these are the entries."""
        ...

    @property
    def moves(self) -> tuple[Playable, ...]:
        """What the seat to move can play; nothing where nobody has to decide."""
        ...

    @property
    def board(self) -> Board:
        """The position as it is shown."""
        ...


class Example(Protocol):
    """A turn that shows a rule; `caption` says what is to be seen."""

    @property
    def caption(self) -> Text:
        """What is to be seen."""
        ...

    def png(self, say: Say) -> bytes:
        """Draw it as a PNG file."""
        ...

    def alt(self, say: Say) -> str:
        """Say all that the picture shows."""
        ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game: a heading, and labelled sections that can be played from.

    `examples` is what has to be said about the ruleset's examples; None where they show something
    else than what is played.
    """

    heading: Text
    sections: tuple[Section, ...]
    examples: tuple[Text, ...] | None


class Family(Protocol):
    """Games that are played alike, by several rulesets.

    A ruleset goes by its key, the first word of its games' headers. In the catalogue of texts,
    `ruleset.<key>.title` is its name and `ruleset.<key>.line` says what it is about;
    `typed.<option>` says what an option means, `level.<level>` what a computer player is called.
    """

    @property
    def rulesets(self) -> Sequence[str]:
        """The rulesets by their keys; of whoever names none it is the first of all families."""
        ...

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names of rulesets, in plain letters, and their keys."""
        ...

    @property
    def options(self) -> Mapping[str, Option]:
        """What can be chosen about a game, by the names that headers have for it."""
        ...

    @property
    def levels(self) -> Sequence[str]:
        """The computer players, the weakest first."""
        ...

    @property
    def texts(self) -> Path | None:
        """A folder with catalogues of the family's texts, where the bot's own lack them."""
        ...

    @property
    def cover(self) -> Table:
        """A table in the middle of a game, to show what one looks like."""
        ...

    @property
    def lesson(self) -> Lesson | None:
        """A guided game for those who have never played; None where nobody has written one."""
        ...

    def header(self, ruleset: str, chosen: Mapping[str, str]) -> str:
        """Return the header of a game that is played so; Refusal says why there is none."""
        ...

    def open(self, header: str) -> AnyGame:
        """Return the game that a header tells; Corrupt names what is wrong in it."""
        ...

    def offered(self, header: str) -> tuple[Text, ...]:
        """Say in a sentence or two what is played, and what of it was chosen."""
        ...

    def rules(self, header: str) -> Rules:
        """Explain a game."""
        ...

    def examples(self, ruleset: str) -> Sequence[Example]:
        """Show the rules of a ruleset, in the order in which they are best learnt."""
        ...

    def hints(self, game: AnyGame, table: Table) -> Iterable[Text]:
        """What somebody who plays for the first time should know, the most needed first.

        It is for the seat to move at a table where one is. Each is given once.
        """
        ...

    def scene(self, game: AnyGame, table: Table, say: Say) -> Scene:
        """Look at a table in which play has begun."""
        ...

    @property
    def longest_film(self) -> int | None:
        """How many boards a film shows at most, leaving out others; None where it shows all."""
        ...

    def film(self, boards: Sequence[Any], say: Say) -> bytes:
        """Show boards of one game, this family's own, one after the other, as a GIF file."""
        ...

    def choose(self, level: str, game: AnyGame, position: Any, chance: Chance) -> Any:
        """Return the move that a computer player makes in a position where it has to decide."""
        ...
