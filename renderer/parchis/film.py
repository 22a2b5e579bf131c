"""Games of Parchís as animated GIFs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from engine.text import Say
from renderer.animation import animate
from renderer.parchis.colours import paints
from renderer.parchis.drawing import palette
from renderer.parchis.layout import GOAL, HOME
from renderer.parchis.picture import drawn
from renderer.parchis.view import MoveView, ParchisView
from renderer.theme import MAIZE, Theme

MOST: Final = 40
"""The maximum number of boards."""

STEP, TURN, END = 100, 170, 500
"""The delay of a board, of one with a capture or an arrival, and of the last, in 1/100 s."""


def film(views: Sequence[ParchisView], say: Say, theme: Theme = MAIZE) -> bytes:
    """Return `views`, which are of one game, as a GIF file half the size of a picture.

    Moves that can be made, and who has won a match, are not shown. If there are more than MOST
    views, those without a capture or an arrival are left out first. At least one view is required.
    """
    shown = [replace(views[index], moves=(), result=None) for index in kept(views)]
    colours = palette(paints(theme))
    boards = [colours.halved(drawn(view, say, theme).picture) for view in shown]
    delays = [TURN if turning else STEP for turning in _turning(shown)]
    delays[-1] = END
    return animate(boards, delays, colours.bytes)


def kept(views: Sequence[ParchisView]) -> list[int]:
    """Return the indices of the views to show: at most MOST, with the first and the last."""
    ends = {0, len(views) - 1}
    turning = {index for index, turns in enumerate(_turning(views)) if turns} - ends
    others = set(range(len(views))) - ends - turning
    shown = ends | set(_spread(sorted(turning), MOST - len(ends)))
    return sorted(shown | set(_spread(sorted(others), MOST - len(shown))))


def _turning(views: Sequence[ParchisView]) -> Iterator[bool]:
    """Yield for each view whether a piece was sent home or arrived since the previous one."""
    for before, after in pairwise((views[0], *views)):
        yield after.last != before.last and any(map(_turns, after.last[-1:]))


def _turns(move: MoveView) -> bool:
    return bool(move.captures) or move.end in (HOME, GOAL)


def _spread(indices: Sequence[int], most: int) -> Sequence[int]:
    """Return at most `most` of `indices`, evenly spaced."""
    if len(indices) <= most:
        return indices
    return [indices[step * len(indices) // most] for step in range(most)]
