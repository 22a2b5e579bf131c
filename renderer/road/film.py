"""A game on the road as a moving picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.text import Say
from renderer.animation import animate
from renderer.road.measures import HEAD
from renderer.road.picture import drawn
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme

MOST = 40
"""The most frames: so the longest games of two stay below 350 KB."""

STEP, TURN, END = 100, 170, 500
"""How long a frame is shown, one with a capture or a killing, and the last: in hundredths."""


def film(frames: Sequence[RoadView], say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return `frames`, all of one game, as a GIF file half as large as a picture.

    Where the mover can land is not shown: nobody is asked. Of more than MOST those are left out
    first in which nobody is captured or killed. There must be at least one.
    """
    views = [replace(frames[index], landings=()) for index in kept(frames)]
    pictures = [drawn(view, say, theme, seen_from, half=True, high=HEAD).picture for view in views]
    delays = [TURN if turning else STEP for turning in _turning(views)]
    delays[-1] = END
    return animate(pictures, delays, theme)


def kept(frames: Sequence[RoadView]) -> list[int]:
    """Return which frames are shown: at most MOST, the first and the last always."""
    ends = {0, len(frames) - 1}
    turning = {index for index, turns in enumerate(_turning(frames)) if turns} - ends
    others = set(range(len(frames))) - ends - turning
    shown = ends | set(_spread(sorted(turning), MOST - len(ends)))
    return sorted(shown | set(_spread(sorted(others), MOST - len(shown))))


def _turning(frames: Sequence[RoadView]) -> Iterator[bool]:
    """Tell of each frame whether somebody has been captured or lost since the one before."""
    for before, after in pairwise((frames[0], *frames)):
        captured = after.last != before.last and any(move.captured for move in after.last[-1:])
        yield captured or (before.killed, before.away) != (after.killed, after.away)


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, at even distances."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]
