"""A position as people read it, to and from the engine's own."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.game import Corrupt
from engine.road.position import Position, Stage
from engine.road.ruleset import Ruleset
from engine.road.stack import Stack, pack_crowd, pack_stack, unpack_crowd, unpack_stack


class View(NamedTuple):
    """Where everybody is; `base`, `killed` and `away` are counted by seat.

    `numbers` are those still to be played, in rising order; in the opening, the number that
    the first side threw. `stacks` are sorted.
    """

    turn: int
    opening: bool
    numbers: tuple[int, ...]
    base: tuple[int, ...]
    killed: tuple[int, ...]
    away: tuple[int, ...]
    stacks: tuple[Stack, ...]


def view_of(ruleset: Ruleset, position: Position) -> View:
    """Return `position` as people read it."""
    seats = ruleset.seats
    return View(
        turn=position.turn,
        opening=position.stage is Stage.OPENING,
        numbers=position.numbers,
        base=unpack_crowd(position.base, seats),
        killed=unpack_crowd(position.killed, seats),
        away=unpack_crowd(position.away, seats),
        stacks=tuple(
            sorted(unpack_stack(code, seats) for side in position.stacks for code in side)
        ),
    )


def position_of(ruleset: Ruleset, view: View) -> Position:
    """Return the position that looks like `view`; Corrupt names what cannot be."""
    _check_stacks(ruleset, view.stacks)
    _check_warriors(ruleset, view)
    free = [_is_free(ruleset, view, side) for side in (0, 1)]
    if not any(free):
        raise Corrupt("no warrior is free on either side")
    _check_turn(ruleset, view, over=not all(free))
    up, down = (
        tuple(sorted(pack_stack(s) for s in view.stacks if ruleset.side(s.captain) == side))
        for side in (0, 1)
    )
    return Position(
        stage=_stage(view, over=not all(free)),
        turn=view.turn,
        numbers=tuple(sorted(view.numbers)),
        stacks=(up, down),
        base=pack_crowd(view.base),
        killed=pack_crowd(view.killed),
        away=pack_crowd(view.away),
    )


def _is_free(ruleset: Ruleset, view: View, side: int) -> bool:
    captains = {stack.captain for stack in view.stacks}
    return any(
        view.base[seat] or seat in captains
        for seat in range(ruleset.seats)
        if ruleset.side(seat) == side
    )


def _stage(view: View, *, over: bool) -> Stage:
    if view.opening:
        return Stage.OPENING
    if over:
        return Stage.OVER
    return Stage.MOVE if view.numbers else Stage.CAST


def _check_stacks(ruleset: Ruleset, stacks: Iterable[Stack]) -> None:
    held: set[int] = set()
    for at, captain, heading, captives in stacks:
        if not 0 <= captain < ruleset.seats:
            raise Corrupt(f"the stack on {at} has no captain: there is no seat {captain}")
        if not 1 <= at <= ruleset.road:
            raise Corrupt(f"a stack on {at}, which is no space: the road is 1 to {ruleset.road}")
        if heading != ruleset.forward(captain):
            raise Corrupt(f"the stack on {at} does not head forward")
        if len(captives) != ruleset.seats:
            raise Corrupt(f"the captives on {at} are not counted for {ruleset.seats} seats")
        if at in held:
            raise Corrupt(f"two stacks on {at}")
        held.add(at)


def _check_warriors(ruleset: Ruleset, view: View) -> None:
    crowds = {"base": view.base, "killed": view.killed, "away": view.away}
    for name, crowd in crowds.items():
        if len(crowd) != ruleset.seats:
            raise Corrupt(f"{name} is not counted for {ruleset.seats} seats")
    if any(view.away):
        raise Corrupt(f"a warrior is away, which {ruleset.key} does not know")
    everywhere = [*crowds.values(), *(stack.captives for stack in view.stacks)]
    if any(count < 0 for crowd in everywhere for count in crowd):
        raise Corrupt("a count of warriors is below none")
    for seat in range(ruleset.seats):
        captains = sum(stack.captain == seat for stack in view.stacks)
        warriors = captains + sum(crowd[seat] for crowd in everywhere)
        if warriors != ruleset.warriors:
            raise Corrupt(f"seat {seat} has {warriors} warriors, not {ruleset.warriors}")


def _check_turn(ruleset: Ruleset, view: View, *, over: bool) -> None:
    turn, numbers = view.turn, view.numbers
    if not 0 <= turn < ruleset.seats:
        raise Corrupt(f"it is the turn of seat {turn}, and there are {ruleset.seats} seats")
    for number in numbers:
        if number not in ruleset.throws.odds:
            raise Corrupt(f"the number {number} cannot be cast with {ruleset.table}")
    if len(numbers) > 1:
        raise Corrupt(f"{len(numbers)} numbers to play, and a turn has one")
    if view.opening:
        if sum(view.base) != ruleset.seats * ruleset.warriors:
            raise Corrupt("a warrior has left its base before the opening was over")
        if turn != len(numbers) * ruleset.seats // 2:
            raise Corrupt(f"it is not seat {turn} that casts in this opening")
    elif over and numbers:
        raise Corrupt("the game is over, and a number is left to play")
