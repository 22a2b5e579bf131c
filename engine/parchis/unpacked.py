"""Positions with named values as they are written, and checks of those that were read."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from engine.game import Corrupt
from engine.parchis.board import CORRIDOR, GOAL, HOME, RING, SAFE, Arm
from engine.parchis.position import Pieces, Position, board_of, guests_on, is_outside
from engine.parchis.ruleset import End, Ruleset
from engine.stage import Stage


class Unpacked(NamedTuple):
    """A position with named values, as in `Position` and `Board`."""

    pieces: Pieces
    out: tuple[bool, ...]
    later: tuple[int | None, ...]
    done: tuple[int, ...]
    turn: int
    sixes: int
    last: int
    number: int
    opening: tuple[int | None, ...] = ()


def unpack(position: Position) -> Unpacked:
    """Return `position` with named values."""
    _, turn, number, sixes, last, board, opening = position
    pieces, out, later, done, *_ = board
    return Unpacked(pieces, out, later, done, turn, sixes, last, number, opening)


def pack(ruleset: Ruleset, unpacked: Unpacked) -> Position:
    """Return `unpacked` as a position; raise Corrupt if it is impossible."""
    pieces, out, later, done, turn, sixes, last, number, opening = unpacked
    of_seats = ruleset.arms
    if not len(pieces) == len(out) == len(later) == ruleset.seats:
        raise Corrupt(f"the position must have values for {ruleset.seats} seats")
    for arm in of_seats:
        _check_seat(ruleset, arm, pieces[arm.seat])
    _check_squares(of_seats, pieces)
    for arm in of_seats:
        _check_later(arm, pieces, later[arm.seat])
    _check_done(ruleset, pieces, done)
    over = _is_over(ruleset, done)
    _check_turn(ruleset, unpacked, over=over)
    board = board_of(of_seats, pieces, out, later, done)
    if opening:
        stage = Stage.OPENING
    elif over:
        stage = Stage.OVER
    else:
        stage = Stage.MOVE if number else Stage.CAST
    return Position((stage, turn, number, sixes, last, board, opening))


def _check_seat(ruleset: Ruleset, arm: Arm, pieces: Sequence[int]) -> None:
    if len(pieces) != ruleset.pieces or not all(HOME <= place <= GOAL for place in pieces):
        raise Corrupt(f"a seat must have {ruleset.pieces} pieces on places from {HOME} to {GOAL}")
    learners = [place for place in pieces if place in arm.lesson]
    if not learners:
        return
    if not ruleset.instruccion:
        raise Corrupt(f"no piece of seat {arm.seat} comes to square {learners[0]}")
    if sum(map(is_outside, pieces)) > 1:
        raise Corrupt(f"the piece on square {learners[0]} must be the only one outside")


def _check_squares(of_seats: Sequence[Arm], pieces: Pieces) -> None:
    standing = Counter[int]()
    seats: dict[int, set[int]] = {}
    for arm in of_seats:
        corridor = Counter(place for place in pieces[arm.seat] if place in CORRIDOR)
        if any(count > 2 for count in corridor.values()):
            raise Corrupt(f"seat {arm.seat} has more than two pieces on a square of its corridor")
        for place in pieces[arm.seat]:
            if HOME < place <= RING and place not in arm.lesson:
                standing[place] += 1
                seats.setdefault(place, set()).add(arm.seat)
    for place, count in standing.items():
        if count > 2:
            raise Corrupt(f"square {place} has more than two pieces")
        if len(seats[place]) > 1 and place not in SAFE:
            raise Corrupt(f"square {place}, which is not safe, has pieces of two colours")


def _check_later(arm: Arm, pieces: Pieces, later: int | None) -> None:
    guests = set(guests_on(arm, pieces))
    if (len(guests) == 2) != (later is not None) or (later is not None and later not in guests):
        raise Corrupt(f"for guests of two colours on square {arm.start}, say which came later")


def _check_done(ruleset: Ruleset, pieces: Pieces, done: tuple[int, ...]) -> None:
    if len(set(done)) < len(done) or not set(done) <= set(range(ruleset.seats)):
        raise Corrupt("the seats that have finished must be different seats of the game")
    last = done[-1:] if _is_over(ruleset, done) and ruleset.end is End.LAST else ()
    for seat, places in enumerate(pieces):
        finished = places == (GOAL,) * ruleset.pieces
        if finished != (seat in done) and (finished or (seat,) != last):
            raise Corrupt(f"seat {seat} must have all pieces in the goal if it has finished")


def _is_over(ruleset: Ruleset, done: tuple[int, ...]) -> bool:
    return len(done) == ruleset.seats if ruleset.end is End.LAST else bool(done)


def _check_turn(ruleset: Ruleset, unpacked: Unpacked, *, over: bool) -> None:
    _, _, _, done, turn, sixes, last, number, _ = unpacked
    if not 0 <= turn < ruleset.seats:
        raise Corrupt(f"seat {turn} does not exist")
    if over:
        if number or sixes or last:
            raise Corrupt("the game is over, so nothing can be pending")
        return
    if turn in done:
        raise Corrupt(f"seat {turn} has finished, so it cannot have the turn")
    if number not in (0, 1, 2, 3, 4, 5, 6, ruleset.six, 10, 20):
        raise Corrupt(f"{number} cannot be pending")
    if not 0 <= sixes <= 3 or (sixes == 3 and number != 6):
        raise Corrupt(f"there cannot be {sixes} sixes in a row here")
    if last and (not sixes or last not in unpacked.pieces[turn]):
        raise Corrupt("the piece last moved must be one of the seat that threw a six")
