"""Parchís as a `Game`: turns, captures, bonuses and the end.

`moves` has where a number takes a piece, whoever else is on the board; this module has everything
that depends on the other pieces.
"""

from collections.abc import Sequence

from engine.choices import choices
from engine.game import Choose, IllegalMove, Over, Pass, Phase, Throw
from engine.parchis import notation
from engine.parchis.board import GOAL, HOME, RING
from engine.parchis.header import write_header
from engine.parchis.legal import LegalMoves
from engine.parchis.moves import (
    ARRIVED,
    CAPTURED,
    FIVE,
    SIX,
    Move,
    again_after,
)
from engine.parchis.position import (
    THIRD,
    Board,
    Pieces,
    Position,
    board_of,
    guests_on,
    is_outside,
)
from engine.parchis.reason import Reason
from engine.parchis.refusals import WAITING, refusal
from engine.parchis.ruleset import (
    End,
    Opening,
    Ruleset,
    Start,
)
from engine.stage import Stage
from engine.throws import Cast

# Module globals are faster to look up than enum members.
OPENING, CAST, MOVE, OVER = Stage


class ParchisGame:
    """A game of Parchís with a fixed ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.throws = ruleset.throws
        self.header = write_header(ruleset)
        self.seats = ruleset.seats
        self.sides = ruleset.sides
        self._legal = LegalMoves(ruleset)
        self.arms = self._legal.arms
        self._next = (*range(1, self.seats), 0)
        self._starts_of_others = tuple(
            frozenset(other.start for other in self.arms if other is not arm) for arm in self.arms
        )
        self._teaches = ruleset.instruccion
        self._again = again_after(ruleset)
        self._faces = {cast: self.throws.number(cast) for cast in self.throws.outcomes()}
        self._known: tuple[Position | None, Sequence[Move]] = (None, ())

    def __repr__(self) -> str:
        return f"ParchisGame({self.header!r})"

    def side(self, seat: int) -> int:
        """Return the side of `seat`: in pairs that of the seat opposite, otherwise its own."""
        return self.ruleset.side(seat)

    def start(self) -> Position:
        """Return the position before the first throw."""
        if self.ruleset.opening is Opening.YELLOW:
            return self.begin(self.ruleset.yellow)
        return Position((OPENING, 0, 0, 0, HOME, self._first_board(), (0,) * self.seats))

    def begin(self, seat: int) -> Position:
        """Return the position after `seat` won the opening, before its first throw."""
        return Position((CAST, seat, 0, 0, HOME, self._first_board(), ()))

    def _first_board(self) -> Board:
        at_home = (HOME,) * (self.ruleset.pieces - 1)
        outside = self.ruleset.start is Start.OUT
        pieces = tuple((*at_home, arm.start if outside else HOME) for arm in self.arms)
        return board_of(self.arms, pieces, (False,) * self.seats, (None,) * self.seats, ())

    def phase(self, position: Position) -> Phase[Move]:
        """Return what happens next; moves are sorted by where they start."""
        stage, turn, number, *_ = position
        if stage is MOVE:
            moves = self.moves(position)
            return Choose(turn, moves) if moves else Pass(turn, (number,))
        if stage is OVER:
            return Over(self._places(position.board.done))
        return Throw(turn, self.throws, stage is OPENING)

    def _places(self, done: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        if self.ruleset.end is not End.PAIRS:
            return tuple((seat,) for seat in done)
        winner = self.side(done[0])
        return tuple(
            tuple(seat for seat in range(self.seats) if self.side(seat) == side)
            for side in (winner, 1 - winner)
        )

    def resigned(self, position: Position, seat: int) -> Over:
        """Return how the game ends if `seat` resigns: its side is last.

        Seats that have finished keep their places, and those still playing share the next one.
        """
        if self.ruleset.end is End.PAIRS:
            return Over(self._places([(seat + 1) % self.seats]))
        done = [each for each in position.board.done if each != seat]
        rest = tuple(each for each in range(self.seats) if each not in (*done, seat))
        return Over((*((each,) for each in done), *((rest,) if rest else ()), (seat,)))

    def plays_itself(self, position: Position) -> bool:
        """Tell whether there is a single legal move."""
        return len(self.moves(position)) == 1

    def choices(self, position: Position) -> Sequence[tuple[Move, ...]]:
        """Return the moves with different outcomes; what a capture or a goal counts comes later."""
        return choices(self, position, 1)

    def cast(self, position: Position, cast: Cast) -> Position:
        """Return the position after a throw; raise ValueError if `cast` is not a possible result.

        Raises IllegalMove if no throw is due.
        """
        stage, turn, _, sixes, last, board, opening = position
        try:
            face = self._faces[cast]
        except KeyError:
            face = self.throws.number(cast)
        if stage is not CAST:
            if stage is OPENING:
                return self._open(position, face)
            raise IllegalMove(Reason.OVER if stage is OVER else Reason.CAST_ALREADY)
        learns = self._teaches and self._legal.learner(board, turn) is not None
        number = face
        if face == SIX:
            sixes += 1
            if sixes < THIRD:
                if learns:
                    number = 1
                elif board.pieces[turn][0] != HOME:
                    number = self.ruleset.six
        else:
            sixes, last = 0, HOME
            if learns and face != FIVE:
                number = 1
        return Position((MOVE, turn, number, sixes, last, board, opening))

    def _open(self, position: Position, face: int) -> Position:
        """Note an opening throw; of those that tie for the highest, each throws again."""
        turn = position.turn
        throws = (*position.opening[:turn], face, *position.opening[turn + 1 :])
        if 0 not in throws:
            highest = max(each for each in throws if each is not None)
            if throws.count(highest) == 1:
                return self.begin(throws.index(highest))
            throws = tuple(0 if each == highest else None for each in throws)
        return Position((OPENING, throws.index(0), 0, 0, HOME, position.board, throws))

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal move, sorted by where it starts; none if no move is due.

        The moves of the last position are kept: whoever asks usually asks again, or plays one. That
        saves a third of the time of random play.
        """
        known, moves = self._known
        if known is not position:
            moves = self._legal.of(position)
            self._known = position, moves
        return moves

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; raise IllegalMove if it cannot be played."""
        if move not in self.moves(position):
            raise refusal(self._legal, position, move.start, move.number)
        _, turn, number, sixes, _, board, _ = position
        board = self._moved(board, turn, move)
        if turn not in board.done:
            last = move.end if sixes else HOME
            if move.captures:
                return Position((MOVE, turn, CAPTURED, sixes, last, board, ()))
            if move.end == GOAL:
                return Position((MOVE, turn, ARRIVED, sixes, last, board, ()))
            if sixes or number in self._again:
                return Position((CAST, turn, 0, sixes, last, board, ()))
        return self._next_turn(turn, board)

    def _moved(self, board: Board, turn: int, move: Move) -> Board:
        """Return the board after a legal move."""
        pieces, out, later, done, taken, full, pairs = board
        start, end, _, came, captures, _ = move
        arm, own, crews = self.arms[turn], [*pieces[turn]], [*pieces]
        own[own.index(start)] = end
        own.sort()
        if captures:
            for seat in captures:
                crews[seat] = _sent_home(crews[seat], end)
        if start in arm.before_start:
            if came == 2:
                own = sorted([*own[1:], end])
            crews[turn] = tuple(own)
            return self._come_nearer(board, turn, tuple(crews), end)
        crews[turn] = tuple(own)
        bit = arm.bits[start]
        if full & bit:
            full ^= bit
            pairs &= ~bit
        else:
            taken ^= bit
        bit = arm.bits[end]
        if not taken & bit:
            taken |= bit
        elif not captures:
            full |= bit
            if own.count(end) == 2:
                pairs |= bit
        reached = tuple(crews)
        elsewhere = self._starts_of_others[turn]
        if start in elsewhere or end in elsewhere:
            later = self._later(later, reached, turn, end)
        if own[0] == GOAL:
            done = self._finished(done, turn)
        after = Board((reached, out, later, done, taken, full, pairs))
        return self._taught(after) if self._teaches else after

    def _come_nearer(self, board: Board, turn: int, pieces: Pieces, end: int) -> Board:
        """Return the board after a piece moved to its start, or under instruction towards it."""
        out, later, came_out = board.out, board.later, end == self.arms[turn].start
        if came_out:
            later = self._later(later, pieces, turn, end)
            if not out[turn]:
                out = (*out[:turn], True, *out[turn + 1 :])
        return self._taught(board_of(self.arms, pieces, out, later, board.done))

    def _finished(self, done: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """Return `done` after `seat` finished, with the last seat if only one is left."""
        done = (*done, seat)
        if self.ruleset.end is End.LAST and len(done) == self.seats - 1:
            return (*done, next(other for other in range(self.seats) if other not in done))
        return done

    def _later(
        self, later: tuple[int | None, ...], pieces: Pieces, seat: int, end: int
    ) -> tuple[int | None, ...]:
        """Return by start who came later after `seat` moved a piece to `end`."""
        found = list[int | None]()
        for arm, before in zip(self.arms, later, strict=True):
            came = None
            if end == arm.start or before is not None:
                guests = guests_on(arm, pieces)
                if len(set(guests)) == 2:
                    came = seat if end == arm.start and seat in guests else before
            found.append(came)
        return tuple(found)

    def _taught(self, board: Board) -> Board:
        """Return `board` with pieces put under instruction where that is due."""
        if not self._teaches:
            return board
        crews = [*board.pieces]
        for arm in self.arms:
            own = crews[arm.seat]
            came_out = board.out[arm.seat] or self.ruleset.start is Start.OUT
            if came_out and own[0] == HOME and not any(map(is_outside, own)):
                crews[arm.seat] = tuple(sorted((*own[1:], arm.lesson[0])))
        return Board((tuple(crews), *board[1:]))

    def _next_turn(self, turn: int, board: Board) -> Position:
        done = board.done
        if done and (self.ruleset.end is not End.LAST or len(done) == self.seats):
            return Position((OVER, turn, 0, 0, HOME, board, ()))
        turn = self._next[turn]
        while turn in done:
            turn = self._next[turn]
        return Position((CAST, turn, 0, 0, HOME, board, ()))

    def skip(self, position: Position) -> Position:
        """Return the position after a pass; raise IllegalMove unless a pass is due.

        After the third six, the piece last moved goes home if it is on the ring.
        """
        stage, turn, number, sixes, last, board, _ = position
        if stage is not MOVE:
            raise IllegalMove(WAITING[stage])
        if self.moves(position):
            raise IllegalMove(Reason.CAN_MOVE)
        if sixes < THIRD:
            board = self._taught(board)
            if sixes or number in self._again:
                return Position((CAST, turn, 0, sixes, last, board, ()))
        elif HOME < last <= RING and last not in self.arms[turn].lesson:
            crews = [*board.pieces]
            crews[turn] = _sent_home(crews[turn], last)
            pieces = tuple(crews)
            later = self._later(board.later, pieces, turn, HOME)
            board = self._taught(board_of(self.arms, pieces, board.out, later, board.done))
        return self._next_turn(turn, board)

    def write_position(self, position: Position) -> str:
        """Return a line such as `1 b12*@30 h,h,17,39+ 30,c1,c3,g+ h,h,h,h^d h,h,h,39+`."""
        return notation.write_position(position)

    def read_position(self, text: str) -> Position:
        """Return the position that `write_position` wrote; raise Corrupt if `text` is invalid."""
        return notation.read_position(self.ruleset, text)

    def write_move(self, move: Move) -> str:
        """Return a move as text: where it starts and its number, such as `12+3`."""
        return f"{notation.write_place(move.start)}+{move.number}"

    def read_move(self, position: Position, text: str) -> Move:
        """Return the legal move of `position` written as `text`; raise IllegalMove if none is."""
        start, number = notation.read_move(text)
        for move in self.moves(position):
            if (move.start, move.number) == (start, number):
                return move
        raise refusal(self._legal, position, start, number)


def _sent_home(pieces: tuple[int, ...], place: int) -> tuple[int, ...]:
    """Return the pieces of a seat after one of those on `place` went home."""
    at = pieces.index(place)
    return (HOME, *pieces[:at], *pieces[at + 1 :])
