"""Reviews as lines for people and as data for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.game import Choose, Pass
from engine.games import AnyGame
from engine.players.judge import Source
from engine.record import Record, standing
from engine.review import Decision, Luck, Review, Total
from engine.tags import SEATS, Tags
from engine.transcript import printable

SHOWN: Final = 3
"""How many of the worst moves are shown."""

_JUDGES: Final[Mapping[Source, str]] = {
    Source.TABLE: "a table of exact values",
    Source.NETWORK: "the network of the computer player hard",
    Source.POINTS: "the points of the computer player hard",
}

_LEAST: Final = 0.0005
"""Changes of less than this are shown as none."""


def lines(game: AnyGame, record: Record, reviewed: Review) -> Iterator[str]:
    """Yield what a review found: the sides, the worst moves, extreme throws, and the curve."""
    moves = _moves_before(game, record)

    def player(seat: int, step: int) -> str:
        return _player(record.tags, seat, moves[step])

    sides = [
        f"{_team(game, record.tags, side)}: {_total(total)}"
        for side, total in enumerate(reviewed.totals)
    ]
    worst = [f"  {_mistake(player(each.seat, each.step), each)}" for each in reviewed.worst(SHOWN)]
    throws = [
        f"{label}: {_luck(player(luck.seat, luck.step), luck)}"
        for label, sign in (("Luckiest throw", 1), ("Unluckiest throw", -1))
        if (luck := reviewed.luckiest(sign)) is not None
    ]
    curve = [
        f"{step:>6}  {'  '.join(f'{share:6.1%}' for share in odds)}"
        for step, odds in enumerate(reviewed.curve)
    ]
    yield record.header
    yield f"Judged by {_JUDGES[reviewed.source]}"
    yield from ("", *sides)
    if worst:
        yield from ("", "Moves that cost most:", *worst)
    if throws:
        yield from ("", *throws)
    if curve:
        yield from ("", "Step, and how probably each side wins:", *curve)


def data(game: AnyGame, reviewed: Review) -> dict[str, Any]:
    """Return a review as data, ready for JSON."""
    return {
        "source": str(reviewed.source),
        "sides": [total._asdict() | {"accuracy": total.accuracy} for total in reviewed.totals],
        "decisions": [
            each._asdict() | {"position": game.write_position(each.position), "loss": each.loss}
            for each in reviewed.decisions
        ],
        "throws": [each._asdict() for each in reviewed.throws],
        "curve": reviewed.curve,
    }


def _moves_before(game: AnyGame, record: Record) -> Sequence[int]:
    """Return how many moves stand before each step of a replay, and at its end."""
    counts = [0]
    for played in standing(game, record.entries):
        if isinstance(played.phase, Choose | Pass):
            counts.append(counts[-1] + isinstance(played.phase, Choose))
    return counts


def _players(tags: Tags, seat: int) -> Sequence[tuple[int, str]]:
    """Return the names of those who had `seat`, each with the moves of the game before that."""
    began = printable(tags.players[seat]) if tags.players else f"Seat {SEATS[seat]}"
    took_over = [each for each in tags.successors if each.seat == seat]
    return [(0, began), *((each.moves, printable(each.player)) for each in took_over)]


def _team(game: AnyGame, tags: Tags, side: int) -> str:
    """Return the names of all who have played for a side."""
    seats = [seat for seat in range(game.seats) if game.side(seat) == side]
    return " and ".join(dict.fromkeys(name for seat in seats for _, name in _players(tags, seat)))


def _player(tags: Tags, seat: int, moves: int) -> str:
    """Return the name of the player who has `seat` after so many moves."""
    return [name for since, name in _players(tags, seat) if since <= moves][-1]


def _total(total: Total) -> str:
    accuracy = total.accuracy
    played = "accuracy unknown" if accuracy is None else f"accuracy {accuracy:.0%}"
    made = f"{total.decisions} decision{'s' * (total.decisions != 1)}"
    lost = f"lost {_points(total.lost)} in {made}"
    return f"{played}, {lost}, luck {_signed(total.gained)}"


def _mistake(player: str, made: Decision) -> str:
    played, best = f"{made.played} ({made.value:.1%} to win)", f"{made.best} ({made.highest:.1%})"
    return (
        f"at step {made.step}, {player} plays {played} instead of {best}, {_points(made.loss)} lost"
    )


def _luck(player: str, luck: Luck) -> str:
    return f"{player}'s {luck.cast} at step {luck.step}, {_signed(luck.gain)}"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _signed(share: float) -> str:
    """Return percentage points with a sign, or 0."""
    return f"{100 * share:+.1f} points" if abs(share) >= _LEAST else "0 points"
