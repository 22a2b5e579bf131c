"""Road games as animated GIFs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.text import Say
from renderer.animation import animate
from renderer.palette import palette
from renderer.road.measures import HEAD
from renderer.road.picture import drawn
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme

MOST = 40
"""The maximum number of frames, which keeps the longest two-player games below 350 KB."""

STEP, TURN, END = 100, 170, 500
"""The delay of a frame, of one with a capture or kill, and of the last, in 1/100 s."""


def film(frames: Sequence[RoadView], say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return `frames`, which are of one game, as a GIF file half the size of a picture.

    Landings, and who has won a match, are not shown. If there are more than MOST frames, those
    without a capture or kill are left out first. At least one frame is required.
    """
    views = [_shown(frames[index]) for index in kept(frames)]
    pictures = [
        drawn(view, say, theme, seen_from, half=True, height=HEAD).picture for view in views
    ]
    delays = [TURN if turning else STEP for turning in _turning(views)]
    delays[-1] = END
    return animate(pictures, delays, palette(theme).bytes)


def kept(frames: Sequence[RoadView]) -> list[int]:
    """Return the indices of the frames to show: at most MOST, with the first and the last."""
    ends = {0, len(frames) - 1}
    turning = {index for index, turns in enumerate(_turning(frames)) if turns} - ends
    others = set(range(len(frames))) - ends - turning
    shown = ends | set(_spread(sorted(turning), MOST - len(ends)))
    return sorted(shown | set(_spread(sorted(others), MOST - len(shown))))


def _shown(view: RoadView) -> RoadView:
    """Return a view without what only some frames have, and all need the room for."""
    match = None if view.match is None else replace(view.match, result=None)
    return replace(view, landings=(), match=match)


def _turning(frames: Sequence[RoadView]) -> Iterator[bool]:
    """Yield for each frame whether a warrior was captured or lost since the previous one."""
    for before, after in pairwise((frames[0], *frames)):
        captured = after.last != before.last and any(move.captured for move in after.last[-1:])
        yield captured or (before.killed, before.away) != (after.killed, after.away)


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, evenly spaced."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]
