"""Moves: what one stack does with one number, and what that comes to where it lands."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.road.ruleset import Ruleset
from engine.road.stack import Stack, pack_crowd, pack_stack, unpack_stack

MOST_KEPT: Final = 1 << 15
"""How many stacks a table of ways keeps before it begins anew; a bound on memory, not on play."""


@dataclass(frozen=True, slots=True)
class Move:
    """A stack, or a warrior from base, goes by one number.

    `start` is where the stack stands, None for a warrior in base; `captain`, `captives` (by
    seat) and `heading` are the stack's before it moves; `direction` is 1 up the road, -1
    down. `end` is where it stops, None where it comes off the road.

    The rest is packed: the bit of the space where it lands (none where it comes off), the
    stack before (in base: standing there) and after, and, where it comes off, the crowds of
    those who are back in base and of those who are killed.
    """

    start: int | None
    captain: int
    captives: tuple[int, ...]
    heading: int
    direction: int
    number: int
    end: int | None
    landing: int
    before: int
    after: int
    freed: int
    killed: int


class Deed(NamedTuple):
    """What a move does, for whoever tells it.

    `start` is None for a warrior from base and `end` None for a stack that comes off the
    road; `home` says that its captain is back in base with that. By seat: `captured` came
    under the captain, `killed` are out of the game, `freed` are back in base besides him.
    """

    seat: int
    number: int
    start: int | None
    end: int | None
    captured: tuple[int, ...]
    killed: tuple[int, ...]
    freed: tuple[int, ...]
    home: bool


class Ways(dict[int, tuple[Move, ...]]):
    """The ways that each packed stack can go by `number`, whoever stands where it lands.

    A table that fills itself. The whole of what a stack does alone is decided here, once.
    """

    def __init__(self, ruleset: Ruleset, number: int) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._number = number

    def __missing__(self, code: int) -> tuple[Move, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        stack = unpack_stack(code, self._ruleset.seats)
        ways = self[code] = (self._way(stack, stack.heading),)
        return ways

    def _way(self, stack: Stack, direction: int) -> Move:
        at, captain, heading, captives = stack
        home = self._ruleset.home(captain)
        entering = at == home and heading == self._ruleset.forward(captain)
        end = at + direction * self._number
        lands = 1 <= end <= self._ruleset.road
        freed, killed = (0, 0) if lands else self._come_off(captain, captives)
        return Move(
            start=None if entering else at,
            captain=captain,
            captives=captives,
            heading=heading,
            direction=direction,
            number=self._number,
            end=end if lands else None,
            landing=1 << end if lands else 0,
            before=pack_stack(stack),
            after=pack_stack(stack._replace(at=end)) if lands else 0,
            freed=freed,
            killed=killed,
        )

    def _come_off(self, captain: int, captives: tuple[int, ...]) -> tuple[int, int]:
        """Who is back in base and who is killed: comrades of the captain, and enemies."""
        side = self._ruleset.side(captain)
        comrade = [self._ruleset.side(seat) == side for seat in range(self._ruleset.seats)]
        freed = [n * own for n, own in zip(captives, comrade, strict=True)]
        killed = [n * (not own) for n, own in zip(captives, comrade, strict=True)]
        freed[captain] += 1
        return pack_crowd(freed), pack_crowd(killed)
