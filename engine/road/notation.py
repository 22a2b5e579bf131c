"""Notation of positions and moves as text.

A position is one line, such as `1 a3 42/01 4a2b 12b`: the version of the notation; the seat to play
and the numbers still to be played, or `?` during the opening; one digit per seat for the warriors
in base, killed and (if there are any) away; then the stacks. Seats are letters from `a`. `4a2b` is
a stack on space 4 with a captain of seat a and two captives of seat b. A lower-case captain heads
for the enemy base, an upper-case one for its own; `4a*` may go either way. Between the two throws
of a turn, `a3?` has the number of the first.

A move is its start, direction and number: `4+3` goes up the road from 4, `9-2` down from 9, and
`b+3` or `b-3` enters from base. Where stacks may share a space, the start is the whole stack,
`4a2b+3`, and `ba+3` enters a warrior of seat a.
"""

import re
from collections.abc import Iterable
from typing import Final

from engine.game import Corrupt, IllegalMove
from engine.road.moves import Move
from engine.road.reason import Reason
from engine.road.refusals import Attempt
from engine.road.ruleset import Ruleset
from engine.road.stack import Stack
from engine.road.unpacked import Unpacked

VERSION: Final = "1"
SEATS: Final = "abcdefghijklmnop"

_INT: Final = "(?:0|[1-9][0-9]?)"
_TURN: Final = re.compile(rf"([a-p?])((?:{_INT}(?:,{_INT})*)?)(\??)")
_WHO: Final = r"([a-pA-P])(\*?)((?:[1-9][a-p])*)"
_STACK: Final = re.compile(f"({_INT}){_WHO}")
_CROWD: Final = re.compile("[0-9]+")
_MOVE: Final = re.compile(f"(b|{_INT})((?:{_WHO})?)([+-])({_INT})")


def write_move(ruleset: Ruleset, move: Move) -> str:
    """Return a move as text: `b+3` or `9-2`, or where stacks share spaces, `ba+3` or `9b2a-2`."""
    start = "b" if move.start is None else str(move.start)
    if ruleset.sharing:
        start += _write_who(ruleset, move.captain, move.heading, move.captives)
    return f"{start}{'+' if move.direction > 0 else '-'}{move.number}"


def attempt_of(move: Move) -> Attempt:
    """Return the attempt to play `move`."""
    return Attempt(
        move.start, (move.captain, move.heading, move.captives), move.direction, move.number
    )


def read_attempt(ruleset: Ruleset, text: str) -> Attempt:
    """Read what `write_move` wrote; raise IllegalMove if it is not a move in this notation."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise IllegalMove(Reason.UNREADABLE, text=text)
    at, who, *_, sign, number = match.groups()
    start = None if at == "b" else int(at)
    direction = 1 if sign == "+" else -1
    try:
        stack = _read_stack(ruleset, f"{start or 0}{who}") if who else None
    except Corrupt as corrupt:
        raise IllegalMove(Reason.UNREADABLE, text=text) from corrupt
    return Attempt(start, stack and stack[1:], direction, int(number))


def write_unpacked(ruleset: Ruleset, unpacked: Unpacked) -> str:
    """Return a position as text, such as `1 a3 42/01 4a2b 12b`."""
    seat = "?" if unpacked.opening else SEATS[unpacked.turn]
    crowds = [unpacked.base, unpacked.killed, *([unpacked.away] if any(unpacked.away) else [])]
    return " ".join(
        [
            VERSION,
            seat + ",".join(map(str, unpacked.numbers)) + "?" * unpacked.half_cast,
            "/".join("".join(map(str, crowd)) for crowd in crowds),
            *(_write_stack(ruleset, stack) for stack in unpacked.stacks),
        ]
    )


def _write_stack(ruleset: Ruleset, stack: Stack) -> str:
    return f"{stack.at}{_write_who(ruleset, *stack[1:])}"


def _write_who(ruleset: Ruleset, captain: int, heading: int, captives: tuple[int, ...]) -> str:
    letter = SEATS[captain]
    letter = {ruleset.forward(captain): letter, 0: f"{letter}*"}.get(heading, letter.upper())
    return letter + "".join(f"{n}{SEATS[seat]}" for seat, n in enumerate(captives) if n)


def read_unpacked(ruleset: Ruleset, text: str) -> Unpacked:
    """Read what `write_unpacked` wrote; raise Corrupt if a word is malformed.

    This does not check whether the position is possible; `pack` does.
    """
    version, *words = text.split(" ")
    if version != VERSION:
        raise Corrupt(f"a position must begin with version {VERSION}, not {version!r}")
    if len(words) < 2:
        raise Corrupt(f"the position {text!r} lacks the turn or the warriors off the road")
    turn, crowds, *stacks = words
    seat, numbers, half_cast = _read_turn(turn)
    base, killed, *away = _read_crowds(crowds)
    return Unpacked(
        turn=len(numbers) * ruleset.seats // 2 if seat is None else seat,
        opening=seat is None,
        numbers=numbers,
        half_cast=half_cast,
        base=base,
        killed=killed,
        away=away[0] if away else (0,) * len(base),
        stacks=tuple(sorted(_read_stack(ruleset, stack) for stack in stacks)),
    )


def _read_turn(word: str) -> tuple[int | None, tuple[int, ...], bool]:
    match = _TURN.fullmatch(word)
    if match is None:
        raise Corrupt(f"the turn must be written like a or a3, not {word!r}")
    seat, numbers, mark = match.groups()
    return (
        None if seat == "?" else SEATS.index(seat),
        tuple(map(int, numbers.split(","))) if numbers else (),
        bool(mark),
    )


def _read_crowds(word: str) -> Iterable[tuple[int, ...]]:
    crowds = word.split("/")
    if len(crowds) not in (2, 3) or not all(_CROWD.fullmatch(crowd) for crowd in crowds):
        raise Corrupt(f"warriors in base and killed must be written like 42/01, not {word!r}")
    return [tuple(map(int, crowd)) for crowd in crowds]


def _read_stack(ruleset: Ruleset, word: str) -> Stack:
    match = _STACK.fullmatch(word)
    if match is None:
        raise Corrupt(f"{word!r} is not a stack like 4a2b")
    at, letter, star, held = match.groups()
    captain = SEATS.index(letter.lower())
    captives = {SEATS.index(seat): int(n) for n, seat in zip(held[::2], held[1::2], strict=True)}
    if 2 * len(captives) < len(held):
        raise Corrupt(f"{word!r} lists the captives of a seat twice")
    if max([captain, *captives]) >= ruleset.seats:
        raise Corrupt(f"{word!r} names a seat after the last one, {SEATS[ruleset.seats - 1]}")
    forward = ruleset.forward(captain)
    return Stack(
        at=int(at),
        captain=captain,
        heading=0 if star else forward if letter.islower() else -forward,
        captives=tuple(captives.get(seat, 0) for seat in range(ruleset.seats)),
    )
