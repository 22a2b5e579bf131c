"""Traces of random games, move by move, to compare another engine with."""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar

from engine.bench import Timed
from engine.family import Family, Ply
from engine.game import Choose, Over, Pass, Throw
from engine.record import SKIP
from engine.tags import write_places
from engine.throws import Cast

T = TypeVar("T")


class Chance(Protocol):
    """A random number generator, such as `random.Random`."""

    def choice(self, among: Sequence[T], /) -> T:
        """Return a random element."""
        ...

    def randrange(self, end: int, /) -> int:
        """Return a random number from 0 to `end` - 1."""
        ...


def trace(
    family: Family, game: Timed[Any, Any], chance: Chance, start: Any = None
) -> Iterator[dict[str, object]]:
    """Play one random game and yield a line for its ruleset, then one for each move or pass.

    The game begins with the opening, or in the position `start`.
    """
    position = _opened(game, chance) if start is None else start
    yield {**family.game_data(game), "first": position.turn}
    for ply in _plies(game, chance, position):
        yield family.ply_data(game, ply)


def text_trace(game: Timed[Any, Any], chance: Chance, start: Any = None) -> Iterator[str]:
    """Play one random game and yield it in text notation.

    Each line has the position, the legal moves, the one played and the position after it; the first
    line is the header, and the last one the result.
    """
    yield game.header
    position = _opened(game, chance) if start is None else start
    for ply in _plies(game, chance, position):
        position = ply.after
        legal = [game.write_move(move) for move in ply.moves] or [SKIP]
        columns = (
            game.write_position(ply.before),
            " ".join(legal),
            legal[ply.chosen or 0],
            game.write_position(position),
        )
        yield " | ".join(columns)
    over = game.phase(position)
    assert isinstance(over, Over)  # noqa: S101 - no other phase ends a game
    yield f"result {write_places(over.places)}"


def _opened(game: Timed[Any, Any], chance: Chance) -> Any:
    position = game.start()
    while isinstance(throw := game.phase(position), Throw) and throw.opening:
        position = game.cast(position, _cast(throw, chance))
    return position


def _plies(game: Timed[Any, Any], chance: Chance, position: Any) -> Iterator[Ply]:
    cast: Cast | None = None
    while not isinstance(phase := game.phase(position), Over):
        before = position
        if isinstance(phase, Throw):
            cast = _cast(phase, chance)
            position = game.cast(position, cast)
            continue
        match phase:
            case Choose(moves=moves):
                chosen = chance.randrange(len(moves))
                position = game.play(position, moves[chosen])
                yield Ply(cast, before, moves, chosen, position)
            case Pass():
                position = game.skip(position)
                yield Ply(cast, before, (), None, position)
        cast = None


def _cast(throw: Throw, chance: Chance) -> Cast:
    return tuple(chance.choice(throw.table.faces) for _ in range(throw.table.count))
