"""The Puluc family as a `Game`: turns, landings and the end.

One engine plays every ruleset. `moves` has what a stack does regardless of other stacks; this
module has everything that depends on them.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from engine.choices import choices
from engine.game import Choose, IllegalMove, Over, Pass, Phase, Throw
from engine.road import notation
from engine.road.header import write_header
from engine.road.movers import movers
from engine.road.moves import ABSENT, MISSING, Arrival, Deed, Move, Ways
from engine.road.position import Position
from engine.road.reason import Reason
from engine.road.refusals import WAITING, refusal
from engine.road.ruleset import AfterCapture, Casts, Ruleset
from engine.road.stack import (
    AT,
    CAPTIVES,
    count,
    everyone,
    liberate,
    one_of,
    pack_crowd,
    side_mask,
    unpack_crowd,
    without,
)
from engine.road.unpacked import Unpacked, is_decided, pack, unpack
from engine.stage import Stage
from engine.throws import Cast

# Module globals are faster to look up than enum members.
OPENING, CAST, MOVE, OVER = Stage


class RoadGame:
    """A game of the Puluc family with a fixed ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        seats = range(ruleset.seats)
        throws = ruleset.throws
        self.throws = throws
        self.ruleset = ruleset
        self.header = write_header(ruleset)
        self.seats = ruleset.seats
        self.sides = 2
        self._one_cast = ruleset.casts is Casts.ONE
        self._leaves = ruleset.after_capture is AfterCapture.LEAVE
        self._fights_back = ruleset.fights_back
        self._unhindered = ruleset.sharing and not ruleset.fights_back
        self._may_need_help = ruleset.seats > 2
        self._side = tuple(map(ruleset.side, seats))
        self._seats_of = tuple(
            tuple(seat for seat in seats if self._side[seat] == side) for side in (0, 1)
        )
        self._next = (*seats[1:], 0)
        self._first = (0, ruleset.seats // 2)
        self._movers = movers(ruleset)
        self._ways = {numbers: Ways(ruleset, numbers) for numbers in _pending(ruleset)}
        self._side_mask = tuple(side_mask(ruleset.seats, side) for side in (0, 1))
        self._thrown: dict[Cast, tuple[int, ...]] = {
            cast: (throws.number(cast),) for cast in throws.outcomes()
        }
        self._numbers: dict[tuple[int, ...], tuple[int, ...]] = {
            (one, other): ruleset.numbers_of(one, other)
            for one in throws.odds
            for other in throws.odds
        }

    def __repr__(self) -> str:
        return f"RoadGame({self.header!r})"

    def side(self, seat: int) -> int:
        """Return the side of `seat`: 0 enters at space 1, 1 at the other end of the road."""
        return self._side[seat]

    def start(self) -> Position:
        """Return the position before the first opening throw, with all warriors in base."""
        return self._all_in_base(OPENING, 0, ())

    def begin(self, seat: int) -> Position:
        """Return the position after `seat` won the opening, before its first throw."""
        return self._all_in_base(CAST, seat, ())

    def _all_in_base(self, stage: Stage, turn: int, numbers: tuple[int, ...]) -> Position:
        base = pack_crowd([self.ruleset.warriors] * self.seats)
        return Position((stage, turn, numbers, ((), ()), base, 0, 0))

    def phase(self, position: Position) -> Phase[Move]:
        """Return what happens next; moves from base come first, the others in road order."""
        if position.stage is MOVE:
            moves = sorted(self.moves(position), key=_along_the_road)
            return Choose(position.turn, moves) if moves else Pass(position.turn, position.numbers)
        if position.stage is OVER:
            return self._over(self._winner(position))
        return Throw(position.turn, self.throws, position.stage is OPENING)

    def _over(self, winner: int | None) -> Over:
        """Return the end of a game won by the side `winner`, or drawn if `winner` is None."""
        if winner is None:
            return Over((tuple(range(self.seats)),))
        return Over((self._seats_of[winner], self._seats_of[1 - winner]))

    def resigned(self, _position: Position, seat: int) -> Over:
        """Return how the game ends if `seat` resigns: its side loses, partners included."""
        return self._over(1 - self._side[seat])

    def _winner(self, position: Position) -> int | None:
        """Return the winner of a game that is over, None if it is drawn.

        The winner is the side with a free warrior, or, where captors leave the road, the side that
        killed more enemies.
        """
        if not self._leaves:
            return 0 if position.stacks[0] or position.base & self._side_mask[0] else 1
        lost, won = (count(position.killed & mask) for mask in self._side_mask)
        return None if lost == won else int(lost > won)

    def plays_itself(self, position: Position) -> bool:
        """Tell whether only the turn's second number is left, with a single legal move."""
        return (
            self.ruleset.casts is Casts.EACH
            and len(position.numbers) == 1
            and len(self.moves(position)) == 1
        )

    def choices(self, position: Position) -> Sequence[tuple[Move, ...]]:
        """Return the moves to each outcome of all numbers of the turn, in road order."""
        return choices(self, position, len(position.numbers))

    def cast(self, position: Position, cast: Cast) -> Position:
        """Return the position after a throw; raise ValueError if `cast` is not a possible result.

        Raises IllegalMove if no throw is due.
        """
        stage, turn, numbers, stacks, base, killed, away = position
        try:
            thrown = self._thrown[cast]
        except KeyError:
            thrown = (self.throws.number(cast),)
        if stage is CAST:
            if numbers:
                stage, thrown = MOVE, self._numbers[numbers + thrown]
            elif self._one_cast:
                stage = MOVE
            return Position((stage, turn, thrown, stacks, base, killed, away))
        if stage is OPENING:
            return self._open(position, thrown)
        raise IllegalMove(Reason.OVER if stage is OVER else Reason.CAST_ALREADY)

    def _open(self, position: Position, thrown: tuple[int, ...]) -> Position:
        first = position.numbers
        if not first:
            return self._all_in_base(OPENING, self._first[1], thrown)
        if first == thrown:
            return self.start()
        winner = self._first[thrown > first]
        if self.ruleset.opening_counts and self._one_cast:
            return self._all_in_base(MOVE, winner, max(first, thrown))
        return self.begin(winner)

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal move, in no particular order; none if no move is due."""
        stage, turn, numbers, stacks, base, _, _ = position
        if stage is not MOVE:
            return ()
        side = self._side[turn]
        mine, ways = stacks[side], self._ways[numbers]
        may_move = self._movers(turn, mine, base)
        found: list[Move] = []
        last = None
        if self._unhindered:
            if len(may_move) == 1:  # usual in single file
                return ways[may_move[0]]
            for stack in may_move:
                if stack != last:  # equal stacks are adjacent and have the same moves
                    found += ways[stack]
                    last = stack
            return found
        hindrances = _absent(stacks[1 - side]) if self._fights_back else 0
        for stack in mine:
            hindrances |= 1 << (stack & AT)
        for stack in may_move:
            if stack != last:
                for move in ways[stack]:
                    if not hindrances & move.hindrances:
                        found.append(move)
                last = stack
        return found

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; raise IllegalMove if it cannot be played."""
        stage, turn, numbers, stacks, base, killed, away = position
        if stage is not MOVE:
            raise self._refusal(position, move)
        ways = self._ways[numbers]
        if move.table is not ways:  # made for other numbers, or by another game
            move = self._own_move(position, move)
        before, after = move.before, move.after
        side = self._side[turn]
        mine, theirs = stacks[side], stacks[1 - side]
        if move.start is None or self._may_need_help:
            if before not in self._movers(turn, mine, base):
                raise self._refusal(position, move)
        elif before not in mine:
            raise self._refusal(position, move)
        ours = [*mine]
        if move.start is None:
            base -= 1 << 4 * move.captain
        else:
            ours.remove(before)
        if move.landing:
            end = move.end
            if move.hindrances:
                for stack in ours:
                    if stack & AT == end:
                        raise self._refusal(position, move)
            captured = 0
            for stack in theirs:
                if stack & AT == end:
                    captured += everyone(stack)
                    theirs = without(theirs, stack)
            if captured:
                after = move.captor and move.captor + captured
                if self._leaves:
                    killed += captured >> CAPTIVES
                    away += one_of(move.captain)
            elif move.hindrances >= MISSING:
                raise self._refusal(position, move)
        if after:
            ours.append(after)
            ours.sort()
        else:
            base += move.freed
            killed += move.killed
            if move.liberates:
                theirs, freed = liberate(theirs, self._side_mask[side], 2 * side - 1)
                base += freed
        masks = self._side_mask
        if (
            not (theirs or base & masks[1 - side])
            or not (ours or base & masks[side])
            or (self._leaves and self._is_decided(len(ours), len(theirs), side, base, killed))
        ):
            stage, turn, numbers = OVER, self._next[turn], ()
        elif move.left:
            numbers = move.left
        else:
            stage, turn, numbers = CAST, self._next[turn], ()
        pair = (theirs, tuple(ours)) if side else (tuple(ours), theirs)
        return Position((stage, turn, numbers, pair, base, killed, away))

    def _is_decided(self, ours: int, theirs: int, side: int, base: int, killed: int) -> bool:
        """Return whether a side has killed so many more enemies that the other can't catch up.

        `ours` and `theirs` are the numbers of stacks of `side` and of the other one.
        """
        masks = self._side_mask
        free = ours + count(base & masks[side]), theirs + count(base & masks[1 - side])
        return is_decided([count(killed & mask) for mask in masks], free)

    def _own_move(self, position: Position, move: Move) -> Move:
        """Return this game's move for the position's numbers that equals `move`."""
        for known in self._ways[position.numbers][move.before]:
            if known == move:
                return known
        raise self._refusal(position, move)

    def skip(self, position: Position) -> Position:
        """Return the position after a pass; raise IllegalMove unless a pass is due."""
        if position.stage is not MOVE:
            raise IllegalMove(WAITING[position.stage])
        if self.moves(position):
            raise IllegalMove(Reason.CAN_MOVE)
        _, turn, _, stacks, base, killed, away = position
        return Position((CAST, self._next[turn], (), stacks, base, killed, away))

    def deed(self, position: Position, move: Move) -> Deed:
        """Return the effects of `move`, which must be legal in `position`."""
        side = self._side[move.captain]
        theirs = position.stacks[1 - side]
        met = [stack for stack in theirs if move.landing >> (stack & AT) & 1]
        captured = sum(map(everyone, met)) >> CAPTIVES
        off = move.arrival is Arrival.OFF
        liberated = liberate(theirs, self._side_mask[side], 0)[1] if move.liberates else 0

        def by_seat(crowd: int) -> tuple[int, ...]:
            return unpack_crowd(crowd, self.seats)

        return Deed(
            seat=move.captain,
            by=position.turn,
            number=move.number,
            start=self.ruleset.home(move.captain) if move.start is None else move.start,
            end=move.end,
            entered=move.start is None,
            arrival=move.arrival,
            turned=move.turned,
            rounds=move.rounds,
            backwards=move.backwards,
            captured=by_seat(0 if self._leaves else captured),
            killed=by_seat(move.killed + (captured if self._leaves else 0)),
            freed=by_seat(move.freed - one_of(move.captain) if off else 0),
            liberated=by_seat(liberated),
            away=bool(captured) and self._leaves,
        )

    def unpack(self, position: Position) -> Unpacked:
        """Return `position` unpacked."""
        return unpack(self.ruleset, position)

    def pack(self, unpacked: Unpacked) -> Position:
        """Return the packed position; raise Corrupt if `unpacked` is impossible."""
        return pack(self.ruleset, unpacked)

    def write_position(self, position: Position) -> str:
        """Return a position as text, such as `1 a3 42/01 4a2b 12b`."""
        return notation.write_unpacked(self.ruleset, self.unpack(position))

    def read_position(self, text: str) -> Position:
        """Read what `write_position` wrote; raise Corrupt if it is invalid."""
        return self.pack(notation.read_unpacked(self.ruleset, text))

    def write_move(self, move: Move) -> str:
        """Return a move as text: `b+3` or `9-2`, or where stacks share spaces, `ba+3` or `9b2a-2`.

        It distinguishes the move from all other legal ones.
        """
        return notation.write_move(self.ruleset, move)

    def read_move(self, position: Position, text: str) -> Move:
        """Return the legal move written as `text`; raise IllegalMove if there is none."""
        for move in self.moves(position):
            if self.write_move(move) == text:
                return move
        raise refusal(self.ruleset, position, notation.read_attempt(self.ruleset, text))

    def _refusal(self, position: Position, move: Move) -> IllegalMove:
        return refusal(self.ruleset, position, notation.attempt_of(move))


def _pending(ruleset: Ruleset) -> Iterator[tuple[int, ...]]:
    """Yield every combination of numbers that can be left to play in a turn."""
    for number in ruleset.numbers:
        yield (number,)
    if ruleset.casts is Casts.EACH:
        yield from combinations_with_replacement(sorted(ruleset.numbers), 2)


def _absent(stacks: Iterable[int]) -> int:
    """Return a hindrance mask of the spaces on which none of `stacks` stands."""
    there = 0
    for stack in stacks:
        there |= 1 << (stack & AT)
    return ~there << ABSENT


def _along_the_road(move: Move) -> tuple[int, int, int, int, int]:
    start = -1 if move.start is None else move.start
    return start, move.captain, move.before, move.number, move.direction
