"""Text versions of the picture: a description in sentences and a board of letters."""

from collections import defaultdict
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from engine.parchis.board import CORRIDOR, GOAL, HOME, SAFE
from engine.text import Name, Say, Text
from renderer.fitting import ALT_LIMIT, fitting
from renderer.parchis.layout import Spot, spot
from renderer.parchis.sentences import Detail, named, place, sentences
from renderer.parchis.standing import is_square
from renderer.parchis.view import MoveView, ParchisView, SeatView
from renderer.parchis.words import status

BOARD_WIDTH: Final = 30
"""The maximum width of a board of letters."""

_NAME: Final = 10  # the maximum length of a name on a board of letters
_LETTERS: Final = "YBRG"
_ROWS: Final = tuple(
    range(17 * quarter + first, 17 * quarter + last + 1)
    for quarter in range(4)
    for first, last in ((1, 8), (9, 17))
)
"""The squares in the rows of a board of letters."""


def alt(view: ParchisView, say: Say) -> str:
    """Return a description of everything the picture shows, of at most ALT_LIMIT characters.

    If it is too long, it has less detail: names are shortened, and then changed options and the
    earlier ones of many moves are left out.
    """
    return fitting((" ".join(map(say, sentences(view, detail))) for detail in Detail), ALT_LIMIT)


def board(view: ParchisView, say: Say) -> str:
    """Return a board of letters for a fixed-width font, at most BOARD_WIDTH characters wide.

    Rows go around the ring. YY is a barrier, `o` a safe square, `+` a landing. Then follow the
    seats with their homes, goals, corridors and pieces under instruction, and the legal moves.
    """
    lines = [*_head(view, say), *_ring(view), *wrap(say(Text("parchis.board.legend")), BOARD_WIDTH)]
    for index, seat in enumerate(view.seats):
        lines += _seat(seat, say, moves=view.turn == index)
    if view.pairs:
        letters = [_LETTERS[seat.arm] for seat in view.seats]
        one, other = "+".join(letters[::2]), "+".join(letters[1::2])
        lines.append(say(Text("parchis.board.pairs", one=one, other=other)))
    moves = " ".join(_move(move, say) for move in view.moves)
    return "\n".join([*lines, *wrap(moves, BOARD_WIDTH)])


def _head(view: ParchisView, say: Say) -> Iterator[str]:
    """Yield lines that say whose turn it is, and the number to play."""
    who = Name("") if view.turn is None else named(view.seats[view.turn], _NAME)
    yield from wrap(say(status(view, who)), BOARD_WIDTH)
    if view.pending is not None and view.pending.face == view.pending.number:
        yield say(Text("board.cast", numbers=str(view.pending.face)))


def _ring(view: ParchisView) -> Iterator[str]:
    """Yield the rows of the ring."""
    on = defaultdict[Spot, str](str)
    for seat in view.seats:
        for at in seat.places:
            if is_square(at, seat.arm):
                on[spot(at, seat.arm)] += _LETTERS[seat.arm]
    lands = {spot(move.end, view.seats[move.seat].arm) for move in view.moves}
    for row in _ROWS:
        squares = [spot(number, view.seats[0].arm) for number in row]
        cells = (
            f"{'+' if at in lands else ''}{on[at] or ('o' if at.place in SAFE else '.')}"
            for at in squares
        )
        yield f"{row[0]:>2}" + "".join(f"{cell:>3}" for cell in cells)


def _seat(seat: SeatView, say: Say, *, moves: bool) -> Iterator[str]:
    """Yield a line with the pieces of a seat at home and in the goal, and one for its corridor."""
    home, goal = str(seat.places.count(HOME)), str(seat.places.count(GOAL))
    counts = say(Text("parchis.board.counts", home=home, goal=goal))
    name = say(Text("parchis.picture.name", name=named(seat, _NAME)))[:_NAME]
    yield f"{_LETTERS[seat.arm]}{'>' if moves else ' '}{name:<{_NAME}} {counts}"[:BOARD_WIDTH]
    inside = [say(place(at)) for at in sorted(seat.places) if at in CORRIDOR]
    if seat.learner is not None:
        inside.append(say(Text("parchis.alt.learner", at=str(seat.learner))))
    if inside:
        yield f"   {', '.join(inside)}"[:BOARD_WIDTH]


def _move(move: MoveView, say: Say) -> str:
    """Return a legal move after its letter; `x` is a capture."""
    letter = f"{move.letter}:" if move.letter else ""
    captures = "x" if move.captures else ""
    return f"{letter}{say(_end(move.start))}>{say(_end(move.end))}{captures}"


def _end(at: int) -> Text:
    """Return where a move begins or ends, without the article that a sentence may have."""
    if at == HOME:
        return Text("parchis.board.home")
    return Text("parchis.board.goal") if at == GOAL else place(at)
