"""Drawing the lines below the road: the roster of partners, the ruleset and the move number."""

from typing import Final

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.colours import mix
from renderer.road.measures import MARGIN, WIDTH
from renderer.road.people import called
from renderer.road.piles import mark
from renderer.road.plan import Plan
from renderer.road.sprites import icon, sign
from renderer.road.view import RoadView

TITLE, NOTE = 23, 20
"""Text sizes, in pixels."""
GAP: Final = 14
COUNT: Final = 68
"""The width of a count in the roster with its icon."""


def lines(view: RoadView, say: Say) -> tuple[str, ...]:
    """Return lines that list the changed options; none if no option is changed."""
    if not view.changed:
        return ()
    text = say(Text("picture.changed", changes=view.changed))
    return lettering.lines(text, WIDTH - 2 * MARGIN - GAP, NOTE)


def draw(canvas: Canvas, view: RoadView, plan: Plan, say: Say) -> None:
    """Draw the roster and the foot."""
    for side, partners in enumerate(plan.roster):
        for seat, box in zip(view.seats_of(side), partners, strict=bool(partners)):
            _partner(canvas, view, seat, box, say)
    theme, first = canvas.theme, plan.foot[0]
    moves = say(Text("picture.move", number=view.moves))
    width = lettering.width(moves, NOTE)
    end = Box(first.right - width - 1, first.top, first.right, first.bottom)
    canvas.write(moves, end, NOTE, theme.soft_ink, theme.ground)
    room = Box(first.left, first.top, end.left - GAP, first.bottom)
    x = canvas.write(say(view.title), room, TITLE, theme.ink, theme.ground, bold=True)
    spaces = say(Text("picture.road", count=view.road))
    beside = Box(x + GAP, first.top, end.left - GAP, first.bottom)
    canvas.write(spaces, beside, NOTE, theme.soft_ink, theme.ground)
    for line, box in zip(lines(view, say), plan.foot[1:], strict=False):
        canvas.write(line, box, NOTE, theme.soft_ink, theme.ground)


def _partner(canvas: Canvas, view: RoadView, seat: int, box: Box, say: Say) -> None:
    """Draw a line of the roster: the partner's name and counts of warriors by fate."""
    theme, side = canvas.theme, view.seats[seat].side
    y, look = (box.top + box.bottom) // 2, theme.sides[side]
    drawn = sign(theme, side, box.height - 5, mark(seat, view.seats), theme.ground)
    canvas.lay_at(drawn, box.left + box.height // 2, y)
    fates = [("free", view.base[seat]), ("held", view.held[seat]), ("killed", view.killed[seat])]
    if any(view.away):
        fates.append(("away", view.away[seat]))
    left = box.right - COUNT * len(fates)
    size = round(box.height * 0.7)
    name = Box(box.left + box.height + 4, box.top, left - GAP, box.bottom)
    canvas.write(called(view, seat, say), name, size, look.ink, theme.ground, bold=True)
    for fate, count in fates:
        canvas.lay_at(icon(theme, side, fate, theme.ground), left + 17, y)
        room = Box(left + 35, box.top, left + COUNT, box.bottom)
        ink = theme.ink if count else mix(theme.soft_ink, theme.ground, 0.3)
        canvas.write(str(count), room, size, ink, theme.ground, bold=True)
        left += COUNT
