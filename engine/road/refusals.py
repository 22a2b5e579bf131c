"""Refusals: finding out why a move cannot be played."""

from typing import NamedTuple

from engine.game import IllegalMove
from engine.road.movers import movers
from engine.road.moves import Move, way
from engine.road.position import Position
from engine.road.reason import Reason
from engine.road.ruleset import Ruleset
from engine.road.stack import Stack, pack_stack, unpack_crowd
from engine.road.unpacked import unpack
from engine.stage import Stage

WAITING = {
    Stage.OPENING: Reason.OPENING,
    Stage.CAST: Reason.NOT_CAST,
    Stage.OVER: Reason.OVER,
}
"""Why a move is illegal in the stages where none is due."""


class Attempt(NamedTuple):
    """A requested move, legal or not.

    `start` is None for a warrior in base. `stack` is its captain, heading and captives, None if
    the request does not specify them.
    """

    start: int | None
    stack: tuple[int, int, tuple[int, ...]] | None
    direction: int
    number: int


def refusal(ruleset: Ruleset, position: Position, attempt: Attempt) -> IllegalMove:
    """Return why `attempt`, which must be illegal, cannot be played."""
    if position.stage in WAITING:
        return IllegalMove(WAITING[position.stage])
    if attempt.number not in position.numbers:
        return IllegalMove(Reason.OTHER_NUMBER, number=attempt.number)
    if attempt.number == 0:
        return IllegalMove(Reason.NOUGHT)
    if attempt.start is None:
        stack: Stack | IllegalMove = _entering(ruleset, position, attempt)
    else:
        stack = _moving(ruleset, position, attempt, attempt.start)
    if isinstance(stack, IllegalMove):
        return stack
    return _hindered(way(ruleset, stack, attempt.direction, attempt.number), attempt)


def _entering(ruleset: Ruleset, position: Position, attempt: Attempt) -> Stack | IllegalMove:
    """Return the warrior that would enter, or why it may not."""
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


def _moving(
    ruleset: Ruleset, position: Position, attempt: Attempt, start: int
) -> Stack | IllegalMove:
    """Return the stack that would move, or why it may not."""
    there = [stack for stack in unpack(ruleset, position).stacks if stack.at == start]
    if not there:
        return IllegalMove(Reason.NO_STACK, space=start)
    if ruleset.side(there[0].captain) != ruleset.side(position.turn):
        return IllegalMove(Reason.NOT_YOURS, space=start)
    matching = [stack for stack in there if attempt.stack in (None, stack[1:])]
    if not matching:
        return IllegalMove(Reason.CHANGED, space=start)
    if not _may_move(ruleset, position, matching[0]):
        return IllegalMove(Reason.OTHERS)
    return matching[0]


def _may_move(ruleset: Ruleset, position: Position, stack: Stack) -> bool:
    mine = position.stacks[ruleset.side(position.turn)]
    return pack_stack(stack) in movers(ruleset)(position.turn, mine, position.base)


def _hindered(move: Move | Reason, attempt: Attempt) -> IllegalMove:
    """Return why a stack that may move cannot make this move."""
    if isinstance(move, Move):
        return IllegalMove(Reason.NO_ENEMY if move.backwards else Reason.OWN_STACK, space=move.end)
    facts = {"number": attempt.number} if move is Reason.NOT_EXACT else {}
    if move is Reason.WRONG_WAY and attempt.start is not None:
        facts = {"space": attempt.start}
    return IllegalMove(move, **facts)
