"""Who may move: the stacks on the road and warriors in base that a seat may play."""

from collections.abc import Callable
from typing import TypeAlias

from engine.road.ruleset import Ruleset
from engine.road.stack import Stack, captain_of, pack_stack

Movers: TypeAlias = Callable[[int, tuple[int, ...], int], tuple[int, ...]]
"""Returns the packed stacks that a seat may move, including warriors in base as stacks there.

Its arguments are the seat whose turn it is, the packed stacks of its side and the crowd in base.
"""


def movers(ruleset: Ruleset) -> Movers:
    """Return the function that finds who may move under `ruleset`."""
    seats = range(ruleset.seats)
    entrant = tuple(
        (pack_stack(Stack(ruleset.home(seat), seat, ruleset.forward(seat), ())),) for seat in seats
    )
    in_base = tuple(0xF << 4 * seat for seat in seats)
    team = tuple(
        tuple(other for other in seats if ruleset.side(other) == ruleset.side(seat))
        for seat in seats
    )

    def alone(turn: int, mine: tuple[int, ...], base: int) -> tuple[int, ...]:
        return entrant[turn] + mine if base & in_base[turn] else mine

    def alone_in_single_file(turn: int, mine: tuple[int, ...], base: int) -> tuple[int, ...]:
        return mine if mine or not base & in_base[turn] else entrant[turn]

    def with_partners(turn: int, mine: tuple[int, ...], base: int) -> tuple[int, ...]:
        own = tuple([stack for stack in mine if captain_of(stack) == turn])
        if base & in_base[turn]:
            return own if own and ruleset.single_file else entrant[turn] + own
        return own or mine + partners(turn, mine, base)

    def partners(turn: int, mine: tuple[int, ...], base: int) -> tuple[int, ...]:
        """Return the warriors in base that `turn` may enter for its partners."""
        captains = {captain_of(stack) for stack in mine} if ruleset.single_file else ()
        return tuple(
            entrant[seat][0] for seat in team[turn] if base & in_base[seat] and seat not in captains
        )

    if ruleset.seats > 2:
        return with_partners
    return alone_in_single_file if ruleset.single_file else alone
