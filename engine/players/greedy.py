"""The greedy player: what a move wins at once, less what the next casts may cost.

A warrior counts by its lot: free, held by comrades, held by enemies, dead. Every capture,
rescue and killing is so worth something; a captor that leaves with its prey has done well.
"""

from collections.abc import Sequence
from typing import Final

from engine.chance import cast_out
from engine.game import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position, Stage
from engine.road.stack import CAPTIVES, count, side_mask

FREE: Final = 2.0
"""Worth of a warrior that is free, or away with its prey; a dead one is worth nothing."""

RESCUED: Final = 1.5
"""Worth of a warrior that comrades carry."""

CAPTIVE: Final = 1.0
"""Worth of a warrior that enemies carry."""

CARRIED: Final = 0.02
"""Worth of carrying one captive one space on."""

WON: Final = 100.0
"""Worth of the game: more than any move can win."""


def choose(game: RoadGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of equals."""
    return max(moves, key=lambda move: _prospect(game, position, move))


def _prospect(game: RoadGame, position: Position, move: Move) -> float:
    """What `move` brings, with the best that can follow in the same turn."""
    after = game.play(position, move)
    carried = CARRIED * move.number * sum(move.captives)
    match game.phase(after):
        case Choose(seat=seat, moves=moves) if seat == position.turn:
            return carried + max(_prospect(game, after, another) for another in moves)
        case Pass(seat=seat) if seat == position.turn:
            after = game.skip(after)
    return carried + _standing(game, after, game.side(position.turn)) - _risk(game, position, after)


def _risk(game: RoadGame, before: Position, position: Position) -> float:
    """What the enemies' best reply wins, on average over the casts to come."""
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
    """The best standing of `side` after one move, or `otherwise` where there is none."""
    return max(
        (_standing(game, game.play(position, move), side) for move in game.moves(position)),
        default=otherwise,
    )


def _standing(game: RoadGame, position: Position, side: int) -> float:
    """How much better `side` stands than its enemies, in the worth of warriors."""
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
