"""What a family of games offers to the command line, besides its games.

Positions and moves are opaque to everyone but their family, so the family writes them as data for
other engines.
"""

from collections.abc import Mapping, Sequence
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
