"""The names of players in a form that can be drawn; a name never vanishes."""

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.road.view import RoadView, SeatView

SHORT = 24
"""The maximum length of a name at the beginning of a sentence, in characters."""

BRIEF, BRIEF_SIZE = 230, 25
"""The maximum width of a name beside others, in pixels, and the text size to measure it with."""


def called(view: RoadView, seat: int, say: Say) -> str:
    """Return the drawable part of a player's name; the side's name if that is empty."""
    return _drawn(view.seats[seat], say)


def brief(seat: SeatView, say: Say) -> str:
    """Return the drawable part of a player's name, shortened to leave room for another one."""
    return lettering.shorten(_drawn(seat, say), BRIEF, BRIEF_SIZE, bold=True)


def short_called(view: RoadView, seat: int, say: Say) -> str:
    """Return a short form of the name for use in a sentence; in teams, the side's name."""
    if view.teams:
        return side_name(view.seats[seat].side, say)
    name = called(view, seat, say)
    return name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + lettering.ELLIPSIS


def side_name(side: int, say: Say) -> str:
    """Return the name of a side."""
    return say(Text(f"picture.side.{side}"))


def fit_sentence(
    say: Say, key: str, name: str, room: int, size: int, least: int
) -> tuple[str, int]:
    """Return a sentence with a player's name, and a size at which it fits into `room` pixels.

    The size shrinks down to `least`; if that is not enough, the name is shortened, never the rest.
    """

    def sentence(part: str) -> str:
        return say(Text(key, name=Name(part)))

    def fits(part: str, smaller: int) -> bool:
        return lettering.width(sentence(part), smaller, bold=True) <= room

    found = lettering.fitting(lambda smaller: fits(name, smaller), size, least)
    return sentence(lettering.longest(lambda part: fits(part, found), name)), found


def _drawn(seat: SeatView, say: Say) -> str:
    return lettering.drawable(seat.name) or side_name(seat.side, say)
