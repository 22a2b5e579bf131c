"""Why a move cannot be played."""

from enum import StrEnum

from engine.game import IllegalMove
from engine.road.position import Position, Stage
from engine.road.ruleset import Ruleset
from engine.road.view import view_of


class Reason(StrEnum):
    """The rule that a refused move, cast or pass breaks; the facts are named behind each."""

    OVER = "over"
    """The game has ended."""

    OPENING = "opening"
    """The opening is not decided yet."""

    NOT_CAST = "not-cast"
    """The seat has to cast first."""

    CAST_ALREADY = "cast-already"
    """A number is still to be played."""

    CAN_MOVE = "can-move"
    """A pass, where a number can be played."""

    UNREADABLE = "unreadable"
    """The text is not a move: `text`."""

    OTHER_NUMBER = "other-number"
    """The number is not the one that was cast: `number`."""

    BASE_EMPTY = "base-empty"
    """The seat has nobody in base."""

    NO_STACK = "no-stack"
    """Nobody stands there: `space`."""

    NOT_YOURS = "not-yours"
    """The stack is the enemy's: `space`."""

    WRONG_WAY = "wrong-way"
    """The stack heads the other way: `space`, or none for a warrior in base."""

    OWN_STACK = "own-stack"
    """A stack of the same side stands where it would land: `space`."""

    CHANGED = "changed"
    """The stack is not the one that the move was made for: `space`, or none in base."""


WAITING = {
    Stage.OPENING: Reason.OPENING,
    Stage.CAST: Reason.NOT_CAST,
    Stage.OVER: Reason.OVER,
}
"""Why nobody moves in the stages where nobody does."""


def refusal(
    ruleset: Ruleset, position: Position, start: int | None, direction: int, number: int
) -> IllegalMove:
    """Say why `start` cannot go `number` in `direction`; for moves that are not legal only."""
    if position.stage in WAITING:
        return IllegalMove(WAITING[position.stage])
    if number not in position.numbers:
        return IllegalMove(Reason.OTHER_NUMBER, number=number)
    view, seat = view_of(ruleset, position), position.turn
    captain_on = {stack.at: stack.captain for stack in view.stacks}
    if start is None:
        if not view.base[seat]:
            return IllegalMove(Reason.BASE_EMPTY)
    elif start not in captain_on:
        return IllegalMove(Reason.NO_STACK, space=start)
    elif captain_on[start] != seat:
        return IllegalMove(Reason.NOT_YOURS, space=start)
    where = {} if start is None else {"space": start}
    if direction != ruleset.forward(seat):
        return IllegalMove(Reason.WRONG_WAY, **where)
    end = (ruleset.home(seat) if start is None else start) + direction * number
    if captain_on.get(end) == seat:
        return IllegalMove(Reason.OWN_STACK, space=end)
    return IllegalMove(Reason.CHANGED, **where)
