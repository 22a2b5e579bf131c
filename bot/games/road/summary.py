"""What a whole road game was like: how long, how fierce, and who led when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from engine import Choose
from engine.record import replay
from engine.road.game import RoadGame
from engine.road.ruleset import AfterCapture
from engine.road.unpacked import Unpacked
from engine.text import Text

Names: TypeAlias = Sequence[tuple[Text, ...]]
"""Everyone of each side."""

TALL = 3
"""Lower stacks are nothing to speak of."""


@dataclass(slots=True)
class _Course:
    """What is counted while a game is played again.

    `leads` are (move, side or None): since which move a side is ahead, or neither, newest last.
    """

    moves: int
    captures: int
    tallest: int
    leads: list[tuple[int, int | None]]


def summary(game: RoadGame, record: Iterable[str], names: Names) -> tuple[Text, ...]:
    """Say in a line or two what a game was like; nothing of one without a move."""
    course = _played(game, record)
    if not course.moves:
        return ()
    length = Text("summary.moves", count=course.moves)
    fight = Text("summary.captures", count=course.captures)
    told = Text("summary.game", moves=length, captures=fight)
    if course.tallest >= TALL:
        told = Text("summary.tallest", told=told, count=course.tallest)
    return (told, *_lead(course, names))


def _played(game: RoadGame, record: Iterable[str]) -> _Course:
    course = _Course(0, 0, 0, [(0, None)])
    for played in replay(game, record):
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
    """How far a side has come: warriors that are free, or where they are scored, those killed."""
    seats = [seat for seat in range(game.seats) if game.side(seat) == side]
    if game.ruleset.after_capture is AfterCapture.LEAVE:
        return sum(seen.killed) - sum(seen.killed[seat] for seat in seats)
    lost = sum(stack.captives[seat] for stack in seen.stacks for seat in seats)
    return -lost - sum(seen.killed[seat] for seat in seats)


def _lead(course: _Course, names: Names) -> tuple[Text, ...]:
    """Say who led in the end, since when, and how often the lead had changed hands.

    Nothing of a lead that the last move brought about: the result says that.
    """
    since, side = course.leads[-1]
    if side is None or since == course.moves:
        return ()
    leaders = [leader for leader, _ in groupby(one for _, one in course.leads if one is not None)]
    ahead = Text("summary.led", name=names[side], move=since)
    if len(leaders) == 1:
        return (ahead,)
    return (Text("summary.changed", count=len(leaders) - 1, led=ahead),)
