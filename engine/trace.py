"""Traces of random games, move by move, to compare another engine with."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from engine.game import Choose, Over, Pass, Throw
from engine.record import SKIP
from engine.road.game import RoadGame
from engine.road.interop import move_data, position_data, ruleset_data
from engine.road.moves import Move
from engine.road.position import Position
from engine.tags import write_places

T = TypeVar("T")


class Chance(Protocol):
    """A random number generator, such as `random.Random`."""

    def choice(self, among: Sequence[T], /) -> T:
        """Return a random element."""
        ...

    def randrange(self, end: int, /) -> int:
        """Return a random number from 0 to `end` - 1."""
        ...


class _Ply(NamedTuple):
    """A move or a pass. `chosen` is the index in `moves`; for a pass it is None, without moves."""

    before: Position
    moves: Sequence[Move]
    chosen: int | None
    after: Position


def trace(
    game: RoadGame, chance: Chance, start: Position | None = None
) -> Iterator[dict[str, Any]]:
    """Play one random game and yield a line for its ruleset, then one for each move or pass.

    The game begins with the opening, or in the position `start`.
    """
    position = _opened(game, chance) if start is None else start
    yield {**ruleset_data(game.ruleset), "first": position.turn}
    for ply in _plies(game, chance, position):
        yield _line(game, *ply)


def text_trace(game: RoadGame, chance: Chance, start: Position | None = None) -> Iterator[str]:
    """Play one random game and yield it in text notation.

    Each line has the position, the legal moves, the one played and the position after it; the first
    line is the header, and the last one the result.
    """
    yield game.header
    position = _opened(game, chance) if start is None else start
    for ply in _plies(game, chance, position):
        before, moves, chosen, position = ply
        legal = [game.write_move(move) for move in moves] or [SKIP]
        columns = (
            game.write_position(before),
            " ".join(legal),
            legal[chosen or 0],
            game.write_position(position),
        )
        yield " | ".join(columns)
    over = game.phase(position)
    assert isinstance(over, Over)  # noqa: S101 - no other phase ends a game
    yield f"result {write_places(over.places)}"


def _opened(game: RoadGame, chance: Chance) -> Position:
    position = game.start()
    while isinstance(throw := game.phase(position), Throw) and throw.opening:
        position = game.cast(position, _cast(throw, chance))
    return position


def _plies(game: RoadGame, chance: Chance, position: Position) -> Iterator[_Ply]:
    while not isinstance(phase := game.phase(position), Over):
        before = position
        match phase:
            case Throw():
                position = game.cast(position, _cast(phase, chance))
            case Choose(moves=moves):
                chosen = chance.randrange(len(moves))
                position = game.play(position, moves[chosen])
                yield _Ply(before, moves, chosen, position)
            case Pass():
                position = game.skip(position)
                yield _Ply(before, (), None, position)


def _line(
    game: RoadGame, position: Position, moves: Sequence[Move], chosen: int | None, after: Position
) -> dict[str, Any]:
    pending = position.numbers
    end = game.phase(after)
    return {
        "seat": position.turn,
        "number": pending[0] if chosen is None else moves[chosen].number,
        "pending": pending,
        "position": position_data(game.unpack(position)),
        "moves": [move_data(move) for move in moves],
        "chosen": chosen,
        "after": position_data(game.unpack(after)._replace(turn=position.turn)),
        "result": _result(game, end) if isinstance(end, Over) else None,
    }


def _cast(throw: Throw, chance: Chance) -> tuple[int, ...]:
    return tuple(chance.choice(throw.table.faces) for _ in range(throw.table.count))


def _result(game: RoadGame, over: Over) -> str:
    winners = over.winners(game.seats)
    return str(game.side(winners[0])) if winners else "draw"
