"""Taking back moves: which entries to add to a record, and where the game stands then."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from bot.table.table import Table
from engine import Choose, Corrupt, Game, Throw
from engine.record import UNDO, Played, standing

P = TypeVar("P")
M = TypeVar("M")


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What it takes to return to before the last move that a player chose, from `seat`.

    `entries` are to be added to the record. Then `position` is reached, after `casts` throws of
    each seat and `moves` moves, of which `forced` left no choice, with the throws `lying` as they
    are in the record. `within_turn`: since that move, nobody else has thrown or moved, so the turn
    has not ended yet. `turns` are the seats whose turn has begun since that move.
    """

    seat: int
    entries: tuple[str, ...]
    position: str
    lying: tuple[str, ...]
    casts: tuple[int, ...]
    moves: int
    forced: int
    within_turn: bool
    turns: tuple[int, ...] = ()


def taken_back(
    game: Game[P, M],
    table: Table,
    record: Sequence[str],
    seats: Collection[int],
    *,
    presses: bool = True,
) -> Taken | None:
    """Return how to take back the last move that the player in `seats` chose.

    None if there is none: moves that former players chose from these seats are not theirs. Moves
    without a choice are taken back with the one before, unless the player `presses` their buttons.
    `record` is that of `table`. Raises Corrupt if it cannot be replayed or does not lead to the
    table.
    """
    line = standing(game, record)
    if not _leads_to(game, table, line):
        raise Corrupt(f"the record of table {table.id} does not lead to its position")
    chosen = list(_chosen(game, table, line, seats, presses=presses))
    if not chosen:
        return None
    at, seat = chosen[-1]
    before, since = line[:at], line[at:]
    return Taken(
        seat=seat,
        entries=(UNDO,) * _moves(since),
        position=game.write_position(line[at].position),
        lying=_lying(game, before, seat),
        casts=line[at].throws,
        moves=_moves(before),
        forced=sum(_is_forced(game, played) for played in before),
        within_turn=all(isinstance(p.phase, Choose) and p.phase.seat == seat for p in since)
        and _still_moves(game, line[-1], seat),
        turns=tuple(_turns(game, since)),
    )


def _leads_to(game: Game[P, M], table: Table, line: Sequence[Played[P, M]]) -> bool:
    casts = sum(isinstance(played.phase, Throw) for played in line)
    reached = line[-1].after if line else game.start()
    return (game.write_position(reached), casts, _moves(line)) == (
        table.position,
        table.casts,
        table.moves,
    )


def _chosen(
    game: Game[P, M],
    table: Table,
    line: Sequence[Played[P, M]],
    seats: Collection[int],
    *,
    presses: bool,
) -> Iterator[tuple[int, int]]:
    """Yield where in the line the players who have these seats now made a choice, and the seat.

    Moves that are decided on together are one choice.
    """
    arrived = {each.seat: each.moves for each in table.former}
    moves = together = 0
    for at, played in enumerate(line):
        if not isinstance(played.phase, Choose):
            together = 0
            continue
        seat = played.phase.seat
        if together:
            together -= 1
        elif seat in seats:
            choices = game.choices(played.position)
            together = max(map(len, choices)) - 1
            chosen = len(choices) > 1 or (presses and _is_asked(game, played))
            if chosen and moves >= arrived.get(seat, 0):
                yield at, seat
        moves += 1


def _is_forced(game: Game[P, M], played: Played[P, M]) -> bool:
    return isinstance(played.phase, Choose) and len(game.choices(played.position)) == 1


def _is_asked(game: Game[P, M], played: Played[P, M]) -> bool:
    """Return whether a step ended before this move: it wasn't too dull to be worth a press."""
    match played.phase:
        case Choose(_, [_]):
            return not game.plays_itself(played.position)
        case Choose():
            return True
    return False


def _moves(line: Sequence[Played[P, M]]) -> int:
    return sum(isinstance(played.phase, Choose) for played in line)


def _turns(game: Game[P, M], since: Sequence[Played[P, M]]) -> Iterator[int]:
    """Yield the seats whose turn began with a choice, after the first entry of `since`."""
    for played, following in zip_longest(since, since[1:]):
        phase = game.phase(played.after)
        if not (isinstance(played.phase, Throw) and isinstance(phase, Choose)):
            continue
        if following is None or _is_asked(game, following):
            yield phase.seat


def _still_moves(game: Game[P, M], last: Played[P, M], seat: int) -> bool:
    """Return whether `seat` is to move after the last entry."""
    phase = game.phase(last.after)
    return isinstance(phase, Choose) and phase.seat == seat


def _lying(game: Game[P, M], line: Sequence[Played[P, M]], seat: int) -> tuple[str, ...]:
    """Return the throws of the turn of `seat` in which the line ends."""
    lying: list[str] = []
    turn: tuple[int, bool] | None = None
    for played in line:
        match played.phase:
            case Throw(thrower, _, opening):
                if thrower == seat:
                    lying = [*lying, played.entry] if turn == (seat, opening) else [played.entry]
                turn = (thrower, opening)
            case Choose() if _is_asked(game, played):
                turn = None
    return tuple(lying)
