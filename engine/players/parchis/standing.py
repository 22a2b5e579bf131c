"""What a position of Parchís is worth to each seat, without looking ahead; the unit is a step.

A seat is worth the steps of its pieces, with something for each piece that is outside home, for
barriers in front of enemies, for the next throw and for a bonus to be counted. What others would
capture with the throws of one turn is taken off, with the odds of those throws: the steps of the
piece, and the bonus goes to the captor. A seat compares what it is worth with the others.
"""

from collections.abc import Mapping, Sequence
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


class Shot(NamedTuple):
    """How likely a piece reaches a square within a turn, and the squares in between as a mask."""

    odds: float
    between: int


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
        at_home = not mine[crew[0]]
        comes_out = at_home and crew.count(arm.start) < 2
        shots = _shots(arm, SIX if at_home else game.ruleset.six, comes_out)
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
                    behind = _behind(arm, place)
                    # both pieces of the barrier come by here
                    worths[seat] += BARRIER / 2 * sum([at in behind for at in hunters])
                elif place not in SAFE:
                    for at in hunters:
                        shot = shots[place].get(at)
                        if shot and not shot.between & pairs:
                            likely += shot.odds
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
def _shots(arm: Arm, six: int, comes_out: bool) -> tuple[Mapping[int, Shot], ...]:
    """Return, for each square, the squares from where a piece of `arm` can reach it in a turn.

    `six` is what a six counts. Fives are not for this if the seat `comes_out` with them.
    """
    single = [face for face in D6.faces if face != SIX and not (face == FIVE and comes_out)]
    odds = {six + face: 1 / SIX**2 for face in single}
    odds |= dict.fromkeys([*single, six], 1 / SIX)
    return tuple(
        {
            at: Shot(odds[steps], sum(1 << arm.place(there + step) for step in range(1, steps)))
            for at, there, steps in _approaches(arm, place)
            if steps in odds
        }
        for place in range(RING + 1)
    )


@cache
def _behind(arm: Arm, place: int) -> frozenset[int]:
    """Return the squares up to TRAIL steps before `place` on the way of `arm`."""
    return frozenset(at for at, _, steps in _approaches(arm, place) if steps <= TRAIL)


def _approaches(arm: Arm, place: int) -> list[tuple[int, int, int]]:
    """Return the squares before `place`, their steps from the start and to `place`."""
    if not place or (end := arm.steps(place)) > ENTRY_STEPS:
        return []
    return [(arm.place(there), there, end - there) for there in range(end)]
