"""Notation of positions and moves as text.

A position is one line, such as `1 b12*@30 h,h,17,39+ 30,c1,c3,g+ h,h,h,h^d h,h,h,39+`: the version
of the notation; the seat to play, the pending number, a star for each six of the turn and, after
`@`, the place of the piece last moved since the first of them; then a word for each seat, and `=ca`
if seats c and a have finished, in that order. A seat's word has the places of its pieces, `+` once
it has brought a piece out, and `^d` if guests of two colours stand on its start and that of seat d
came later. Places are `h` at home, 1 to 68, `c1` to `c7` and `g` in the goal. During the opening,
the second word is `?` and the throws by seat: `0` is still to come, `-` is out.

A move is where the piece starts and its number, such as `h+5`, `12+3` or `c2+4`.
"""

import re
from typing import Final

from engine.game import Corrupt, IllegalMove
from engine.parchis.board import CORRIDOR, HOME, RING
from engine.parchis.position import Position
from engine.parchis.reason import Reason
from engine.parchis.ruleset import Ruleset
from engine.parchis.unpacked import Unpacked, pack
from engine.stage import Stage

VERSION: Final = "1"
SEATS: Final = "abcd"

PLACES: Final = (
    "h",
    *map(str, range(1, RING + 1)),
    *(f"c{square}" for square in range(1, len(CORRIDOR) + 1)),
    "g",
)
"""Every place as text, in order."""

_PLACE: Final = {text: place for place, text in enumerate(PLACES)}
_TURN: Final = re.compile(r"([a-d])([1-9][0-9]?)?(\*{0,3})(?:@([0-9a-z]+))?")
_OPENING: Final = re.compile(r"\?([0-6-]{2,4})")
_SEAT: Final = re.compile(r"([0-9a-z,]+)(\+?)(?:\^([a-d]))?")
_DONE: Final = re.compile(r"=([a-d]{1,4})")
_MOVE: Final = re.compile(r"([0-9a-z]+)\+([1-9][0-9]?)")


def write_place(place: int) -> str:
    """Return a place as text: `h`, `12`, `c3` or `g`."""
    return PLACES[place]


def read_place(text: str) -> int:
    """Read what `write_place` wrote; raise Corrupt if it is not a place."""
    if text not in _PLACE:
        raise Corrupt(f"{text!r} is not a place such as h, 12, c3 or g")
    return _PLACE[text]


def read_move(text: str) -> tuple[int, int]:
    """Return where the move `text` starts and its number; raise IllegalMove if it is malformed."""
    match = _MOVE.fullmatch(text)
    if match is None or match[1] not in _PLACE:
        raise IllegalMove(Reason.UNREADABLE, text=text)
    return _PLACE[match[1]], int(match[2])


def write_position(position: Position) -> str:
    """Return a position as text."""
    stage, turn, number, sixes, last, board, opening = position
    if stage is Stage.OPENING:
        to_play = "?" + "".join("-" if each is None else str(each) for each in opening)
    else:
        to_play = f"{SEATS[turn]}{number or ''}{'*' * sixes}"
        to_play += f"@{write_place(last)}" if last != HOME else ""
    words = [VERSION, to_play]
    for pieces, out, later in zip(board.pieces, board.out, board.later, strict=True):
        places = ",".join(map(write_place, pieces))
        words.append(places + "+" * out + ("" if later is None else f"^{SEATS[later]}"))
    if board.done:
        words.append("=" + "".join(SEATS[seat] for seat in board.done))
    return " ".join(words)


def read_position(ruleset: Ruleset, text: str) -> Position:
    """Read what `write_position` wrote; raise Corrupt if it is malformed or impossible."""
    version, *words = text.split(" ")
    if version != VERSION:
        raise Corrupt(f"a position must begin with version {VERSION}, not {version!r}")
    done: tuple[int, ...] = ()
    if words and (match := _DONE.fullmatch(words[-1])):
        words.pop()
        done = tuple(map(SEATS.index, match[1]))
    if len(words) != ruleset.seats + 1:
        raise Corrupt(f"the position {text!r} must have a word for each of {ruleset.seats} seats")
    seats = [_read_seat(word) for word in words[1:]]
    opening = _read_opening(ruleset, words[0])
    turn, number, sixes, last = (opening.index(0), 0, 0, HOME) if opening else _read_turn(words[0])
    unpacked = Unpacked(
        pieces=tuple(pieces for pieces, _, _ in seats),
        out=tuple(out for _, out, _ in seats),
        later=tuple(later for _, _, later in seats),
        done=done,
        turn=turn,
        sixes=sixes,
        last=last,
        number=number,
        opening=opening,
    )
    return pack(ruleset, unpacked)


def _read_opening(ruleset: Ruleset, word: str) -> tuple[int | None, ...]:
    match = _OPENING.fullmatch(word)
    if match is None:
        return ()
    throws = tuple(None if each == "-" else int(each) for each in match[1])
    if len(throws) != ruleset.seats or 0 not in throws:
        raise Corrupt(f"the opening {word!r} must have {ruleset.seats} throws, and one to come")
    return throws


def _read_turn(word: str) -> tuple[int, int, int, int]:
    match = _TURN.fullmatch(word)
    if match is None:
        raise Corrupt(f"the turn must be written like a, a3 or b12*@30, not {word!r}")
    seat, number, stars, last = match.groups()
    return (
        SEATS.index(seat),
        int(number or 0),
        len(stars),
        HOME if last is None else read_place(last),
    )


def _read_seat(word: str) -> tuple[tuple[int, ...], bool, int | None]:
    match = _SEAT.fullmatch(word)
    if match is None:
        raise Corrupt(f"the pieces of a seat must be written like h,h,17,c3+, not {word!r}")
    places, out, later = match.groups()
    pieces = tuple(sorted(map(read_place, places.split(","))))
    return pieces, bool(out), None if later is None else SEATS.index(later)
