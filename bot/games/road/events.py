"""What happened at a table of a road game, one thing after the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.table.table import Table
from engine import Choose, Over, Pass, Throw
from engine.road.game import RoadGame
from engine.road.moves import Deed


@dataclass(frozen=True, slots=True)
class Opened:
    """A cast that decides who begins."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """The casts of a turn: who, and which numbers they gave."""

    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """Numbers that could not be played; `rest` where one of the turn was played before."""

    seat: int
    numbers: tuple[int, ...]
    rest: bool


Event: TypeAlias = Opened | Thrown | Passed | Deed


def events(game: RoadGame, table: Table) -> Iterator[Event]:
    """Play what a table tells once more."""
    position = game.read_position(table.before) if table.before else game.start()
    moving, lie = False, list[int]()
    for entry in table.story:
        match game.phase(position):
            case Throw(seat, throw, opening):
                objects = throw.read(entry)
                position = game.cast(position, objects)
                lie.append(throw.number(objects))
                moving = False
                if opening:
                    yield Opened(seat, lie.pop())
                elif not isinstance(game.phase(position), Throw):
                    yield Thrown(seat, in_order(game.unpack(position).numbers, lie))
                    lie = []
            case Choose():
                move = game.read_move(position, entry)
                yield game.deed(position, move)
                position = game.play(position, move)
                moving = True
            case Pass(seat, numbers):
                yield Passed(seat, numbers, rest=moving)
                position = game.skip(position)
            case Over():
                return


def in_order(numbers: Sequence[int], lie: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers to play in the order in which the casts lie that gave them."""
    return tuple(sorted(numbers, key=lambda number: lie.index(number) if number in lie else 0))
