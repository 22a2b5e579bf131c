"""What a table says about a position: every move with the probability that it wins."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.chance import OPENING, cast_out
from engine.game import Choose, Corrupt, Over, Throw
from engine.tables import Table


class Rated(NamedTuple):
    """A move, and the probability that the side to move wins with it."""

    move: Any
    value: float


def rated(table: Table, position: Any) -> list[Rated]:
    """Return the legal moves of `position`, the best first; none if no move is due."""
    phase = table.game.phase(position)
    moves = phase.moves if isinstance(phase, Choose) else ()
    found = [Rated(move, table.after(position, move)) for move in moves]
    return sorted(found, key=lambda each: -each.value)


def lines(table: Table, position: Any) -> Iterator[str]:
    """Yield lines for people: the odds of the side to move, then its moves for each number.

    Raises Corrupt for positions that tables don't contain: if the game is over, its opening isn't,
    or play can't lead there.
    """
    game = table.game
    phase = game.phase(position)
    if isinstance(phase, Over):
        raise Corrupt("the game is over in this position")
    if isinstance(phase, Throw) and phase.opening:
        raise Corrupt(OPENING)
    try:
        value = table.value(position)
    except KeyError:
        raise Corrupt(
            "play can't lead to this position, so the table has no value for it"
        ) from None
    yield f"{game.header}, position {game.write_position(position)}"
    yield f"The side to move wins with {value:.2%}"
    for after, odds in cast_out(game, position).items():
        numbers = ",".join(map(str, after.numbers))
        if isinstance(phase, Throw):
            yield f"{numbers}, thrown with {float(odds):.2%}: {table.value(after):.2%}"
        for each in rated(table, after):
            yield f"  {game.write_move(each.move):6} {each.value:.2%}"
        if not isinstance(game.phase(after), Choose):
            yield f"  {'-':6} {table.value(after):.2%}"
