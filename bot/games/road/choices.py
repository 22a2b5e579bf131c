"""What a player decides between, as what it does: one move, or those of two numbers together."""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from engine.road.game import RoadGame
from engine.road.moves import Arrival, Deed, Move
from engine.road.position import Position


class Effect(NamedTuple):
    """A legal move and what it does."""

    deed: Deed
    move: Move


Choice: TypeAlias = tuple[Effect, ...]
"""Moves that are decided on together. A stack that only goes on is one effect, of both numbers."""


def choice(game: RoadGame, position: Position, moves: Sequence[Move]) -> Choice:
    """Return what some moves do, one after the other."""
    effects = list[Effect]()
    for move in moves:
        deed = game.deed(position, move)
        position = game.play(position, move)
        if (
            effects
            and goes_on(before := effects[-1].deed, deed)
            and move.captives == moves[0].captives
        ):
            effects[-1] = Effect(together(before, deed), effects[-1].move)
        else:
            effects.append(Effect(deed, move))
    return tuple(effects)


def goes_on(first: Deed, second: Deed) -> bool:
    """Return whether a stack moves again after it has only stopped: on a space, or in the base."""
    told = first.turned is not None or first.rounds > 0 or first.backwards
    eventful = told or first.away or any(first.captured)
    same = (second.seat, second.start) == (first.seat, first.end) and not second.entered
    turns = first.arrival is Arrival.FAR_BASE and second.arrival is Arrival.SPACE
    plain = not (eventful or second.backwards)
    return same and plain and (turns or first.arrival is Arrival.SPACE)


def together(first: Deed, second: Deed) -> Deed:
    """Return what a stack does that goes on, as one move by the sum of the numbers."""
    return second._replace(
        start=first.start,
        entered=first.entered,
        number=first.number + second.number,
        turned=first.end if first.arrival is Arrival.FAR_BASE else second.turned,
    )
