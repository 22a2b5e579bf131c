"""The careful player of Parchís: what a single move is worth, by fixed numbers.

It looks at captures, safety, barriers and progress, but not at where its opponents could move.
"""

from collections.abc import Sequence
from typing import Final

from engine.parchis.board import GOAL, GOAL_STEPS, HOME, RING, SAFE
from engine.parchis.game import ParchisGame
from engine.parchis.moves import Move
from engine.parchis.position import Position

CAPTURE: Final = 20.0
"""Value of a capture, besides the steps that the captured piece had made."""

ARRIVE: Final = 10.0
"""Value of bringing a piece into the goal."""

SAFETY: Final = 12.0
"""Value of a place where a piece cannot be captured."""

BARRIER: Final = 6.0
"""Value of a barrier, besides the safety of its pieces."""

PARTNER: Final = -30.0
"""Value of capturing a partner's piece."""

FAR: Final = 0.05
"""Value of a step that the piece to move has already made: of two equal moves, it runs home."""


def choose(game: ParchisGame, position: Position, moves: Sequence[Move]) -> Move:
    """Return the best of `moves`, the first of several equally good ones."""
    return max(moves, key=lambda move: _worth(game, position, move))


def _worth(game: ParchisGame, position: Position, move: Move) -> float:
    """Return what `move` gains, compared with staying where the piece is."""
    seat = position.turn
    own = position.board.pieces[seat]
    rest = list(own)
    rest.remove(move.start)
    worth = _standing(rest, move.end) - _standing(rest, move.start)
    worth += _steps(game, seat, move.end) - _steps(game, seat, move.start)
    worth += FAR * _steps(game, seat, move.start)
    worth += ARRIVE * (move.end == GOAL)
    for prey in move.captures:
        ally = game.side(prey) == game.side(seat)
        worth += PARTNER if ally else CAPTURE + _steps(game, prey, move.end)
    return worth


def _standing(others: Sequence[int], place: int) -> float:
    """Return the value of a place for a piece, given the places of the `others` of its seat."""
    if place in (HOME, GOAL):
        return SAFETY
    pair = place in others
    return SAFETY * (pair or place > RING or place in SAFE) + (BARRIER + SAFETY) * pair


def _steps(game: ParchisGame, seat: int, place: int) -> int:
    """Return the steps from the start to a place; 0 before the start."""
    arm = game.arms[seat]
    if place in arm.before_start:
        return 0
    return GOAL_STEPS if place == GOAL else arm.steps(place)
