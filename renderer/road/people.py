"""What the people of a picture are called, so that they can be drawn: no name ever vanishes."""

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.road.view import RoadView

SHORT = 24
"""The most characters of a name before a sentence."""


def called(view: RoadView, seat: int, say: Say) -> str:
    """Return what can be drawn of a player's name; what the side is called if that is nothing."""
    held = view.seats[seat]
    return lettering.drawable(held.name) or side_name(held.side, say)


def shortly(view: RoadView, seat: int, say: Say) -> str:
    """Return the same where a whole sentence follows; of partners, what their side is called."""
    if view.teams:
        return side_name(view.seats[seat].side, say)
    name = called(view, seat, say)
    return name if len(name) <= SHORT else name[: SHORT - 1].rstrip() + lettering.ELLIPSIS


def side_name(side: int, say: Say) -> str:
    """Return what a side is called, as a name."""
    return say(Text(f"picture.side.{side}"))


def fitted(say: Say, key: str, name: str, room: int, size: int, least: int) -> tuple[str, int]:
    """Return a sentence about somebody and the size at which it fits into `room` pixels.

    It is written smaller, down to `least`; then the name is shortened, never the rest.
    """

    def said(part: str) -> str:
        return lettering.LEFT_TO_RIGHT + say(Text(key, name=Name(part)))

    def wide(part: str, smaller: int) -> bool:
        return lettering.width(said(part), smaller, bold=True) <= room

    found = lettering.fitting(lambda smaller: wide(name, smaller), size, least)
    return said(lettering.longest(lambda part: wide(part, found), name)), found
