"""Drawing the bases of a position: yards, warriors in their sockets, and names."""

from collections.abc import Iterator
from typing import Final

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.placing import Placed, Sprite
from renderer.road import sprites
from renderer.road.people import called
from renderer.road.piles import by_side
from renderer.road.plan import Base
from renderer.road.pyramids import Yard, pyramid, yard
from renderer.road.sprites import Fate
from renderer.road.view import DRAW, RoadView
from renderer.theme import Theme

NAME, NAME_LEAST = 27, 19
SIGN: Final = 22
"""The size of the sign beside a name."""


def sockets(view: RoadView) -> int:
    """Return the number of sockets in a base: one per warrior, or in teams, one per partner."""
    if view.teams:
        return len(view.seats) // 2
    return max(view.warriors)


def draw(canvas: Canvas, view: RoadView, side: int, base: Base, say: Say) -> None:
    """Draw the base of `side`."""
    for placed in (*state(view, side, base), *warriors(view, side, base)):
        canvas.put(placed)
    if base.name:
        _name(canvas, view, side, base.name, say)


def state(view: RoadView, side: int, base: Base) -> Iterator[Placed[Theme]]:
    """Yield the base of `side` in its state, unless that is the usual one."""
    shown = _state(view, side)
    if shown is not Yard.USUAL:
        sprite: Sprite[Theme] = Sprite(yard, (side, base.yard.size, sockets(view), shown))
        yield Placed(f"y{side}", sprite, *base.yard.start, centred=False)


def warriors(view: RoadView, side: int, base: Base) -> Iterator[Placed[Theme]]:
    """Yield the warriors in the sockets of the base of `side`, and signs of those that are lost."""
    count = sockets(view)
    built = pyramid(base.yard.size, count)
    fates = zip(built.sockets, _fates(view, side, count), strict=False)
    for number, ((x, y), (fate, mark)) in enumerate(fates):
        if fate:
            sprite: Sprite[Theme] = Sprite(sprites.in_socket, (side, built.socket, fate, mark))
            yield Placed(f"b{side}.{number}", sprite, base.yard.left + x, base.yard.top + y)


def _state(view: RoadView, side: int) -> Yard:
    """Return the state of the base of `side`."""
    if view.banner and view.winner not in (None, DRAW):
        return Yard.WON if view.winner == side else Yard.LOST
    home = view.road + 1 if side else 0
    for trace in reversed(view.last):
        if home in (trace.start, trace.end):
            return (Yard.MOVED_0, Yard.MOVED_1)[view.seats[trace.seat].side]
    return Yard.USUAL


def _fates(view: RoadView, side: int, socket_count: int) -> list[tuple[Fate | None, int]]:
    """Return the fate and mark for each socket: warriors in base first, killed ones last.

    In teams, each partner has one socket with its number, filled while the partner has a warrior in
    base.
    """
    if view.teams:
        seats = view.seats_of(side)
        return [("free" if view.base[seat] else None, n) for n, seat in enumerate(seats, start=1)]
    home, killed, away = (
        by_side(crowd, view.seats)[side] for crowd in (view.base, view.killed, view.away)
    )
    fates: tuple[tuple[Fate | None, int], ...] = (
        ("free", home),
        (None, socket_count - home - killed - away),
        ("away", away),
        ("killed", killed),
    )
    return [(fate, 0) for fate, count in fates for _ in range(count)]


def _name(canvas: Canvas, view: RoadView, side: int, box: Box, say: Say) -> None:
    """Write the player's name above the base, on a plate while it is their turn.

    A computer whose name would be cut off goes by that word, without its level.
    """
    theme, (seat, *_) = canvas.theme, view.seats_of(side)
    look, moves = theme.sides[side], view.turn == seat
    ground = look.bar if moves else theme.ground
    if moves:
        canvas.lay(sprites.plate(theme, look.bar, box.size), *box.start)
    name, room = called(view, seat, say), box.width - SIGN - 12
    if view.seats[seat].level and lettering.width(name, NAME_LEAST, bold=True) > room:
        name = say(Text("computer.plain"))
    shown, size = lettering.fit(name, room, NAME, bold=True, least=NAME_LEAST)
    width = lettering.width(shown, size, bold=True)
    left = box.left + max(3, (box.width - SIGN - 6 - width) // 2)
    y = (box.top + box.bottom) // 2
    canvas.lay_at(sprites.sign(theme, side, SIGN, 0, ground), left + SIGN // 2, y)
    line = Box(left + SIGN + 6, box.top, left + SIGN + 7 + width, box.bottom)
    ink = look.on_bar if moves else look.ink
    canvas.write(shown, line, size, ink, ground, bold=True, least=size)
