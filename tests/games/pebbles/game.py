"""The rules of Pebbles: an implementation of `Game`."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from engine import Choose, Corrupt, IllegalMove, Over, Pass, Throw, ThrowTable
from engine.choices import choices
from engine.game import Phase
from engine.throws import Cast, Thing

DICE = ThrowTable("dice", Thing.DIE, 2, (1, 2, 3, 4, 5, 6))
SEATS = range(3)
LETTERS = "abc"


class Reason(StrEnum):
    """Why a move is illegal."""

    TOO_FAR = "too-far"
    NOT_THROWN = "not-thrown"


class Position(NamedTuple):
    """The pebbles' squares by seat; the seats that arrived, in order; `opening` throws by seat."""

    turn: int
    at: tuple[int, ...] = (0, 0, 0)
    arrived: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    opening: tuple[int, ...] | None = ()


class PebblesGame:
    """One game of Pebbles."""

    seats = sides = len(SEATS)

    def __init__(self, squares: int) -> None:
        self.squares = squares
        self.header = f"pebbles squares={squares}"

    def side(self, seat: int) -> int:
        return seat

    def start(self) -> Position:
        return Position(0)

    def phase(self, position: Position) -> Phase[int]:
        if len(position.arrived) == len(SEATS) - 1:
            (last,) = set(SEATS) - set(position.arrived)
            return Over((*((seat,) for seat in position.arrived), (last,)))
        if position.opening is not None or not position.numbers:
            return Throw(position.turn, DICE, position.opening is not None)
        moves = [n for n in sorted({*position.numbers}) if self._arrives(position, n)]
        return Choose(position.turn, moves) if moves else Pass(position.turn, position.numbers)

    def plays_itself(self, position: Position) -> bool:
        return False

    def cast(self, position: Position, cast: Cast) -> Position:
        if position.opening is None:
            return position._replace(numbers=DICE.values(cast))
        thrown = (*position.opening, sum(DICE.values(cast)))
        if len(thrown) < len(SEATS):
            return position._replace(turn=position.turn + 1, opening=thrown)
        return Position(thrown.index(max(thrown)), opening=None)

    def play(self, position: Position, move: int) -> Position:
        if move not in position.numbers:
            raise IllegalMove(Reason.NOT_THROWN, number=move)
        if not self._arrives(position, move):
            raise IllegalMove(Reason.TOO_FAR, number=move)
        turn, goal = position.turn, position.at[position.turn] + move
        hit = [0 if at == goal < self.squares else at for at in position.at]
        hit[turn] = goal
        arrived = (*position.arrived, *([turn] if goal == self.squares else []))
        return self._on(position._replace(at=tuple(hit), arrived=arrived))

    def choices(self, position: Position) -> Sequence[tuple[int, ...]]:
        return choices(self, position, 1)

    def skip(self, position: Position) -> Position:
        back = list(position.at)
        back[position.turn] = max(0, back[position.turn] - 1)
        return self._on(position._replace(at=tuple(back)))

    def resigned(self, position: Position, seat: int) -> Over:
        others = tuple(s for s in SEATS if s != seat and s not in position.arrived)
        return Over((*((s,) for s in position.arrived), others, (seat,)))

    def write_position(self, position: Position) -> str:
        opening = "-" if position.opening is None else "?" + ",".join(map(str, position.opening))
        numbers = ",".join(map(str, position.numbers)) or "-"
        at, arrived = ",".join(map(str, position.at)), ",".join(map(str, position.arrived)) or "-"
        return f"{position.turn} {at} {arrived} {numbers} {opening}"

    def read_position(self, text: str) -> Position:
        try:
            turn, at, arrived, numbers, opening = text.split()
            return Position(
                int(turn),
                _numbers(at),
                _numbers(arrived),
                _numbers(numbers),
                None if opening == "-" else _numbers(opening[1:] or "-"),
            )
        except ValueError as error:
            raise Corrupt(f"no position of pebbles: {text!r}") from error

    def write_move(self, move: int) -> str:
        return f"+{move}"

    def read_move(self, position: Position, text: str) -> int:
        number = int(text.removeprefix("+"))
        self.play(position, number)
        return number

    def _arrives(self, position: Position, number: int) -> bool:
        return position.at[position.turn] + number <= self.squares

    def _on(self, position: Position) -> Position:
        """Pass the turn to the next seat that hasn't arrived."""
        turn = (position.turn + 1) % len(SEATS)
        while turn in position.arrived:
            turn = (turn + 1) % len(SEATS)
        return position._replace(turn=turn, numbers=())


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(map(int, text.split(",")))
