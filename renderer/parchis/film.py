"""Games of Parchís as animated GIFs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.parchis.board import GOAL, HOME
from engine.text import Say
from renderer.animation import animate
from renderer.film import delays, kept
from renderer.parchis.colours import paints
from renderer.parchis.drawing import palette
from renderer.parchis.picture import drawn
from renderer.parchis.view import MoveView, ParchisView
from renderer.theme import MAIZE, Theme


def film(views: Sequence[ParchisView], say: Say, theme: Theme = MAIZE) -> bytes:
    """Return `views`, which are of one game, as a GIF file half the size of a picture.

    Moves that can be made, and who has won a match, are not shown. If there are more than MOST
    views, those without a capture or an arrival are left out first. At least one view is required.
    """
    shown = [replace(views[index], moves=(), result=None) for index in kept(turning(views))]
    colours = palette(paints(theme))
    boards = [colours.halved(drawn(view, say, theme).picture) for view in shown]
    return animate(boards, delays(turning(shown)), colours.bytes)


def turning(views: Sequence[ParchisView]) -> list[bool]:
    """Return for each view whether a piece was sent home or arrived since the previous one."""
    return [
        after.last != before.last and any(map(_turns, after.last[-1:]))
        for before, after in pairwise((views[0], *views))
    ]


def _turns(move: MoveView) -> bool:
    return bool(move.captures) or move.end in (HOME, GOAL)
