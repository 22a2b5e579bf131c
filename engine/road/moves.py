"""Moves: what one stack does with one number, and what that comes to where it stops."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, NamedTuple

from engine.road.reason import Reason
from engine.road.ruleset import AfterCapture, FarEnd, Ruleset
from engine.road.stack import (
    Stack,
    one_of,
    pack_crowd,
    pack_stack,
    side_mask,
    unpack_stack,
    without,
)

MOST_KEPT: Final = 1 << 15
"""How many stacks a table of ways keeps before it begins anew; a bound on memory, not on play."""

ABSENT: Final = 34
"""Shift of the spaces without an enemy in a mask of hindrances; below are those of comrades."""

MISSING: Final = 1 << ABSENT
"""The least hindrance that is a missing enemy."""


class Arrival(StrEnum):
    """Where a move ends."""

    SPACE = "space"
    """On a space of the road."""

    FIRE = "fire"
    """On the space that burns, where the stack dies whole."""

    FAR_BASE = "far-base"
    """In the enemy base, from where the warrior walks home with its next number."""

    OFF = "off"
    """Off the road, over either end; the captain is back in base."""


@dataclass(frozen=True, slots=True)
class Move:
    """A stack, or a warrior from base, goes by one number.

    `start` is where the stack stands, None for a warrior in base; `captain`, `captives` (by
    seat) and `heading` are the stack's before it moves; `direction` is 1 up the road, -1
    down. `end` is where it stops: a space, or the base that it reached or passed; `turned`
    is the space where it turned round on the way, if it did.

    The rest is packed. The stack `before` (in base: standing there), `after` where it finds
    nobody, and as a `captor`, its prey still to be added; 0 where no stack is left.
    `hindrances` are the spaces that no comrade may hold and, shifted by ABSENT, the one where
    an enemy has to be; `landing` is the space where it can capture; a bit each. The crowds
    `freed` to base and `killed` wherever it goes alone; `liberates`: enemies lose captives.
    The `table` that made the move answers for all this and knows which numbers of the turn
    are `left` after it; a copy has neither.
    """

    start: int | None
    captain: int
    captives: tuple[int, ...]
    heading: int
    direction: int
    number: int
    end: int = field(compare=False)
    turned: int | None = field(compare=False)
    before: int = field(compare=False)
    arrival: Arrival = field(default=Arrival.OFF, compare=False)
    after: int = field(default=0, compare=False)
    captor: int = field(default=0, compare=False)
    hindrances: int = field(default=0, compare=False)
    landing: int = field(default=0, compare=False)
    freed: int = field(default=0, compare=False)
    killed: int = field(default=0, compare=False)
    liberates: bool = field(default=False, compare=False)
    left: tuple[int, ...] = field(default=(), init=False, compare=False, repr=False)
    table: "Ways | None" = field(default=None, init=False, compare=False, repr=False)

    @property
    def backwards(self) -> bool:
        """Whether the stack goes against its heading."""
        return self.heading == -self.direction


class Deed(NamedTuple):
    """What a move does, for whoever tells it.

    `seat` is the captain's, `by` whoever moves him, a partner perhaps. `start` and `end` are
    spaces, or a base; `entered` and `arrival` say what happens there. `turned` is where the
    warrior turned round on its way, if it did; `backwards` tells a stack that goes against
    its heading. By seat: `captured` came under the captain, `killed` are out of the game,
    `freed` are back in base besides him, `liberated` came there from enemy stacks. `away`:
    the captain left for good with its prey.
    """

    seat: int
    by: int
    number: int
    start: int
    end: int
    entered: bool
    arrival: Arrival
    turned: int | None
    backwards: bool
    captured: tuple[int, ...]
    killed: tuple[int, ...]
    freed: tuple[int, ...]
    liberated: tuple[int, ...]
    away: bool


class Ways(dict[int, tuple[Move, ...]]):
    """The ways that each packed stack can go by any of `numbers`, whoever stands where it lands.

    A table that fills itself.
    """

    def __init__(self, ruleset: Ruleset, numbers: tuple[int, ...]) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._left = {number: without(numbers, number) for number in sorted(numbers)}

    def __missing__(self, code: int) -> tuple[Move, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        stack = unpack_stack(code, self._ruleset.seats)
        ways = [
            way(self._ruleset, stack, direction, number)
            for number in self._left
            for direction in (1, -1)
        ]
        found = tuple(move for move in ways if isinstance(move, Move))
        for move in found:  # moves are frozen for everybody else
            object.__setattr__(move, "left", self._left[move.number])
            object.__setattr__(move, "table", self)
        self[code] = found
        return found


def way(ruleset: Ruleset, stack: Stack, direction: int, number: int) -> Move | Reason:
    """Return how `stack` goes `number` in `direction`, or the rule against it, whoever is there."""
    backwards = stack.heading == -direction
    if number == 0:
        return Reason.NOUGHT
    if backwards and not ruleset.fights_back:
        return Reason.WRONG_WAY
    lone_forward = direction == ruleset.forward(stack.captain) and not any(stack.captives)
    reached = stack.at + direction * number
    end, turned = min(max(reached, 0), ruleset.road + 1), None
    if lone_forward and ruleset.far_end is FarEnd.BOUNCE:
        last = ruleset.road if direction > 0 else 1
        if (reached - last) * direction >= 0:
            end, turned = 2 * last - reached, last
    elif ruleset.exact and end != reached:
        return Reason.NOT_EXACT
    on_road = 1 <= end <= ruleset.road
    if backwards and (not on_road or end == ruleset.fire_space):
        return Reason.NO_ENEMY
    move = Move(
        start=None if stack.at == ruleset.home(stack.captain) else stack.at,
        captain=stack.captain,
        captives=stack.captives,
        heading=stack.heading,
        direction=direction,
        number=number,
        end=end,
        turned=turned,
        before=pack_stack(stack),
    )
    moved = stack._replace(at=end, heading=direction if turned is None else -direction)
    if on_road:
        return _stop(ruleset, move, moved)
    if lone_forward and ruleset.far_end is FarEnd.WALK_BACK:
        waiting = pack_stack(moved._replace(heading=-direction))
        return replace(move, arrival=Arrival.FAR_BASE, after=waiting)
    freed, killed = _come_off(ruleset, stack)
    liberates = lone_forward and ruleset.far_end is FarEnd.LIBERATE
    return replace(move, freed=freed, killed=killed, liberates=liberates)


def _stop(ruleset: Ruleset, move: Move, moved: Stack) -> Move:
    """Complete a move that stops on a space, where the stack stands as `moved`."""
    if moved.at == ruleset.fire_space:
        burnt = one_of(moved.captain) + pack_crowd(moved.captives)
        return replace(move, arrival=Arrival.FIRE, killed=burnt)
    space = 1 << moved.at
    if move.backwards:
        hindrances = space << ABSENT
    else:
        # a stack that turns round and comes back to where it stood is not in its own way
        hindrances = 0 if ruleset.sharing or moved.at == move.start else space
    return replace(
        move,
        arrival=Arrival.SPACE,
        after=pack_stack(moved),
        captor=_captor(ruleset, moved),
        hindrances=hindrances,
        landing=space,
    )


def _captor(ruleset: Ruleset, moved: Stack) -> int:
    forward = ruleset.forward(moved.captain)
    match ruleset.after_capture:
        case AfterCapture.ADVANCE:
            return pack_stack(moved._replace(heading=forward))
        case AfterCapture.RETURN:
            return pack_stack(moved._replace(heading=-forward))
        case AfterCapture.OPEN:
            return pack_stack(moved._replace(heading=0))
        case AfterCapture.LEAVE:
            return 0


def _come_off(ruleset: Ruleset, stack: Stack) -> tuple[int, int]:
    """Who is back in base, the captain among them, and who is killed."""
    captives, comrades = pack_crowd(stack.captives), 0
    if ruleset.spares_comrades:
        comrades = captives & side_mask(ruleset.seats, ruleset.side(stack.captain))
    return comrades + one_of(stack.captain), captives - comrades
