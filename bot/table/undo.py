"""Taking back moves: which entries to add to a record, and where the game stands then."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine import AnyGame, Choose, Throw
from engine.record import UNDO, Played, standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What it takes to return to before the last move that a seat chose.

    `entries` are to be added to the record. Then `position` is reached, after `casts` throws and
    `moves` moves, with the throws `lying` as they are in the record. `within_turn`: since that
    move, nobody else has thrown or moved, so the turn has not ended yet.
    """

    entries: tuple[str, ...]
    position: str
    lying: tuple[str, ...]
    casts: int
    moves: int
    within_turn: bool


def taken_back(game: AnyGame, record: Sequence[str], seat: int) -> Taken | None:
    """Return how to take back the last move that `seat` chose, None if there is none.

    Moves that play themselves are not chosen; they are taken back with the one before. Raises
    Corrupt if the record cannot be replayed.
    """
    line = standing(game, record)
    chosen = [at for at, played in enumerate(line) if _chose(game, played, seat)]
    if not chosen:
        return None
    at = chosen[-1]
    before, since = line[:at], line[at:]
    return Taken(
        entries=(UNDO,) * _moves(since),
        position=game.write_position(line[at].position),
        lying=_lying(before, seat),
        casts=line[at].throws,
        moves=_moves(before),
        within_turn=all(isinstance(p.phase, Choose) and p.phase.seat == seat for p in since)
        and _still_moves(game, line[-1], seat),
    )


def _chose(game: AnyGame, played: Played[Any, Any], seat: int) -> bool:
    match played.phase:
        case Choose(mover, [_]) if game.plays_itself(played.position):
            return False
        case Choose(mover):
            return mover == seat
    return False


def _moves(line: Sequence[Played[Any, Any]]) -> int:
    return sum(isinstance(played.phase, Choose) for played in line)


def _still_moves(game: AnyGame, last: Played[Any, Any], seat: int) -> bool:
    """Return whether `seat` is to move after the last entry."""
    phase = game.phase(last.after)
    return isinstance(phase, Choose) and phase.seat == seat


def _lying(line: Sequence[Played[Any, Any]], seat: int) -> tuple[str, ...]:
    """Return the throws of the turn of `seat` in which the line ends."""
    lying: list[str] = []
    turn: tuple[int, bool] | None = None
    for played in line:
        if isinstance(played.phase, Throw):
            thrower = (played.phase.seat, played.phase.opening)
            if played.phase.seat == seat:
                lying = [*lying, played.entry] if turn == thrower else [played.entry]
            turn = thrower
    return tuple(lying)
