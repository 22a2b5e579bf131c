"""The view of a position that pictures and descriptions are made from: plain values, no rules.

Places are those of `engine.parchis.board`: 0 at home, 1 to 68 on the ring, 69 to 75 in the seat's
own corridor, 76 in its own goal.
"""

from dataclasses import dataclass
from enum import IntEnum

from engine.text import Text


class Arm(IntEnum):
    """A colour and its arm of the board, counter-clockwise from below."""

    YELLOW = 0
    BLUE = 1
    RED = 2
    GREEN = 3


@dataclass(frozen=True, slots=True)
class ThrowView:
    """A throw of a seat's last turn: the face.

    `lost` if no piece could play it, `alone` if its only move played itself.
    """

    face: int
    lost: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat: its player's name, its colour, and where its pieces are.

    `level` is that of a computer player, as a word; empty for a person. `stands_in` is the name of
    the person for whom a computer stands in, empty if there is none; the `name` tells that, too.
    `rank` is 1 for the seat that finished first, None while it plays. `learner` is the place of its
    piece under instruction. `thrown` are the throws of its last turn, in order, empty for the seat
    to move.
    """

    name: str
    arm: Arm
    places: tuple[int, ...]
    level: str = ""
    stands_in: str = ""
    rank: int | None = None
    learner: int | None = None
    thrown: tuple[ThrowView, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveView:
    """A legal move of the seat to move, or a move of the last turn by `seat`.

    `pieces` is 2 if two come out at once. `captures` are the seats of the captured pieces. `back`
    is true if the piece turned round on the way. A piece that a third 6 sends home ends at 0 and
    captures nobody. `letter` links the piece, the place where it would land and the button: `A` to
    `D` in the order of the ring, empty if there is only one move or if the move has been made.
    """

    seat: int
    start: int
    end: int
    pieces: int = 1
    captures: tuple[int, ...] = ()
    back: bool = False
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Pending:
    """The number to play: `face` is that of the die, None for a bonus (20 or 10).

    `number` is what it counts. `lost` if no piece can play it, `third` if that is because it is the
    third 6 in a row.
    """

    number: int
    face: int | None
    lost: bool = False
    third: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParchisView:
    """A position of Parchís for display.

    `turn` is the seat whose turn it is, None if the game is over. `moves` are the legal moves of
    the seat to move, and `last` those made since that seat or the one before it had last chosen, in
    order. During the `opening`, when the seats throw for who begins, `turn` throws next, and the
    seats that have thrown have that throw in `thrown`. `made` is the number of moves made in the
    game. `title` is the name of the ruleset, `changed` lists its changed options, and `ended` is a
    sentence that says how the game ended, None while it goes on. `pairs` if opposite seats play
    together. `score` is that of the match, None in a single game, and `result` is a sentence that
    says who has won the match, None until it is decided.
    """

    seats: tuple[SeatView, ...]
    turn: int | None
    pending: Pending | None
    moves: tuple[MoveView, ...]
    last: tuple[MoveView, ...]
    title: Text
    made: int = 0
    changed: tuple[Text, ...] = ()
    ended: Text | None = None
    pairs: bool = False
    score: Text | None = None
    result: Text | None = None
    opening: bool = False
