"""Refusals: finding out why a move cannot be played."""

from engine.game import IllegalMove
from engine.parchis.board import GOAL, GOAL_STEPS, HOME, Arm
from engine.parchis.legal import LegalMoves
from engine.parchis.moves import Way, way_past
from engine.parchis.notation import write_place
from engine.parchis.position import Position
from engine.parchis.reason import Reason
from engine.stage import Stage

WAITING = {
    Stage.OPENING: Reason.OPENING,
    Stage.CAST: Reason.NOT_CAST,
    Stage.OVER: Reason.OVER,
}
"""Why a move is illegal in the stages where none is due."""


def refusal(legal: LegalMoves, position: Position, start: int, number: int) -> IllegalMove:
    """Return why a piece on `start` cannot move by `number`, which must be illegal."""
    if position.stage in WAITING:
        return IllegalMove(WAITING[position.stage])
    if number != position.number:
        return IllegalMove(Reason.OTHER_NUMBER, number=number)
    own = position.board.pieces[position.turn]
    if start not in own:
        return IllegalMove(Reason.NO_PIECE, place=write_place(start))
    if start == GOAL:
        return IllegalMove(Reason.ARRIVED)
    if position.lost:
        return IllegalMove(Reason.THIRD_SIX)
    if start in legal.arms[position.turn].lesson:
        return IllegalMove(Reason.LESSON, number=number)
    if start == HOME:
        return _not_coming_out(legal, position, number)
    if HOME in own and legal.coming_out(position.board, position.turn, number):
        return IllegalMove(Reason.MUST_COME_OUT, number=number)
    return _hindered(legal, position, start, number)


def _not_coming_out(legal: LegalMoves, position: Position, number: int) -> IllegalMove:
    if legal.brings_out(position.board, position.turn, number):
        return IllegalMove(Reason.START_FULL, place=legal.arms[position.turn].start)
    return IllegalMove(Reason.HOME, number=number)


def _hindered(legal: LegalMoves, position: Position, start: int, number: int) -> IllegalMove:
    """Return why a piece outside, which has a number to play, cannot make this move."""
    board, turn = position.board, position.turn
    arm = legal.arms[turn]
    barriers = legal.barriers(board, turn, number)
    way = way_past(legal.ruleset, arm, start, number, barriers)
    if way is Reason.BARRIER:
        return _behind(arm, start, number, barriers)
    if way is Reason.NOT_EXACT:
        return IllegalMove(way, number=number)
    if way is Reason.LAST_SAFE:
        return IllegalMove(way, place=arm.entry)
    if way is Reason.BEHIND_START:
        return IllegalMove(way, place=arm.start)
    if not isinstance(way, Way):
        return IllegalMove(way)
    if way.landing & board.full:
        return IllegalMove(Reason.FULL, place=write_place(way.move.end))
    if way.shy & board.taken:
        return IllegalMove(Reason.NO_CAPTURE_BACK, place=way.move.end)
    opens = legal.of(position)[0].start
    return IllegalMove(Reason.MUST_OPEN, place=write_place(opens))


def _behind(arm: Arm, start: int, number: int, barriers: int) -> IllegalMove:
    """Return the refusal of a piece that meets a barrier, on its way forward or back."""
    at = arm.steps(start)
    for steps in range(at + 1, min(at + number, GOAL_STEPS) + 1):
        place = arm.place(steps)
        if arm.bits[place] & barriers:
            return IllegalMove(Reason.BARRIER, place=write_place(place))
    return IllegalMove(Reason.BARRIER_BACK)
