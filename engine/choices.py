"""What a player decides between: the different outcomes of a turn, not every order of moves."""

from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from engine.game import Choose, Game, Pass

P = TypeVar("P")
M = TypeVar("M")

MOST: Final = 12
"""How many outcomes are told apart; of more, players would look for theirs in a long list."""


def choices(game: Game[P, M], position: P, numbers: int) -> Sequence[tuple[M, ...]]:
    """Return the moves that lead to each outcome of playing the next `numbers` numbers.

    Of several ways to the same outcome, it is the first one in the order of legal moves. If there
    are more than MOST outcomes, only the first moves of these ways are returned, so that one number
    is decided at a time. Empty if no move is due.
    """
    if not isinstance(game.phase(position), Choose):
        return ()
    first = dict[P, tuple[M, ...]]()
    for moves, outcome in _ways(game, position, numbers):
        first.setdefault(outcome, moves)
    ways = tuple(first.values())
    return ways if len(ways) <= MOST else tuple(dict.fromkeys(way[:1] for way in ways))


def _ways(game: Game[P, M], position: P, numbers: int) -> Iterator[tuple[tuple[M, ...], P]]:
    """Yield every way to play so many numbers, and where it leads; what can't be played is lost."""
    phase = game.phase(position)
    if numbers == 0 or not isinstance(phase, Choose):
        yield (), game.skip(position) if isinstance(phase, Pass) else position
        return
    for move in phase.moves:
        for rest, outcome in _ways(game, game.play(position, move), numbers - 1):
            yield (move, *rest), outcome
