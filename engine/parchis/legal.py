"""The legal moves of a position."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from engine.parchis.board import HOME
from engine.parchis.moves import (
    ARRIVED,
    BONUSES,
    FIRST_TWO,
    FIVE,
    NUMBERS,
    Move,
    Way,
    way_past,
    ways,
)
from engine.parchis.position import Board, Position, guests_on, is_outside
from engine.parchis.reason import Reason
from engine.parchis.ruleset import Evict, Obstacle, OwnStart, Ruleset, Start
from engine.stage import Stage

MOVE = Stage.MOVE  # a module global is faster to look up than an enum member


class LegalMoves:
    """What the pieces of a seat may do with the pending number under a ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.arms = ruleset.arms
        self._picky = ruleset.mixed or ruleset.jump
        self._bounces = ruleset.barrier is Obstacle.BOUNCE
        self._teaches = ruleset.instruccion

    @cached_property
    def _ways(self) -> Sequence[Mapping[int, Sequence[Way | None]]]:
        """The ways of each seat by each number, found when the first move is due."""
        return tuple(
            {number: ways(self.ruleset, arm, number) for number in NUMBERS} for arm in self.arms
        )

    def of(self, position: Position) -> Sequence[Move]:
        """Return every legal move, sorted by where it starts; none if no move is due."""
        stage, turn, number, sixes, _, board, _ = position
        if stage is not MOVE or position.lost:
            return ()
        if self._teaches:
            learner = self.learner(board, turn)
            if learner is not None:
                return self._lesson(board, turn, learner, number)
        own = board.pieces[turn]
        if own[0] == HOME and number in (FIVE, FIRST_TWO):
            coming_out = self.coming_out(board, turn, number)
            if coming_out is not None:
                return (coming_out,)
        taken, full = board.taken, board.full
        barriers = self.barriers(board, turn, number) if self._picky else board.pairs
        ways = self._ways[turn][number]
        found: list[Move] = []
        opening: list[Move] = []
        before = HOME
        for place in own:
            if place == before:
                if sixes and found and found[-1].start == place and not found[-1].back:
                    opening.append(found[-1])
                continue
            before = place
            way = ways[place]
            if way is None or way.path & barriers:
                if not (self._bounces and is_outside(place)):
                    continue
                back = way_past(self.ruleset, self.arms[turn], place, number, barriers)
                if isinstance(back, Reason):
                    continue
                way = back
            move, _, landing, prey, shy = way
            if full & landing:
                continue
            if taken & prey:
                if move.end not in own:
                    move = move._replace(captures=(self._seat_on(board, turn, move.end),))
            elif taken & shy and move.end not in own:
                continue
            found.append(move)
        if opening and number not in BONUSES:
            return opening
        return found

    def brings_out(self, board: Board, seat: int, number: int) -> int:
        """Return how many pieces of a seat `number` brings out if its start has room."""
        if self._teaches and self.learner(board, seat) is not None:
            return 0
        first = not board.out[seat]
        if number == FIVE:
            return 2 if first and self.ruleset.start is Start.HOME else 1
        return int(number == FIRST_TWO and first and self.ruleset.first_two)

    def coming_out(self, board: Board, seat: int, number: int) -> Move | None:
        """Return the move that brings out pieces of a seat that has some at home.

        None if `number` brings out none, or the start is full.
        """
        came, captures = self._arriving(board, seat, self.brings_out(board, seat, number))
        return Move(HOME, self.arms[seat].start, number, came, captures) if came else None

    def _arriving(self, board: Board, seat: int, wanted: int) -> tuple[int, tuple[int, ...]]:
        """Return how many pieces of `seat` reach its start together, and whom they capture."""
        arm = self.arms[seat]
        guests = guests_on(arm, board.pieces)
        if len(set(guests)) == 2:  # the one to capture first comes first
            last = self.ruleset.evict is Evict.LAST
            guests.sort(key=lambda guest: (guest == board.later[seat]) is not last)
        own = board.pieces[seat].count(arm.start)
        captures: list[int] = []
        came = 0
        while came < wanted:
            if own + len(guests) == 2:
                if not guests or (own and self.ruleset.own_start is OwnStart.FULL):
                    break
                captures.append(guests.pop(0))
            own, came = own + 1, came + 1
        return came, tuple(captures)

    def learner(self, board: Board, seat: int) -> int | None:
        """Return the place of the seat's piece under instruction, if it has one."""
        lesson = self.arms[seat].lesson
        return next((place for place in board.pieces[seat] if place in lesson), None)

    def _lesson(self, board: Board, seat: int, place: int, number: int) -> Sequence[Move]:
        if number not in (1, FIVE):
            return ()
        start = self.arms[seat].start
        end = place + 1 if number == 1 else start
        captures = self._arriving(board, seat, 1)[1] if end == start else ()
        return (Move(place, end, number, captures=captures),)

    def barriers(self, board: Board, seat: int, number: int) -> int:
        """Return a mask of the barriers that hinder a piece of `seat` with `number`."""
        barriers = board.full if self.ruleset.mixed else board.pairs
        if self.ruleset.jump and number == ARRIVED:
            arm, own = self.arms[seat], 0
            for place in board.pieces[seat]:
                own |= arm.bits[place]
            return barriers & own
        return barriers

    def _seat_on(self, board: Board, seat: int, place: int) -> int:
        """Return the seat, other than `seat`, of the piece on a square."""
        return next(
            other
            for other in range(self.ruleset.seats)
            if other != seat
            and place in board.pieces[other]
            and place not in self.arms[other].lesson
        )
