"""Homes: names, pieces at home, the number to play, and what the others threw last."""

from functools import lru_cache
from typing import Final

from engine.text import Say, Text
from engine.throws import Thing
from renderer.colours import Colour, mix
from renderer.parchis import layout
from renderer.parchis.colours import FADED, Paints
from renderer.parchis.drawing import Cut, Sheet
from renderer.parchis.pieces import piece
from renderer.parchis.view import Arm, ParchisView, Pending, SeatView, ThrowView
from renderer.sketch import Sketch
from renderer.things import die

_LARGE, _BESIDE, _SMALL, _PLATE = 112, 94, 54, 106
_MOST_THROWN: Final = 3


def draw(sheet: Sheet, view: ParchisView, index: int, say: Say, letter: str) -> None:
    """Draw what is in the home of a seat; `letter` is that of its move from home."""
    seat, paints = view.seats[index], sheet.paints
    look, arm = paints.arms[seat.arm], seat.arm
    moving = view.turn == index
    if moving:
        sheet.lay(_framed(paints, arm), _centre(arm))
    name = layout.around(layout.name(arm), 200, 40)
    sheet.write(seat.name, name, 28, (look.wall, look.ink), centred=True)
    waiting = seat.places.count(layout.HOME)
    captor = next((view.seats[m.seat].arm for m in view.last if index in m.captures), None)
    for number in range(waiting):
        last = number == waiting - 1
        text = letter if last and moving else ""
        ring = captor if last else None
        drawn = piece(paints, arm, layout.AT_HOME, look.wall, text, ring)
        sheet.lay(drawn, layout.at_home(arm, number))
    if seat.rank is not None:
        place = say(Text("parchis.picture.rank", rank=str(seat.rank)))
        sheet.lay(plate(paints, arm, place, _PLATE), layout.cast(arm))
    elif moving and view.pending is not None:
        _pending(sheet, arm, view.pending)
    elif not moving:
        _thrown(sheet, seat)


def _centre(arm: Arm) -> layout.Point:
    box = layout.home(arm)
    return box.middle, (box.top + box.bottom) // 2


def _pending(sheet: Sheet, arm: Arm, pending: Pending) -> None:
    paints, (x, y) = sheet.paints, layout.cast(arm)
    look = paints.arms[arm]
    struck = look.ink if pending.lost else None
    if pending.face is None:
        sheet.lay(plate(paints, arm, str(pending.number), _PLATE, struck), (x, y))
    elif pending.face == pending.number:
        sheet.lay(lying(paints, arm, pending.face, _LARGE, struck), (x, y))
    else:
        sheet.lay(lying(paints, arm, pending.face, _BESIDE, struck), (x - 56, y))
        box = layout.around((x + 56, y), 110, 100)
        sheet.write(str(pending.number), box, 78, (look.wall, look.ink), centred=True)


def _thrown(sheet: Sheet, seat: SeatView) -> None:
    """Draw the throws of the seat's last turn, small and faded."""
    x, y = layout.cast(seat.arm)
    thrown = seat.thrown[-_MOST_THROWN:]
    for place, throw in enumerate(thrown):
        at = round(x + (place - (len(thrown) - 1) / 2) * 66), y
        sheet.lay(_faded(sheet.paints, seat.arm, throw), at)
        if throw.alone:
            sheet.lay(_alone(sheet.paints, seat.arm), (at[0], y + 42))


@lru_cache(maxsize=16)
def _framed(paints: Paints, arm: Arm) -> Cut:
    """Return the frame around the home of the arm to move."""
    box, look = layout.home(arm), paints.arms[arm]
    sketch = Sketch(box.size, look.wall)
    layers = ((0, look.edge), (2, look.face), (7, look.wall))
    for inset, fill in layers:
        edges = (inset, inset, box.width - inset, box.height - inset)
        sketch.bar(*edges, fill, 18 - inset)
    return Cut(sketch, paints, look.wall)


@lru_cache(maxsize=256)
def lying(paints: Paints, arm: Arm, face: int, size: int, struck: Colour | None = None) -> Cut:
    """Return a die in a home, struck out in a colour if its number is lost."""
    ground = paints.arms[arm].wall
    sketch = Sketch((size + 8, size + 8), ground)
    colours = paints.die_edge, paints.die, paints.pip
    x, y = sketch.middle
    die(sketch, x, y, size, colours, face, Thing.DIE)
    half = size * 0.43
    if struck is not None:
        sketch.path(((x - half, y + half), (x + half, y - half)), 5, struck)
    return Cut(sketch, paints, ground)


@lru_cache(maxsize=128)
def _faded(paints: Paints, arm: Arm, throw: ThrowView) -> Cut:
    look = paints.arms[arm]
    sketch = Sketch((_SMALL + 8, _SMALL + 8), look.wall)
    x, y = sketch.middle
    edge, fill, pip = (mix(c, look.wall, FADED) for c in (paints.die_edge, paints.die, paints.pip))
    die(sketch, x, y, _SMALL, (edge, fill, pip), throw.face, Thing.DIE)
    if throw.lost:
        sketch.path(((x - 22, y + 22), (x + 22, y - 22)), 5, look.ink)
    return Cut(sketch, paints, look.wall)


@lru_cache(maxsize=16)
def _alone(paints: Paints, arm: Arm) -> Cut:
    """Return the two arrows of a move that played itself."""
    look = paints.arms[arm]
    sketch = Sketch((36, 22), look.wall)
    for x in (12, 23):
        sketch.path(((x - 3, 4), (x + 4, 11), (x - 3, 18)), 3.6, look.ink)
    return Cut(sketch, paints, look.wall)


@lru_cache(maxsize=64)
def plate(paints: Paints, arm: Arm, text: str, high: int, struck: Colour | None = None) -> Cut:
    """Return a plate in the colour of an arm: a bonus to count, or a rank."""
    look, wide = paints.arms[arm], round(high * 1.9)
    sketch = Sketch((wide, high + 6), look.wall)
    x, y = wide / 2, high / 2 + 1
    for inset, fill, low in ((0, look.edge, 3), (0, look.edge, 0), (3, look.face, 0)):
        a, b, h = wide / 2 - high * 0.3 - inset / 2, wide / 2 - inset * 1.1, high / 2 - inset
        corners = ((-a, -h), (a, -h), (b, 0), (a, h), (-a, h), (-b, 0))
        sketch.polygon([(x + p, y + q + low) for p, q in corners], fill)
    sketch.word(x, y, text, high * (0.78 if len(text) < 3 else 0.58), look.inlay)
    if struck is not None:
        sketch.path(((x - high * 0.6, y + high * 0.3), (x + high * 0.6, y - high * 0.3)), 5, struck)
    return Cut(sketch, paints, look.wall)
