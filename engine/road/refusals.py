"""Why a move cannot be played."""

from typing import NamedTuple

from engine.game import IllegalMove
from engine.road.movers import movers
from engine.road.moves import Move, way
from engine.road.position import Position, Stage
from engine.road.reason import Reason
from engine.road.ruleset import Ruleset
from engine.road.stack import Stack, pack_stack, unpack_crowd
from engine.road.unpacked import unpack

WAITING = {
    Stage.OPENING: Reason.OPENING,
    Stage.CAST: Reason.NOT_CAST,
    Stage.OVER: Reason.OVER,
}
"""Why nobody moves in the stages where nobody does."""


class Attempt(NamedTuple):
    """A move as somebody wants it, whether or not there is such a one.

    `start` is None in base; `stack` tells captain, heading and captives, where it is told.
    """

    start: int | None
    stack: tuple[int, int, tuple[int, ...]] | None
    direction: int
    number: int


def refusal(ruleset: Ruleset, position: Position, attempt: Attempt) -> IllegalMove:
    """Say why `attempt` cannot be played; for moves that are not legal only."""
    if position.stage in WAITING:
        return IllegalMove(WAITING[position.stage])
    if attempt.number not in position.numbers:
        return IllegalMove(Reason.OTHER_NUMBER, number=attempt.number)
    if attempt.number == 0:
        return IllegalMove(Reason.NOUGHT)
    if attempt.start is None:
        stack: Stack | IllegalMove = _entering(ruleset, position, attempt)
    else:
        stack = _leading(ruleset, position, attempt, attempt.start)
    if isinstance(stack, IllegalMove):
        return stack
    return _hindered(way(ruleset, stack, attempt.direction, attempt.number), attempt)


def _entering(ruleset: Ruleset, position: Position, attempt: Attempt) -> Stack | IllegalMove:
    """Return the warrior that would enter, or why it is none that could."""
    captain = position.turn if attempt.stack is None else attempt.stack[0]
    forward = ruleset.forward(captain)
    stack = Stack(ruleset.home(captain), captain, forward, (0,) * ruleset.seats)
    if attempt.stack not in (None, stack[1:]):
        return IllegalMove(Reason.CHANGED)
    if _may_move(ruleset, position, stack):
        return stack
    if captain != position.turn:
        return IllegalMove(Reason.OTHERS)
    in_base = unpack_crowd(position.base, ruleset.seats)[captain]
    return IllegalMove(Reason.SINGLE_FILE if in_base else Reason.BASE_EMPTY)


def _leading(
    ruleset: Ruleset, position: Position, attempt: Attempt, start: int
) -> Stack | IllegalMove:
    """Return the stack that would move, or why it is none that could."""
    there = [stack for stack in unpack(ruleset, position).stacks if stack.at == start]
    if not there:
        return IllegalMove(Reason.NO_STACK, space=start)
    if ruleset.side(there[0].captain) != ruleset.side(position.turn):
        return IllegalMove(Reason.NOT_YOURS, space=start)
    meant = [stack for stack in there if attempt.stack in (None, stack[1:])]
    if not meant:
        return IllegalMove(Reason.CHANGED, space=start)
    if not _may_move(ruleset, position, meant[0]):
        return IllegalMove(Reason.OTHERS)
    return meant[0]


def _may_move(ruleset: Ruleset, position: Position, stack: Stack) -> bool:
    mine = position.stacks[ruleset.side(position.turn)]
    return pack_stack(stack) in movers(ruleset)(position.turn, mine, position.base)


def _hindered(move: Move | Reason, attempt: Attempt) -> IllegalMove:
    """Say what keeps a stack that may move from its way."""
    if isinstance(move, Move):
        return IllegalMove(Reason.NO_ENEMY if move.backwards else Reason.OWN_STACK, space=move.end)
    facts = {"number": attempt.number} if move is Reason.NOT_EXACT else {}
    if move is Reason.WRONG_WAY and attempt.start is not None:
        facts = {"space": attempt.start}
    return IllegalMove(move, **facts)
