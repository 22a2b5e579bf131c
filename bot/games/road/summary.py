"""Summaries of whole road games: moves, captures, the tallest stack and the lead."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from engine import Choose
from engine.record import standing
from engine.road.game import RoadGame
from engine.road.ruleset import AfterCapture
from engine.road.unpacked import Unpacked
from engine.text import Text

TALL = 3
"""The number of warriors from which a stack is worth mentioning."""


@dataclass(slots=True)
class _Course:
    """The statistics collected while replaying a game.

    `leads` has an item (move, side) for each change of the lead, oldest first; the side is None if
    neither leads from that move on.
    """

    moves: int
    captures: int
    tallest: int
    leads: list[tuple[int, int | None]]


def summary(game: RoadGame, record: Iterable[str], names: Sequence[Text]) -> tuple[Text, ...]:
    """Summarize a game in a line or two; return nothing for a game without moves.

    `names` are those of the sides. Moves that were taken back don't count.
    """
    course = _played(game, record)
    if not course.moves:
        return ()
    length = Text("summary.moves", count=course.moves)
    fight = Text("summary.captures", count=course.captures)
    text = Text("summary.game", moves=length, captures=fight)
    if course.tallest >= TALL:
        text = Text("summary.tallest", told=text, count=course.tallest)
    return (text, *_lead(course, names))


def _played(game: RoadGame, record: Iterable[str]) -> _Course:
    course = _Course(0, 0, 0, [(0, None)])
    for played in standing(game, record):
        if not isinstance(played.phase, Choose):
            continue
        course.moves += 1
        move = game.read_move(played.position, played.entry)
        deed = game.deed(played.position, move)
        course.captures += any(deed.captured) or deed.away
        seen = game.unpack(played.after)
        course.tallest = max([course.tallest, *(1 + sum(s.captives) for s in seen.stacks)])
        jade, red = (_strength(game, seen, side) for side in (0, 1))
        leader = None if jade == red else 0 if jade > red else 1
        if leader != course.leads[-1][1]:
            course.leads.append((course.moves, leader))
    return course


def _strength(game: RoadGame, seen: Unpacked, side: int) -> int:
    """Return a score that increases with the strength of a side.

    It is minus the number of its warriors captured or killed, or, where captors leave the road,
    the number of enemies it has killed.
    """
    seats = [seat for seat in range(game.seats) if game.side(seat) == side]
    if game.ruleset.after_capture is AfterCapture.LEAVE:
        return sum(seen.killed) - sum(seen.killed[seat] for seat in seats)
    lost = sum(stack.captives[seat] for stack in seen.stacks for seat in seats)
    return -lost - sum(seen.killed[seat] for seat in seats)


def _lead(course: _Course, names: Sequence[Text]) -> tuple[Text, ...]:
    """Say who led at the end, since when, and how often the lead changed hands.

    A lead that arose with the last move is left out, because the result shows it.
    """
    since, side = course.leads[-1]
    if side is None or since == course.moves:
        return ()
    leaders = [leader for leader, _ in groupby(one for _, one in course.leads if one is not None)]
    ahead = Text("summary.led", name=names[side], move=since)
    if len(leaders) == 1:
        return (ahead,)
    return (Text("summary.changed", count=len(leaders) - 1, led=ahead),)
