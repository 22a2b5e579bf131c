"""The greedy player: what a move wins at once, less what the next cast may cost.

A warrior counts one whenever its lot changes for the better: an enemy captured or a comrade
won back, an enemy killed or a comrade freed when a stack comes off.
"""

from collections.abc import Sequence
from typing import Final

from engine.game import Over, Throw
from engine.road.game import RoadGame
from engine.road.moves import Move
from engine.road.position import Position

CARRIED: Final = 0.02
"""Worth of carrying one captive one space on, in warriors."""

WON: Final = 100.0
"""Worth of the game, in warriors: more than any move can win."""


def choose(game: RoadGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of equals."""
    return max(moves, key=lambda move: _prospect(game, position, move))


def _prospect(game: RoadGame, position: Position, move: Move) -> float:
    after = game.play(position, move)
    return _gain(game, position, move, after) - _risk(game, after)


def _gain(game: RoadGame, position: Position, move: Move, after: Position) -> float:
    if isinstance(game.phase(after), Over):
        return WON
    deed = game.deed(position, move)
    warriors = sum(deed.captured) + sum(deed.killed) + sum(deed.freed)
    return warriors + CARRIED * move.number * sum(move.captives)


def _risk(game: RoadGame, position: Position) -> float:
    """What the best reply wins, on average over the next cast; nothing once the game is over."""
    phase = game.phase(position)
    if not isinstance(phase, Throw):
        return 0.0
    table = phase.table
    return sum(
        float(odds) * _best_reply(game, game.cast(position, table.examples[number]))
        for number, odds in table.odds.items()
    )


def _best_reply(game: RoadGame, position: Position) -> float:
    return max(
        (
            _gain(game, position, reply, game.play(position, reply))
            for reply in game.moves(position)
        ),
        default=0.0,
    )
