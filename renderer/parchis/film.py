"""Games of Parchís as animated GIFs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.text import Say
from renderer.animation import animate
from renderer.parchis.colours import paints
from renderer.parchis.drawing import palette
from renderer.parchis.layout import GOAL
from renderer.parchis.picture import drawn
from renderer.parchis.view import ParchisView
from renderer.theme import MAIZE, Theme

MOST: Final = 40
"""The maximum number of boards."""

STEP, TURN, END = 100, 170, 500
"""The delay of a board, of one with a capture or an arrival, and of the last, in 1/100 s."""


def film(views: Sequence[ParchisView], say: Say, theme: Theme = MAIZE) -> bytes:
    """Return `views`, which are of one game, as a GIF file half the size of a picture.

    Moves that can be made, and who has won a match, are not shown. If there are more than MOST views, those without a capture
    or an arrival are left out first. At least one view is required.
    """
    shown = [views[index] for index in kept(views)]
    colours = palette(paints(theme))
    boards = [colours.halved(drawn(replace(view, moves=(), result=None), say, theme).picture) for view in shown]
    delays = [TURN if _turning(view) else STEP for view in shown]
    delays[-1] = END
    return animate(boards, delays, colours.bytes)


def kept(views: Sequence[ParchisView]) -> list[int]:
    """Return the indices of the views to show: at most MOST, with the first and the last."""
    ends = {0, len(views) - 1}
    turning = [index for index, view in enumerate(views) if index not in ends and _turning(view)]
    shown = ends | set(_spread(turning, MOST - len(ends)))
    others = [index for index in range(len(views)) if index not in shown]
    return sorted(shown | set(_spread(others, MOST - len(shown))))


def _turning(view: ParchisView) -> bool:
    """Tell whether the last moves captured a piece or brought one into its goal."""
    return any(move.captures or move.end == GOAL for move in view.last)


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, evenly spaced."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]
