"""The names of players in a form that can be drawn; a name never vanishes."""

from collections.abc import Callable

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.parchis.view import SeatView
from renderer.parchis.words import SIDES

BRIEF, BRIEF_SIZE = 185, 20
"""The maximum width of a name beside three others, in pixels, and the text size to measure it."""


def called(seat: SeatView, say: Say) -> str:
    """Return the drawable part of a player's name; the side's name if that is empty."""
    return lettering.drawable(seat.name) or say(SIDES[seat.arm])


def listed(seat: SeatView, say: Say) -> str:
    """Return what a home calls its player; for a computer, beside the symbol of one."""
    if seat.stands_in:
        return say(Text("picture.for", name=Name(seat.stands_in)))
    return seat.level or called(seat, say)


def brief(seat: SeatView, say: Say) -> str:
    """Return the drawable part of a player's name, shortened to leave room for three others."""
    return lettering.shorten(called(seat, say), BRIEF, BRIEF_SIZE)


def fit_sentence(
    sentence: Callable[[Name], str], name: str, room: int, size: int, least: int
) -> tuple[str, int]:
    """Return a sentence with a player's name, and a size at which it fits into `room` pixels.

    The size shrinks down to `least`; if that is not enough, the name is shortened, never the rest.
    """

    def said(part: str) -> str:
        return sentence(Name(part))

    def fits(part: str, smaller: int) -> bool:
        return lettering.width(said(part), smaller, bold=True) <= room

    found = lettering.fitting(lambda smaller: fits(name, smaller), size, least)
    return said(lettering.longest(lambda part: fits(part, found), name)), found
