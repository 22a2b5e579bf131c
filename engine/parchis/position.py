"""Positions: where the pieces are, whose turn it is and what is due."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.parchis.board import CORRIDOR, HOME, Arm
from engine.stage import Stage

Pieces: TypeAlias = tuple[tuple[int, ...], ...]
"""The places of the pieces by seat, sorted."""

THIRD: Final = 3
"""The number of sixes in a row that costs the turn."""


class _BoardFields(NamedTuple):
    """The named fields of a board."""

    pieces: Pieces
    out: tuple[bool, ...]
    later: tuple[int | None, ...]
    done: tuple[int, ...]
    taken: int
    full: int
    pairs: int


class Board(
    tuple[Pieces, tuple[bool, ...], tuple[int | None, ...], tuple[int, ...], int, int, int]
):
    """All pieces, with what their places do not tell about how they got there.

    By seat, `out` tells whether it ever brought a piece out, and `later` which of two guests of
    different colours on its start came later. `done` are the seats that have finished, in order.

    The masks follow from the pieces: `taken` places hold a piece, `full` ones two, and `pairs` two
    of one colour. Pieces under instruction are in none of them.

    Like `Position`, it takes one tuple, because play creates one for every move.
    """

    __slots__ = ()

    pieces = _BoardFields.pieces
    out = _BoardFields.out
    later = _BoardFields.later
    done = _BoardFields.done
    taken = _BoardFields.taken
    full = _BoardFields.full
    pairs = _BoardFields.pairs


class _Fields(NamedTuple):
    """The named fields of a position."""

    stage: Stage
    turn: int
    number: int
    sixes: int
    last: int
    board: Board
    opening: tuple[int | None, ...]


class Position(tuple[Stage, int, int, int, int, Board, tuple[int | None, ...]]):
    """A board and whose turn it is; equal positions have equal continuations.

    `number` is the pending number, 0 if there is none. `sixes` counts the sixes thrown in a row in
    this turn, and `last` is the place of the piece last moved since the first of them, 0 if there
    is none. `opening` are the opening throws by seat (0 for a seat that is still to throw, None for
    one that is out), empty once it is decided.

    The constructor takes a single tuple of the fields, which are then read by name as in a
    NamedTuple. Play creates two positions per move, and creating a NamedTuple, which takes its
    fields one by one, takes twice as long.
    """

    __slots__ = ()

    stage = _Fields.stage
    turn = _Fields.turn
    number = _Fields.number
    sixes = _Fields.sixes
    last = _Fields.last
    board = _Fields.board
    opening = _Fields.opening

    @property
    def lost(self) -> bool:
        """Whether the pending number is the third six in a row, which no piece may move."""
        return self.sixes == THIRD


def is_outside(place: int) -> bool:
    """Tell whether `place` is neither home nor the goal."""
    return HOME < place <= CORRIDOR[-1]


def board_of(
    arms: Sequence[Arm],
    pieces: Pieces,
    out: tuple[bool, ...],
    later: tuple[int | None, ...],
    done: tuple[int, ...],
) -> Board:
    """Return the board with these pieces, and the masks that follow from them."""
    taken = full = pairs = 0
    for arm in arms:
        mine = 0
        for place in pieces[arm.seat]:
            bit = 0 if place in arm.lesson else arm.bits[place]
            pairs |= mine & bit
            full |= taken & bit
            mine |= bit
            taken |= bit
    return Board((pieces, out, later, done, taken, full, pairs))


def guests_on(arm: Arm, pieces: Pieces) -> list[int]:
    """Return the seats of the pieces of other seats on the start of `arm`."""
    return [
        seat
        for seat, theirs in enumerate(pieces)
        if seat != arm.seat
        for place in theirs
        if place == arm.start
    ]
