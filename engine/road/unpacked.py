"""Positions in readable form, with conversion to and from the packed form."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.game import Corrupt
from engine.road.position import Position
from engine.road.ruleset import AfterCapture, Casts, FarEnd, Ruleset
from engine.road.stack import Stack, pack_crowd, pack_stack, unpack_crowd, unpack_stack
from engine.stage import Stage


class Unpacked(NamedTuple):
    """A position with named values; `base`, `killed` and `away` are counts by seat.

    `numbers` are those still to be played, in ascending order; during the opening, the number that
    the first side threw; when the turn is `half_cast` (one of two throws is made), the number of
    that throw. `stacks` are sorted.
    """

    turn: int
    opening: bool
    numbers: tuple[int, ...]
    half_cast: bool
    base: tuple[int, ...]
    killed: tuple[int, ...]
    away: tuple[int, ...]
    stacks: tuple[Stack, ...]


def unpack(ruleset: Ruleset, position: Position) -> Unpacked:
    """Return `position` in readable form."""
    seats = ruleset.seats
    return Unpacked(
        turn=position.turn,
        opening=position.stage is Stage.OPENING,
        numbers=position.numbers,
        half_cast=position.stage is Stage.CAST and bool(position.numbers),
        base=unpack_crowd(position.base, seats),
        killed=unpack_crowd(position.killed, seats),
        away=unpack_crowd(position.away, seats),
        stacks=tuple(
            sorted(unpack_stack(code, seats) for side in position.stacks for code in side)
        ),
    )


def pack(ruleset: Ruleset, unpacked: Unpacked) -> Position:
    """Return `unpacked` in packed form; raise Corrupt if it is impossible."""
    _check_stacks(ruleset, unpacked.stacks)
    _check_warriors(ruleset, unpacked)
    free = [_free(ruleset, unpacked, side) for side in (0, 1)]
    leaves = ruleset.after_capture is AfterCapture.LEAVE
    if not any(free) and not leaves:
        raise Corrupt("neither side has a free warrior")
    over = not all(free) or (leaves and is_decided(_lost(ruleset, unpacked), free))
    _check_turn(ruleset, unpacked, over=over)
    up, down = (
        tuple(sorted(pack_stack(s) for s in unpacked.stacks if ruleset.side(s.captain) == side))
        for side in (0, 1)
    )
    stage, numbers = _stage(unpacked, over=over), tuple(sorted(unpacked.numbers))
    base, killed, away = map(pack_crowd, (unpacked.base, unpacked.killed, unpacked.away))
    return Position((stage, unpacked.turn, numbers, (up, down), base, killed, away))


def is_decided(lost: Sequence[int], free: Sequence[int]) -> bool:
    """Return whether the side that killed fewer can't catch up any more, where captors leave.

    `lost` are the killed warriors of each side, and `free` those in base or captains. Another kill
    takes a free warrior from both sides, from one as prey and from the other as captor. That the
    game ends at once is our choice.
    """
    return abs(lost[0] - lost[1]) > min(free)


def _free(ruleset: Ruleset, unpacked: Unpacked, side: int) -> int:
    """Return how many warriors of a side are in base or captains."""
    captains = sum(ruleset.side(stack.captain) == side for stack in unpacked.stacks)
    return captains + _of_side(ruleset, unpacked.base, side)


def _lost(ruleset: Ruleset, unpacked: Unpacked) -> list[int]:
    return [_of_side(ruleset, unpacked.killed, side) for side in (0, 1)]


def _of_side(ruleset: Ruleset, counts: Sequence[int], side: int) -> int:
    return sum(count for seat, count in enumerate(counts) if ruleset.side(seat) == side)


def _stage(unpacked: Unpacked, *, over: bool) -> Stage:
    if unpacked.opening:
        return Stage.OPENING
    if over:
        return Stage.OVER
    return Stage.MOVE if unpacked.numbers and not unpacked.half_cast else Stage.CAST


def _check_stacks(ruleset: Ruleset, stacks: Iterable[Stack]) -> None:
    sides: dict[int, int] = {}
    for stack in stacks:
        at, captain = stack.at, stack.captain
        if not 0 <= captain < ruleset.seats:
            raise Corrupt(f"the captain on {at} is of seat {captain}, which does not exist")
        if len(stack.captives) != ruleset.seats:
            raise Corrupt(f"the captives on {at} need {ruleset.seats} counts, one for each seat")
        _check_heading(ruleset, stack)
        if not 1 <= at <= ruleset.road:
            _check_waiting(ruleset, stack)
            continue
        if at in ruleset.fire_spaces:
            raise Corrupt(f"no stack can stand in the fire on {at}")
        side = ruleset.side(captain)
        if at in sides and not (ruleset.sharing and sides[at] == side):
            raise Corrupt(f"the stacks on {at} cannot share the space")
        sides[at] = side


def _check_heading(ruleset: Ruleset, stack: Stack) -> None:
    at, captives = stack.at, any(stack.captives)
    if captives and ruleset.after_capture is AfterCapture.LEAVE:
        raise Corrupt(f"the stack on {at} cannot hold captives: {ruleset.key} has none on the road")
    if stack.heading == 0:
        if ruleset.after_capture is not AfterCapture.OPEN or not captives:
            raise Corrupt(f"the stack on {at} must head up or down the road")
    elif abs(stack.heading) != 1:
        raise Corrupt(f"the heading on {at} must be 1, -1 or 0, not {stack.heading}")
    elif stack.heading != ruleset.forward(stack.captain) and not ruleset.turns_round:
        raise Corrupt(f"the stack on {at} must head for the enemy base")


def _check_waiting(ruleset: Ruleset, stack: Stack) -> None:
    """Raise Corrupt unless the stack is a lone warrior in the enemy base on its way home."""
    far = ruleset.road + 1 - ruleset.home(stack.captain)
    if (
        ruleset.far_end is not FarEnd.WALK_BACK
        or stack.at != far
        or any(stack.captives)
        or stack.heading == ruleset.forward(stack.captain)
    ):
        raise Corrupt(f"the stack on {stack.at} is off the road, which has {ruleset.road} spaces")


def _check_warriors(ruleset: Ruleset, unpacked: Unpacked) -> None:
    crowds = {"base": unpacked.base, "killed": unpacked.killed, "away": unpacked.away}
    for name, crowd in crowds.items():
        if len(crowd) != ruleset.seats:
            raise Corrupt(f"{name} needs {ruleset.seats} counts, one for each seat")
    if any(unpacked.away) and ruleset.after_capture is not AfterCapture.LEAVE:
        raise Corrupt(f"away must be 0: in {ruleset.key} captors do not leave the road for good")
    everywhere = [*crowds.values(), *(stack.captives for stack in unpacked.stacks)]
    if any(count < 0 for crowd in everywhere for count in crowd):
        raise Corrupt("a count of warriors is negative")
    for seat in range(ruleset.seats):
        captains = sum(stack.captain == seat for stack in unpacked.stacks)
        warriors = captains + sum(crowd[seat] for crowd in everywhere)
        if warriors != ruleset.warriors:
            raise Corrupt(f"seat {seat} has {warriors} warriors, not {ruleset.warriors}")


def _check_turn(ruleset: Ruleset, unpacked: Unpacked, *, over: bool) -> None:
    turn, numbers = unpacked.turn, unpacked.numbers
    if not 0 <= turn < ruleset.seats:
        raise Corrupt(f"the turn is that of seat {turn}, which does not exist")
    half = unpacked.opening or unpacked.half_cast
    known = ruleset.throws.odds if half else ruleset.numbers
    for number in numbers:
        if number not in known:
            raise Corrupt(f"{number} cannot be thrown with {ruleset.table}")
    most = 2 if ruleset.casts is Casts.EACH and not half else 1
    if len(numbers) > most:
        raise Corrupt(f"{len(numbers)} numbers cannot be left to play; the maximum is {most}")
    if unpacked.half_cast and (unpacked.opening or ruleset.casts is Casts.ONE or not numbers):
        raise Corrupt("no second throw is due")
    if unpacked.opening:
        if sum(unpacked.base) != ruleset.seats * ruleset.warriors:
            raise Corrupt("all warriors must be in base during the opening")
        if turn != len(numbers) * ruleset.seats // 2:
            raise Corrupt(f"seat {turn} cannot be the one to throw in this opening")
    elif over and numbers:
        raise Corrupt("the game is over, so no number can be left to play")
