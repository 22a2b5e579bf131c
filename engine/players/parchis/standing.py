"""What a position of Parchís is worth to each seat, without looking ahead; the unit is a step.

A seat is worth the steps of its pieces, with something for each piece that is outside home, for
barriers in front of enemies, for the next throw and for a bonus to be counted. What others would
capture with the throws of one turn is taken off, with the odds of those throws: the steps of the
piece, and the bonus goes to the captor. A seat compares what it is worth with the others.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from engine.parchis.board import ENTRY_STEPS, GOAL, RING, SAFE, Arm, arms
from engine.parchis.game import ParchisGame
from engine.parchis.moves import CAPTURED, FIVE
from engine.parchis.position import Board, Position
from engine.stage import Stage
from engine.throws import D6

OUT: Final = 15.0
"""Value of a piece on its start: about what waiting for a five costs. At home it has none."""

THROW: Final = 7.0
"""Value of the next throw."""

BARRIER: Final = 1.0
"""Value of a barrier for each enemy piece that stands up to TRAIL steps behind it."""

TRAIL: Final = 12
"""The steps that most turns stay within."""

HASTE: Final = 0.6
"""The share of a danger that is left for the seat that throws next: it may get away first."""

FINISHED: Final = 100.0
"""Value of finishing, for each seat that has not: more than any other gain of a move."""

LEADER: Final = 0.5
"""How much the best of several seats counts; the rest is their average."""

MOVE, OVER = Stage.MOVE, Stage.OVER
SIX: Final = 6


class Shots(NamedTuple):
    """How a square is reached within a turn: from squares as a mask, with the odds from each.

    `between` are the squares on the way, as a mask, by where it begins.
    """

    squares: int
    odds: Mapping[int, float]
    between: Mapping[int, int]


def standings(game: ParchisGame, position: Position) -> tuple[float, ...]:
    """Return what `position` is worth to each seat, compared with the seats of other sides."""
    worths = _worths(game, position)
    if game.sides == game.seats:
        return tuple(
            worth - _together(worths[:seat] + worths[seat + 1 :])
            for seat, worth in enumerate(worths)
        )
    lead = _together(worths[::2]) - _together(worths[1::2])
    return (lead, -lead) * 2


def _together(worths: Sequence[float]) -> float:
    """Return what several seats are worth: to win, only the best of them has to finish."""
    if len(worths) == 1:
        return worths[0]
    return LEADER * max(worths) + (1 - LEADER) * sum(worths) / len(worths)


def _worths(game: ParchisGame, position: Position) -> list[float]:
    """Return what each seat is worth by itself."""
    stage, turn, number, _, _, board, _ = position
    worths = [
        sum([gone[place] for place in crew])
        for gone, crew in zip(_gone(game.seats), board.pieces, strict=True)
    ]
    for rank, seat in enumerate(board.done):
        worths[seat] += FINISHED * (game.seats - rank)
    if stage is not OVER:
        worths[turn] += THROW + (number if stage is MOVE else 0)
        _meet(game, board, turn, worths)
    return worths


def _meet(game: ParchisGame, board: Board, turn: int, worths: list[float]) -> None:
    """Add to `worths` what barriers gain and captures would change."""
    pieces, pairs, full = board.pieces, board.pairs, board.full
    gone, sides = _gone(game.seats), game.sides
    for hunter, crew in enumerate(pieces):
        arm, mine = game.arms[hunter], gone[hunter]
        hunters = [place for place in crew if place <= RING and mine[place]]
        squares = 0
        for place in hunters:
            squares |= 1 << place
        at_home = not mine[crew[0]]
        comes_out = at_home and crew.count(arm.start) < 2
        shots = _shots(arm, SIX if at_home else game.ruleset.six, comes_out)
        behind = _behind(arm)
        for seat, prey in enumerate(pieces):
            if seat % sides == hunter % sides:
                continue
            danger, theirs = HASTE if seat == turn else 1.0, gone[seat]
            for place in prey:
                if place > RING or not theirs[place]:
                    continue
                likely = 0.0
                if place == arm.start:
                    if comes_out and full >> place & 1:
                        likely = 1 / SIX
                elif pairs >> place & 1:
                    if squares & behind[place]:
                        held = sum([behind[place] >> at & 1 for at in hunters])
                        worths[seat] += BARRIER / 2 * held  # and the other piece as much
                elif squares & shots[place].squares and place not in SAFE:
                    _, odds, between = shots[place]
                    likely = sum(
                        [odds[at] for at in hunters if at in odds and not between[at] & pairs]
                    )
                if likely:
                    worths[seat] -= danger * likely * theirs[place]
                    worths[hunter] += danger * likely * CAPTURED


@cache
def _gone(seats: int) -> tuple[tuple[float, ...], ...]:
    """Return what a piece on each place is worth, by seat; nothing before it has come out."""
    return tuple(
        tuple(
            0.0 if place in arm.before_start else OUT + arm.steps(place)
            for place in range(GOAL + 1)
        )
        for arm in arms(seats)
    )


@cache
def _shots(arm: Arm, six: int, comes_out: bool) -> tuple[Shots, ...]:
    """Return how a piece of `arm` reaches each square of the ring.

    `six` is what a six counts. Fives are not for this if the seat `comes_out` with them.
    """
    single = [face for face in D6.faces if face != SIX and not (face == FIVE and comes_out)]
    likely = {six + face: 1 / SIX**2 for face in single}
    likely |= dict.fromkeys([*single, six], 1 / SIX)

    def shots(place: int) -> Shots:
        ways = {at: way for at, way in _ways(arm, place).items() if len(way) + 1 in likely}
        return Shots(
            _mask(ways),
            {at: likely[len(way) + 1] for at, way in ways.items()},
            {at: _mask(way) for at, way in ways.items()},
        )

    return tuple(map(shots, range(RING + 1)))


@cache
def _behind(arm: Arm) -> tuple[int, ...]:
    """Return, for each square, those up to TRAIL steps before it on the way of `arm`, as a mask."""
    return tuple(
        _mask(at for at, way in _ways(arm, place).items() if len(way) < TRAIL)
        for place in range(RING + 1)
    )


def _ways(arm: Arm, place: int) -> Mapping[int, Sequence[int]]:
    """Return the squares from where `arm` comes to `place`, with the squares in between."""
    if not place or (end := arm.steps(place)) > ENTRY_STEPS:
        return {}
    squares = [arm.place(steps) for steps in range(end)]
    return {at: squares[steps + 1 :] for steps, at in enumerate(squares)}


def _mask(squares: Iterable[int]) -> int:
    return sum(1 << square for square in squares)
