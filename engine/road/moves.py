"""Moves: what one stack does with one number, and the effects where it stops."""

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

MAX_CACHED: Final = 1 << 15
"""The maximum number of stacks in a `Ways` cache, which is then cleared; bounds memory only."""

ABSENT: Final = 34
"""Shift, in a hindrance mask, of the spaces without an enemy; the bits below are for comrades."""

MISSING: Final = 1 << ABSENT
"""The lowest bit of a hindrance mask that stands for a missing enemy."""


class Arrival(StrEnum):
    """Where a move ends."""

    SPACE = "space"
    """On a space of the road."""

    FIRE = "fire"
    """On a fire space, where the whole stack is killed."""

    FAR_BASE = "far-base"
    """In the enemy base; the warrior walks home from there with its next number."""

    OFF = "off"
    """Off the road at either end; the captain returns to base."""


@dataclass(frozen=True, slots=True)
class Move:
    """A stack, or a warrior from base, moves by one number.

    `start` is where the stack stands, None for a warrior in base. `captain`, `captives` (by seat)
    and `heading` describe the stack before the move. `direction` is 1 up the road, -1 down. `end`
    is where the stack stops: a space, or the base that it reached or passed. `turned` is the space
    where it turned round on the way, None if it did not, and `rounds` is how often it passed the
    enemy base and entered again.

    The other fields are packed. `before` is the stack before the move (a warrior in base is a stack
    that stands there), `after` the stack if it captures nobody, and `captor` the stack if it
    captures, without the new captives; both are 0 if no stack remains. `hindrances` is a mask of
    the spaces that must be free of comrades and, shifted by ABSENT, of the space where an enemy
    must be; `landing` is a mask of the space where the stack can capture. The crowds `freed` (to
    base) and `killed` are those that do not depend on other stacks. `liberates` means that enemy
    stacks lose the captives of the captain's side. `table` is the `Ways` that made the move and
    guarantees the packed fields, and `left` are the numbers of the turn that are left after it;
    copies have neither.
    """

    start: int | None
    captain: int
    captives: tuple[int, ...]
    heading: int
    direction: int
    number: int
    end: int = field(compare=False)
    turned: int | None = field(compare=False)
    rounds: int = field(compare=False)
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
        """Whether the stack moves against its heading."""
        return self.heading == -self.direction


class Deed(NamedTuple):
    """The effects of a move, for callers that report it.

    `seat` is the captain's seat, `by` the seat that moves the stack, which may be a partner's.
    `start` and `end` are spaces or bases. `entered` is true for a warrior from base, and `arrival`
    is where the move ends. `turned` is where the warrior turned round on the way, None if it did
    not; `rounds` is how often it passed the enemy base on the way and entered again from its own.
    `backwards` is true for a stack that moves against its heading.

    Counts by seat: `captured` warriors came under the captain, `killed` ones are out of the game,
    `freed` ones returned to base besides the captain, and `liberated` ones returned to base from
    enemy stacks. `away` means that the captain left the road for good with its captives.
    """

    seat: int
    by: int
    number: int
    start: int
    end: int
    entered: bool
    arrival: Arrival
    turned: int | None
    rounds: int
    backwards: bool
    captured: tuple[int, ...]
    killed: tuple[int, ...]
    freed: tuple[int, ...]
    liberated: tuple[int, ...]
    away: bool


class Ways(dict[int, tuple[Move, ...]]):
    """A cache of moves: every move of a packed stack by any of `numbers`, regardless of others.

    Entries are computed on first access.
    """

    def __init__(self, ruleset: Ruleset, numbers: tuple[int, ...]) -> None:
        super().__init__()
        self._ruleset = ruleset
        self._left = {number: without(numbers, number) for number in sorted(numbers)}

    def __missing__(self, code: int) -> tuple[Move, ...]:
        if len(self) >= MAX_CACHED:
            self.clear()
        stack = unpack_stack(code, self._ruleset.seats)
        ways = [
            way(self._ruleset, stack, direction, number)
            for number in self._left
            for direction in (1, -1)
        ]
        found = tuple(move for move in ways if isinstance(move, Move))
        for move in found:  # moves are frozen for all other code
            object.__setattr__(move, "left", self._left[move.number])
            object.__setattr__(move, "table", self)
        self[code] = found
        return found


def way(ruleset: Ruleset, stack: Stack, direction: int, number: int) -> Move | Reason:
    """Return the move of `stack` by `number` in `direction`, or the rule that forbids it.

    Other stacks are not taken into account.
    """
    backwards = stack.heading == -direction
    if number == 0:
        return Reason.NOUGHT
    if backwards and not ruleset.fights_back:
        return Reason.WRONG_WAY
    lone_forward = direction == ruleset.forward(stack.captain) and not any(stack.captives)
    reached = stack.at + direction * number
    end, turned, rounds = min(max(reached, 0), ruleset.road + 1), None, 0
    if lone_forward and ruleset.far_end is FarEnd.BOUNCE:
        last = ruleset.road if direction > 0 else 1
        if (reached - last) * direction >= 0:
            end, turned = 2 * last - reached, last
    elif lone_forward and ruleset.far_end is FarEnd.RE_ENTER:
        rounds, end = _round(ruleset, reached, direction)
    elif ruleset.exact and end != reached:
        return Reason.NOT_EXACT
    on_road = 1 <= end <= ruleset.road
    if backwards and (not on_road or end in ruleset.fire_spaces):
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
        rounds=rounds,
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


def _round(ruleset: Ruleset, reached: int, direction: int) -> tuple[int, int]:
    """Return how often a warrior enters again on its way to `reached`, and where it stops.

    `reached` is a place on a road without end. On one for two numbers of ten, a warrior may go
    round twice, which is our choice. Without steps left, it stops in the enemy base.
    """
    far = ruleset.road + 1
    from_home = reached if direction > 0 else far - reached
    rounds, steps = divmod(from_home - 1, far)
    return rounds, steps + 1 if direction > 0 else far - steps - 1


def _stop(ruleset: Ruleset, move: Move, moved: Stack) -> Move:
    """Complete a move that stops on a space; `moved` is the stack there."""
    if moved.at in ruleset.fire_spaces:
        burnt = one_of(moved.captain) + pack_crowd(moved.captives)
        return replace(move, arrival=Arrival.FIRE, killed=burnt)
    space = 1 << moved.at
    if move.backwards:
        hindrances = space << ABSENT
    else:
        # a stack that turns or goes round and returns to where it stood does not block itself
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
    """Return the crowds that return to base, including the captain, and that are killed."""
    captives, comrades = pack_crowd(stack.captives), 0
    if ruleset.spares_comrades:
        comrades = captives & side_mask(ruleset.seats, ruleset.side(stack.captain))
    return comrades + one_of(stack.captain), captives - comrades
