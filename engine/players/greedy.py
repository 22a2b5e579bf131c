"""The greedy computer player: the immediate gain of a move minus the expected loss to the reply.

A warrior's value depends on its state: free, a captive of comrades, a captive of enemies, killed.
This makes every capture, rescue and kill worth something. A captor that leaves the road with its
captives keeps the value of a free warrior.
"""

from collections.abc import Sequence
from typing import Final

from engine.chance import cast_out
from engine.game import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position
from engine.road.stack import CAPTIVES, count, side_mask
from engine.stage import Stage

FREE: Final = 2.0
"""Value of a warrior that is free, or left the road with its captives. A killed one has none."""

RESCUED: Final = 1.5
"""Value of a captive in a stack of its own side."""

CAPTIVE: Final = 1.0
"""Value of a captive in an enemy stack."""

CARRIED: Final = 0.02
"""Value of carrying one captive one space further."""

WON: Final = 100.0
"""Value of winning the game: more than any other gain."""


def choose(game: RoadGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    return max(moves, key=lambda move: _prospect(game, position, move))


def _prospect(game: RoadGame, position: Position, move: Move) -> float:
    """Return the value of `move` with the best moves that can follow in the same turn."""
    after = game.play(position, move)
    carried = CARRIED * move.number * sum(move.captives)
    match game.phase(after):
        case Choose(seat=seat, moves=moves) if seat == position.turn:
            return carried + max(_prospect(game, after, another) for another in moves)
        case Pass(seat=seat) if seat == position.turn:
            after = game.skip(after)
    return carried + _standing(game, after, game.side(position.turn)) - _risk(game, position, after)


def _risk(game: RoadGame, before: Position, position: Position) -> float:
    """Return the expected gain of the opponent's best reply, averaged over the next throws."""
    throw = game.phase(position)
    if not isinstance(throw, Throw) or game.side(throw.seat) == game.side(before.turn):
        return 0.0
    side = game.side(throw.seat)
    now = _standing(game, position, side)
    return sum(
        float(odds) * (_best(game, cast, side, now) - now)
        for cast, odds in cast_out(game, position).items()
    )


def _best(game: RoadGame, position: Position, side: int, otherwise: float) -> float:
    """Return the best standing of `side` after one move, or `otherwise` if it has no move."""
    return max(
        (_standing(game, game.play(position, move), side) for move in game.moves(position)),
        default=otherwise,
    )


def _standing(game: RoadGame, position: Position, side: int) -> float:
    """Return the value of the warriors of `side` minus that of its enemies."""
    if position.stage is Stage.OVER and isinstance(over := game.phase(position), Over):
        winners = over.winners(game.seats)
        return 0.0 if not winners else WON if game.side(winners[0]) == side else -WON
    return _worth(game, position, side) - _worth(game, position, 1 - side)


def _worth(game: RoadGame, position: Position, side: int) -> float:
    mask = side_mask(game.seats, side)
    free = count((position.base + position.away) & mask) + len(position.stacks[side])
    rescued, captive = (
        sum(count(stack >> CAPTIVES & mask) for stack in stacks)
        for stacks in (position.stacks[side], position.stacks[1 - side])
    )
    return FREE * free + RESCUED * rescued + CAPTIVE * captive
