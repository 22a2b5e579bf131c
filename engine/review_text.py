"""Reviews as lines for people and as data for programs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.games import AnyGame
from engine.players.judge import Source
from engine.record import Record
from engine.review import Decision, Luck, Review, Total
from engine.tags import SEATS
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
    names = _names(game, record)
    yield record.header
    yield f"Judged by {_JUDGES[reviewed.source]}"
    yield ""
    for side, total in enumerate(reviewed.totals):
        players = (name for seat, name in enumerate(names) if game.side(seat) == side)
        yield f"{' and '.join(players)}: {_total(total)}"
    if worst := reviewed.worst(SHOWN):
        yield ""
        yield "Moves that cost most:"
    for decision in worst:
        yield f"  {_mistake(names, decision)}"
    throws = (("Luckiest throw", 1), ("Unluckiest throw", -1))
    found = [(label, reviewed.luckiest(sign)) for label, sign in throws]
    if any(luck is not None for _, luck in found):
        yield ""
    for label, luck in found:
        if luck is not None:
            yield f"{label}: {_luck(names, luck)}"
    yield ""
    yield "Step, and how probably each side wins:"
    for step, odds in enumerate(reviewed.curve):
        yield f"{step:>6}  {'  '.join(f'{share:6.1%}' for share in odds)}"


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


def _names(game: AnyGame, record: Record) -> Sequence[str]:
    """Return the names of those who began the game, or its seats without names."""
    seats = SEATS[: game.seats]
    return [*map(printable, record.tags.players)] or [f"Seat {seat}" for seat in seats]


def _total(total: Total) -> str:
    accuracy = total.accuracy
    played = "accuracy unknown" if accuracy is None else f"accuracy {accuracy:.0%}"
    lost = f"lost {_points(total.lost)} in {total.decisions} decisions"
    return f"{played}, {lost}, luck {_signed(total.gained)}"


def _mistake(names: Sequence[str], made: Decision) -> str:
    chances = f"{made.value:.1%} to win, not {made.highest:.1%}"
    return (
        f"step {made.step}: {names[made.seat]} plays {made.played} instead of {made.best}:"
        f" {chances}, {_points(made.loss)} lost"
    )


def _luck(names: Sequence[str], luck: Luck) -> str:
    return f"{names[luck.seat]}'s {luck.cast} before step {luck.step}, {_signed(luck.gain)}"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _signed(share: float) -> str:
    """Return percentage points with a sign, or 0."""
    return f"{100 * share:+.1f} points" if abs(share) >= _LEAST else "0 points"
