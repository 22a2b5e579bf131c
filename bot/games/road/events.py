"""The events of a road game's last step, in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.games.telling import last_step
from bot.table.table import Table
from engine import Choose, Pass, Throw
from engine.record import Played
from engine.road.game import RoadGame
from engine.road.moves import Deed, Move
from engine.road.position import Position


@dataclass(frozen=True, slots=True)
class Opened:
    """A throw that decides who begins."""

    seat: int
    number: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """The throws of a turn: the seat and the numbers to play.

    `alone`: there is only one way to play them.
    """

    seat: int
    numbers: tuple[int, ...]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass with the numbers that could not be played; `rest` if one was played before it."""

    seat: int
    numbers: tuple[int, ...]
    rest: bool


Event: TypeAlias = Opened | Thrown | Passed | Deed


def events(game: RoadGame, table: Table) -> Iterator[Event]:
    """Replay a table's last step and yield its events."""
    return (event for _, event in replayed(game, table) if event is not None)


def replayed(game: RoadGame, table: Table) -> Iterator[tuple[Played[Position, Move], Event | None]]:
    """Replay a table's last step and yield its entries, each with the event that it completes."""
    moving, thrown = False, list[int]()
    for played in last_step(game, table):
        position, phase, entry, after, _ = played
        event: Event | None = None
        match phase:
            case Throw(seat, throw, opening):
                thrown.append(throw.number(throw.read(entry)))
                moving = False
                if opening:
                    event = Opened(seat, thrown.pop())
                elif not isinstance(game.phase(after), Throw):
                    numbers = in_order(game.unpack(after).numbers, thrown)
                    event = Thrown(seat, numbers, alone=len(game.choices(after)) == 1)
                    thrown = []
            case Choose():
                event = game.deed(position, game.read_move(position, entry))
                moving = True
            case Pass(seat, numbers):
                event = Passed(seat, numbers, rest=moving)
        yield played, event


def in_order(numbers: Sequence[int], thrown: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers to play in the order in which they were `thrown`."""

    def index(number: int) -> int:
        return thrown.index(number) if number in thrown else 0

    return tuple(sorted(numbers, key=index))
