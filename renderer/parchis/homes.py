"""Drawing homes: names, pieces at home, the number to play, and what the others threw last."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from engine.parchis.board import HOME
from engine.text import Say
from renderer import lettering
from renderer.box import Box
from renderer.colours import Colour
from renderer.cutout import CutOut
from renderer.parchis import dice, layout
from renderer.parchis.colours import Paints
from renderer.parchis.drawing import LEGIBLE, Sheet, cut
from renderer.parchis.ground import Ground, Part
from renderer.parchis.layout import AT_HOME
from renderer.parchis.people import listed
from renderer.parchis.pieces import sprite
from renderer.parchis.standing import letter_of
from renderer.parchis.view import Arm, ParchisView, Pending, SeatView
from renderer.parchis.words import RANKS
from renderer.placing import Placed, Sprite
from renderer.sketch import Sketch

NAME: Final = 28
"""The text size of names."""
DIE, BESIDE = 110, 82
"""The sizes of the die to play, alone and beside the number that it counts."""
COUNTS: Final = 72
"""The text size of that number."""
THROWN, THROWN_WIDTH = 66, 236
"""The largest distance between the dice of an earlier turn, and the width of all of them."""
_DIE_WIDTH: Final = 58
_SYMBOL: Final = 34  # the width of the symbol of a computer with the gap beside it
_AHEAD: Final = 49  # from the middle of a home to a die and to the number that it counts
_BELOW: Final = 42  # from the middle of a die of an earlier turn to the arrows below it


def draw(sheet: Sheet, view: ParchisView, index: int, say: Say) -> None:
    """Draw what is in the home of a seat."""
    seat, paints = view.seats[index], sheet.paints
    for placed in (*state(view, index), *waiting(view, index)):
        sheet.put(placed)
    _name(sheet, seat, say)
    if seat.rank is not None:
        drawn = dice.plate(paints, seat.arm, say(RANKS[seat.rank - 1]))
        sheet.lay(drawn, layout.cast(seat.arm))
    elif view.turn == index and view.pending is not None:
        _pending(sheet, seat.arm, view.pending)
    else:
        _thrown(sheet, seat)


def _name(sheet: Sheet, seat: SeatView, say: Say) -> None:
    """Write the player's name, after the symbol of a computer if it is one."""
    look = sheet.paints.arms[seat.arm]
    box = layout.name(seat.arm, learns=seat.learner is not None)
    if not seat.level:
        sheet.write(listed(seat, say), box, NAME, (look.wall, look.ink), centred=True)
        return
    text, size = lettering.fit(
        listed(seat, say), box.width - _SYMBOL, NAME, bold=True, least=LEGIBLE
    )
    left = box.middle - (lettering.width(text, size, bold=True) + _SYMBOL) // 2
    y = layout.centre(box)[1]
    sheet.lay(_machine(sheet.paints, look.ink, look.wall), (left + 14, y))
    line = Box(left + _SYMBOL, box.top, box.right, box.bottom)
    sheet.write(text, line, size, (look.wall, look.ink), least=size)


def state(view: ParchisView, index: int, turn: int = 0) -> Iterator[Placed[Paints]]:
    """Yield the frame around the home of a seat if it is to move."""
    if view.turn == index:
        arm = view.seats[index].arm
        yield Placed(f"y{index}", framed(arm), *layout.centre(layout.home(arm, turn)))


def framed(arm: Arm) -> Sprite[Paints]:
    """Return the frame around the home of the arm to move."""
    return Sprite(_framed, (arm,))


def waiting(view: ParchisView, index: int, turn: int = 0) -> Iterator[Placed[Paints]]:
    """Yield the pieces at home; the last one has the letter of its move, or a ring if it came."""
    seat, ground = view.seats[index], Ground(Part.WALL, view.seats[index].arm)
    for number in range(count := seat.places.count(HOME)):
        last = number == count - 1
        letter = letter_of(view, index, HOME) if last else ""
        ring = _sender(view, index) if last else None
        drawn = sprite(seat.arm, AT_HOME, ground, letter, ring)
        at = layout.at_home(seat.arm, number, len(seat.places), turn)
        yield Placed(f"h{index}.{number}", drawn, *at)


def _sender(view: ParchisView, index: int) -> Arm | None:
    """Return the arm that sent a piece of a seat home in the last moves, None if there is none."""
    for move in reversed(view.last):
        if index in move.captures or (move.seat, move.end) == (index, HOME):
            return view.seats[move.seat].arm
    return None


def _pending(sheet: Sheet, arm: Arm, pending: Pending) -> None:
    """Draw the number to play: a die, a die and what it counts, or the plate of a bonus."""
    paints, (x, y), lost = sheet.paints, layout.cast(arm), pending.lost
    look = paints.arms[arm]
    if pending.face is None:
        sheet.lay(dice.plate(paints, arm, str(pending.number), lost=lost), (x, y))
    elif pending.face == pending.number:
        sheet.lay(dice.lying(paints, arm, pending.face, DIE, lost=lost), (x, y))
    else:
        sheet.lay(dice.lying(paints, arm, pending.face, BESIDE, lost=lost), (x - _AHEAD, y))
        box = layout.around((x + _AHEAD, y), 2 * _AHEAD, COUNTS)
        sheet.write(str(pending.number), box, COUNTS, (look.wall, look.ink), centred=True)


def _thrown(sheet: Sheet, seat: SeatView) -> None:
    """Draw the throws of the seat's last turn, small and faded; of very many, the last ones."""
    (x, y), thrown = layout.cast(seat.arm), seat.thrown[-(THROWN_WIDTH // _DIE_WIDTH) :]
    step = min(THROWN, THROWN_WIDTH // max(1, len(thrown)))
    for place, throw in enumerate(thrown):
        at = round(x + (place - (len(thrown) - 1) / 2) * step)
        sheet.lay(dice.earlier(sheet.paints, seat.arm, throw), (at, y))
        if throw.alone:
            sheet.lay(dice.alone(sheet.paints, seat.arm), (at, y + _BELOW))


@lru_cache(maxsize=16)
def _framed(paints: Paints, arm: Arm) -> CutOut:
    """Return the frame around the home of the arm to move."""
    box, look = layout.home(arm), paints.arms[arm]
    sketch = Sketch(box.size, look.wall)
    layers = ((0, look.edge), (2, look.face), (7, None))
    for inset, fill in layers:
        edges = (inset, inset, box.width - inset, box.height - inset)
        sketch.bar(*edges, fill, 18 - inset)
    return cut(sketch, paints, look.wall)


@lru_cache(maxsize=16)
def _machine(paints: Paints, ink: Colour, ground: Colour) -> CutOut:
    """Return the symbol of a computer player: a screen on its stand."""
    sketch = Sketch((28, 28), ground)
    sketch.bar(1, 3, 27, 20, ink, 3)
    sketch.bar(4, 6, 24, 17, ground, 1)
    sketch.bar(11, 20, 17, 23, ink)
    sketch.bar(7, 23, 21, 26, ink, 1)
    return cut(sketch, paints, ground)
