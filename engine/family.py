"""What a family of games offers to the command line, besides its games.

Positions and moves are opaque to everyone but their family, so the family writes them as data for
other engines.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from engine.bench import Timed
from engine.header import Option
from engine.throws import Cast


class Ply(NamedTuple):
    """A move or a pass, with the throw just before it; without one, a number was already pending.

    `chosen` is the index in `moves`; for a pass it is None, without moves.
    """

    cast: Cast | None
    before: Any
    moves: Sequence[Any]
    chosen: int | None
    after: Any


class Unsolvable(Exception):  # noqa: N818 - a user's choice, not a fault
    """A game can't be solved here; the message says why, or what is missing."""


class Ranking(Protocol):
    """Numbers for the positions of a game, from 0, without gaps."""

    @property
    def size(self) -> int:
        """How many positions there are."""
        ...

    def rank(self, position: Any, /) -> int:
        """Return the number of a position in which a turn begins with a throw.

        Raises KeyError in the opening, between two throws of a turn, when a move is due or the
        game is over, and if a stack is one that can't come up in play.
        """
        ...


class Sweep(NamedTuple):
    """The state of the work of a solver after a part of a sweep.

    `share` is the estimated share of all work that is done, from 0 to 1. `pairs` counts finished
    pairs of layers.
    """

    share: float
    pairs: int


class Solver(Protocol):
    """Computes the values of all positions of a game under perfect play.

    `size` is the number of positions, and `most` how many there may be. `memory` is how many bytes
    the work needs, and `checkpoint` how many `save` writes at most. `pairs` counts finished pairs
    of layers, and `change` is the largest change of a value in their last sweeps. Values can be
    further from the exact ones than that.
    """

    header: str
    size: int
    most: int
    memory: int
    checkpoint: int
    pairs: int
    change: float

    def sweeps(self) -> Iterator[Sweep]:
        """Do the work; yield about every second, where it may be saved or left.

        What takes long but isn't part of the work, such as compiling, is done before the first
        time.
        """
        ...

    def save(self, path: Path, seconds: float) -> None:
        """Write the state of the work to a file, as a whole or not at all.

        `seconds` is how long it has taken so far.
        """
        ...

    def load(self, path: Path) -> float:
        """Go on from what `save` wrote, and return the seconds that it was given.

        Raises Corrupt if that isn't possible.
        """
        ...

    def values(self, scale: int) -> Iterable[bytes]:
        """Return the values times `scale`, rounded to two bytes each, low byte first, in pieces.

        They are in the order of ranks.
        """
        ...


class Family(Protocol):
    """A family of games.

    All data is ready for JSON. A method that takes a game takes one that the family opened.
    """

    @property
    def rulesets(self) -> Sequence[str]:
        """The keys of its rulesets."""
        ...

    @property
    def options(self) -> Mapping[str, Option]:
        """Its options, in the order of headers."""
        ...

    def open(self, header: str) -> Timed[Any, Any]:
        """Return the game described by `header`; raise Corrupt if the header is invalid."""
        ...

    def game_with(self, key: str, options: Mapping[str, str]) -> Timed[Any, Any]:
        """Return a ruleset's game with `options` in place of its defaults.

        Raises Corrupt, with a message for the command line, if an option is invalid or the options
        break a limit.
        """
        ...

    def game_data(self, game: Any) -> dict[str, object]:
        """Return the ruleset of a game and every option."""
        ...

    def position_data(self, game: Any, position: Any) -> dict[str, object]:
        """Return a position as data."""
        ...

    def read_position_data(self, game: Any, data: object) -> Any:
        """Return the position in `data`; raise Corrupt if it is invalid."""
        ...

    def ply_data(self, game: Any, ply: Ply) -> dict[str, object]:
        """Return a line of a trace."""
        ...

    def ranking(self, game: Any) -> Ranking:
        """Return the numbers of a game's positions; raise Unsolvable if they have none."""
        ...

    def solver(self, game: Any) -> Solver:
        """Return a solver of a game; raise Unsolvable if there is none for it, or none here."""
        ...
