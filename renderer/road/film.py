"""Road games as animated GIFs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.text import Say
from renderer.animation import animate
from renderer.film import delays, kept
from renderer.palette import palette
from renderer.road.measures import HEAD
from renderer.road.picture import drawn
from renderer.road.view import RoadView
from renderer.theme import MAIZE, Theme


def film(frames: Sequence[RoadView], say: Say, theme: Theme = MAIZE, seen_from: int = 0) -> bytes:
    """Return `frames`, which are of one game, as a GIF file half the size of a picture.

    Landings, and who has won a match, are not shown. If there are more than MOST frames, those
    without a capture or kill are left out first. At least one frame is required.
    """
    views = [_shown(frames[index]) for index in kept(turning(frames))]
    pictures = [
        drawn(view, say, theme, seen_from, half=True, height=HEAD).picture for view in views
    ]
    return animate(pictures, delays(turning(views)), palette(theme).bytes)


def _shown(view: RoadView) -> RoadView:
    """Return a view without what only some frames have, and all need the room for."""
    match = None if view.match is None else replace(view.match, result=None)
    return replace(view, landings=(), match=match)


def turning(frames: Sequence[RoadView]) -> list[bool]:
    """Return for each frame whether a warrior was captured or lost since the previous one."""
    return [_turns(before, after) for before, after in pairwise((frames[0], *frames))]


def _turns(before: RoadView, after: RoadView) -> bool:
    captured = after.last != before.last and any(move.captured for move in after.last[-1:])
    return captured or (before.killed, before.away) != (after.killed, after.away)
