"""Every conceivable move is either legal or refused with the rule that it breaks.

The rules are implemented a second time here, as simply as possible, on unpacked positions.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine import IllegalMove
from engine.road.game import RoadGame
from engine.road.position import Position
from engine.road.reason import Reason
from engine.road.ruleset import FarEnd, Ruleset
from engine.road.stack import Stack
from engine.road.unpacked import Unpacked
from engine.stage import Stage

Journey = Callable[[RoadGame, Random, int], list[Position]]

SEATS = "abcdefghijklmnop"


class Candidate(NamedTuple):
    """A conceivable move. A warrior that would enter is a `stack` in its base."""

    text: str
    stack: Stack
    enters: bool
    direction: int
    number: int


def candidates(ruleset: Ruleset, unpacked: Unpacked) -> Iterator[Candidate]:
    """Generate moves from every stack and base, both ways, by every number up to 11."""
    nobody = (0,) * ruleset.seats
    in_bases = [
        Stack(ruleset.home(seat), seat, ruleset.forward(seat), nobody)
        for seat in (range(ruleset.seats) if ruleset.sharing else [unpacked.turn])
    ]
    for enters, stacks in ((True, in_bases), (False, unpacked.stacks)):
        for stack in stacks:
            start = "b" if enters else str(stack.at)
            who = name(ruleset, stack) if ruleset.sharing else ""
            for sign, direction in (("+", 1), ("-", -1)):
                for number in range(12):
                    yield Candidate(f"{start}{who}{sign}{number}", stack, enters, direction, number)


def name(ruleset: Ruleset, stack: Stack) -> str:
    """Write a stack as its captain's letter, a capital if homeward, followed by its captives."""
    letter = SEATS[stack.captain]
    captain = letter if stack.heading == ruleset.forward(stack.captain) else letter.upper()
    return captain + "".join(f"{n}{SEATS[seat]}" for seat, n in enumerate(stack.captives) if n)


def broken_rule(ruleset: Ruleset, unpacked: Unpacked, candidate: Candidate) -> Reason | None:
    """Return the rule that the move breaks, if any."""
    if candidate.number not in unpacked.numbers:
        return Reason.OTHER_NUMBER
    if candidate.number == 0:
        return Reason.NOUGHT
    return why_not_this_stack(ruleset, unpacked, candidate) or why_not_this_way(
        ruleset, unpacked, candidate
    )


def why_not_this_stack(ruleset: Ruleset, unpacked: Unpacked, candidate: Candidate) -> Reason | None:
    """Return why this seat may not move that stack or warrior, if it may not."""
    turn, captain = unpacked.turn, candidate.stack.captain
    on_the_road = {stack.captain for stack in unpacked.stacks}
    helps = ruleset.seats > 2 and turn not in on_the_road and not unpacked.base[turn]
    if ruleset.side(captain) != ruleset.side(turn):
        return Reason.OTHERS if candidate.enters else Reason.NOT_YOURS
    if captain != turn and not helps:
        return Reason.OTHERS
    if not candidate.enters:
        return None
    held_up = ruleset.single_file and captain in on_the_road
    if unpacked.base[captain] and not held_up:
        return None
    if captain != turn:
        return Reason.OTHERS
    return Reason.SINGLE_FILE if unpacked.base[turn] else Reason.BASE_EMPTY


def why_not_this_way(ruleset: Ruleset, unpacked: Unpacked, candidate: Candidate) -> Reason | None:
    """Return why the stack can't make this move, if it can't."""
    stack, direction, number = candidate.stack, candidate.direction, candidate.number
    captain_goes_forward = direction == ruleset.forward(stack.captain)
    backwards = stack.heading not in (0, direction)
    if backwards and not ruleset.fights_back:
        return Reason.WRONG_WAY
    space = stack.at + direction * number
    far_base = ruleset.road + 1 if direction == 1 else 0
    lone = not any(stack.captives)
    bounces = ruleset.far_end is FarEnd.BOUNCE and lone and captain_goes_forward
    past_the_last = (space - far_base) * direction + 1
    if bounces and past_the_last >= 0:
        space = far_base - direction * (1 + past_the_last)
    elif ruleset.exact and past_the_last > 1:
        return Reason.NOT_EXACT
    if ruleset.far_end is FarEnd.RE_ENTER and lone and captain_goes_forward:
        while past_the_last > 1:
            space -= direction * (ruleset.road + 1)
            past_the_last -= ruleset.road + 1
    others = list(unpacked.stacks)
    if not candidate.enters:
        others.remove(stack)
    sides = {ruleset.side(other.captain) for other in others if other.at == space}
    own = ruleset.side(stack.captain)
    if not 1 <= space <= ruleset.road:
        return Reason.NO_ENEMY if backwards else None
    if backwards:
        return None if 1 - own in sides else Reason.NO_ENEMY
    return Reason.OWN_STACK if own in sides and not ruleset.sharing else None


@given(st.from_type(Ruleset), st.integers(0, 1 << 32).map(Random))
def test_every_move_is_legal_or_refused_with_its_reason(
    journey: Journey, ruleset: Ruleset, chance: Random
) -> None:
    """A move that breaks no rule is legal; any other is refused with the first rule it breaks."""
    game = RoadGame(ruleset)
    choices = [p for p in journey(game, chance, 80) if p.stage is Stage.MOVE]
    position = chance.choice(choices)
    unpacked = game.unpack(position)
    legal = {game.write_move(move) for move in game.moves(position)}
    allowed = set()
    for candidate in candidates(ruleset, unpacked):
        reason = broken_rule(ruleset, unpacked, candidate)
        if reason is None:
            allowed.add(candidate.text)
        else:
            with pytest.raises(IllegalMove) as refusal:
                game.read_move(position, candidate.text)
            assert (candidate.text, refusal.value.reason) == (candidate.text, reason)
    assert legal == allowed


@given(st.from_type(Ruleset), st.integers(0, 1 << 32).map(Random))
def test_an_empty_space_has_no_move(journey: Journey, ruleset: Ruleset, chance: Random) -> None:
    """A move from an empty space is refused in either direction."""
    game = RoadGame(ruleset)
    position = chance.choice([p for p in journey(game, chance, 80) if p.stage is Stage.MOVE])
    number = position.numbers[-1]
    assume(number)
    taken = {stack.at for stack in game.unpack(position).stacks}
    for space in set(range(ruleset.road + 2)) - taken:
        for sign in "+-":
            with pytest.raises(IllegalMove) as refusal:
                game.read_move(position, f"{space}{sign}{number}")
            assert refusal.value.reason is Reason.NO_STACK
