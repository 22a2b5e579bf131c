"""The Puluc family as a `Game`: the turn, the landing, the end.

One engine plays every ruleset. What a stack does alone is in `moves`; what depends on who
stands where is here.
"""

from bisect import insort
from collections.abc import Sequence

from engine.game import Choose, IllegalMove, Over, Pass, Phase, Throw
from engine.road import notation
from engine.road.header import write_header
from engine.road.moves import Deed, Move, Ways
from engine.road.position import Position, Stage
from engine.road.refusals import WAITING, Reason, refusal
from engine.road.ruleset import Ruleset
from engine.road.stack import (
    AT,
    CAPTIVES,
    Stack,
    everyone,
    pack_crowd,
    pack_stack,
    unpack_crowd,
)
from engine.road.view import View, position_of, view_of
from engine.throws import Cast

# Names of this module are looked up faster than members of an enum.
OPENING, CAST, MOVE, OVER = Stage

# `new(Position, fields)` makes a position in less than half the time of `Position(*fields)`.
new = tuple.__new__


class RoadGame:
    """One game of the Puluc family, with its ruleset settled."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.seats)
        throws = ruleset.throws
        self._throws = throws
        self.ruleset = ruleset
        self.header = write_header(ruleset)
        self.seats = ruleset.seats
        self._side = tuple(map(ruleset.side, seats))
        self._next = (*seats[1:], 0)
        self._first = (0, ruleset.seats // 2)
        self._entrants = tuple(
            pack_stack(Stack(ruleset.home(seat), seat, ruleset.forward(seat), ())) for seat in seats
        )
        self._seat_mask = tuple(0xF << 4 * seat for seat in seats)
        self._side_mask = tuple(
            sum(0xF << 4 * seat for seat in seats if ruleset.side(seat) == side) for side in (0, 1)
        )
        self._number_of = {cast: throws.number(cast) for cast in throws.outcomes()}
        self._ways = {number: Ways(ruleset, number) for number in throws.odds}

    def __repr__(self) -> str:
        return f"RoadGame({self.header!r})"

    def side(self, seat: int) -> int:
        """The side of `seat`: 0 enters at space 1, 1 at the other end of the road."""
        return self._side[seat]

    def start(self) -> Position:
        """The position before the first opening cast: everybody is in base."""
        base = pack_crowd([self.ruleset.warriors] * self.seats)
        return Position(OPENING, 0, (), ((), ()), base, 0, 0)

    def begin(self, seat: int) -> Position:
        """The position after an opening that `seat` won."""
        return self.start()._replace(stage=CAST, turn=seat)

    def phase(self, position: Position) -> Phase[Move]:
        """What happens next in `position`; moves from base come first, then along the road."""
        if position.stage is MOVE:
            moves = sorted(self.moves(position), key=_along_the_road)
            return Choose(position.turn, moves) if moves else Pass(position.turn, position.numbers)
        if position.stage is OVER:
            return Over(0 if position.stacks[0] or position.base & self._side_mask[0] else 1)
        return Throw(position.turn, self._throws, position.stage is OPENING)

    def cast(self, position: Position, cast: Cast) -> Position:
        """The position after `cast`; ValueError where the objects cannot lie so."""
        stage, turn, _, stacks, base, killed, away = position
        try:
            number = self._number_of[cast]
        except KeyError:
            number = self._throws.number(cast)
        if stage is CAST:
            return new(Position, (MOVE, turn, (number,), stacks, base, killed, away))
        if stage is OPENING:
            return self._open(position, number)
        raise IllegalMove(Reason.OVER if stage is OVER else Reason.CAST_ALREADY)

    def _open(self, position: Position, number: int) -> Position:
        if not position.numbers:
            return position._replace(turn=self._first[1], numbers=(number,))
        (other,) = position.numbers
        if number == other:
            return self.start()
        return self.begin(self._first[number > other])

    def moves(self, position: Position) -> Sequence[Move]:
        """Every legal move, in no order that means anything; none where nobody moves."""
        stage, turn, numbers, stacks, base, _, _ = position
        if stage is not MOVE:
            return ()
        mine = stacks[self._side[turn]]
        held = 0
        for stack in mine:
            held |= 1 << (stack & AT)
        movers = (self._entrants[turn], *mine) if base & self._seat_mask[turn] else mine
        found = []
        for number in numbers:
            ways = self._ways[number]
            for stack in movers:
                for move in ways[stack]:
                    if not held & move.landing:
                        found.append(move)  # noqa: PERF401 - a comprehension is a call, and slower
        return found

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; IllegalMove names the rule where it cannot be played."""
        stage, turn, numbers, stacks, base, killed, away = position
        before, end = move.before, move.end
        if stage is not MOVE or move.number not in numbers:
            raise self._refusal(position, move)
        side = self._side[turn]
        mine = list(stacks[side])
        theirs = stacks[1 - side]
        if move.start is None:
            if move.captain != turn or not base & self._seat_mask[turn]:
                raise self._refusal(position, move)
            base -= 1 << 4 * turn
        elif before in mine:
            mine.remove(before)
        else:
            raise self._refusal(position, move)
        if move not in self._ways[move.number][before]:
            raise self._refusal(position, move)
        if end is None:
            base += move.freed
            killed += move.killed
        else:
            after = move.after
            for stack in mine:
                if stack & AT == end:
                    raise self._refusal(position, move)
            for stack in theirs:
                if stack & AT == end:
                    after += everyone(stack)
                    at = theirs.index(stack)
                    theirs = theirs[:at] + theirs[at + 1 :]
            insort(mine, after)
        pair = (theirs, tuple(mine)) if side else (tuple(mine), theirs)
        stage = CAST if theirs or base & self._side_mask[1 - side] else OVER
        return new(Position, (stage, self._next[turn], (), pair, base, killed, away))

    def skip(self, position: Position) -> Position:
        """The position after a pass; IllegalMove where there is no number or one can be played."""
        if position.stage is not MOVE:
            raise IllegalMove(WAITING[position.stage])
        if self.moves(position):
            raise IllegalMove(Reason.CAN_MOVE)
        return position._replace(stage=CAST, turn=self._next[position.turn], numbers=())

    def deed(self, position: Position, move: Move) -> Deed:
        """What `move`, legal in `position`, does."""
        mover = 1 << 4 * move.captain
        met = [
            everyone(stack)
            for stack in position.stacks[1 - self._side[move.captain]]
            if stack & AT == move.end
        ]
        return Deed(
            seat=move.captain,
            number=move.number,
            start=move.start,
            end=move.end,
            captured=unpack_crowd(sum(met) >> CAPTIVES, self.seats),
            killed=unpack_crowd(move.killed, self.seats),
            freed=unpack_crowd(move.freed - mover if move.end is None else 0, self.seats),
            home=move.end is None,
        )

    def view(self, position: Position) -> View:
        """Return `position` as people read it."""
        return view_of(self.ruleset, position)

    def position(self, view: View) -> Position:
        """Return the position that looks like `view`; Corrupt names what cannot be."""
        return position_of(self.ruleset, view)

    def write_position(self, position: Position) -> str:
        """Write `1 a3 42/01 4a2b 12b`."""
        return notation.write_view(self.ruleset, self.view(position))

    def read_position(self, text: str) -> Position:
        """Read what `write_position` wrote; Corrupt names what is wrong."""
        return self.position(notation.read_view(self.ruleset, text))

    def write_move(self, move: Move) -> str:
        """Write `b+3` or `9-2`."""
        return notation.write_move(move)

    def read_move(self, position: Position, text: str) -> Move:
        """Return the legal move that reads `text`; IllegalMove says why there is none."""
        step = notation.read_move(text)
        for move in self.moves(position):
            if (move.start, move.direction, move.number) == step:
                return move
        raise refusal(self.ruleset, position, *step)

    def _refusal(self, position: Position, move: Move) -> IllegalMove:
        return refusal(self.ruleset, position, move.start, move.direction, move.number)


def _along_the_road(move: Move) -> tuple[int, int, int]:
    return -1 if move.start is None else move.start, move.number, move.direction
