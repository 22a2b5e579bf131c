"""Drawing the lines below the road: the roster of partners, the match, the ruleset, the move."""

from typing import Final

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.colours import mix
from renderer.road.measures import MARGIN, WIDTH
from renderer.road.people import called
from renderer.road.piles import mark
from renderer.road.plan import Plan
from renderer.road.sprites import icon, machine, plate, sign
from renderer.road.view import RoadView

TITLE, NOTE = 23, 20
PARTNER, PARTNER_LEAST = 27, 20
SCORE, SCORE_LEAST = 29, 19
"""Text sizes, in pixels."""
GAP: Final = 14
COUNT: Final = 63
"""The width of a count in the roster with its icon."""


def matched(view: RoadView) -> tuple[Text, ...]:
    """Return the lines about the match; none in a single game."""
    if view.match is None:
        return ()
    return (view.match.score, view.match.result) if view.match.result else (view.match.score,)


def lines(view: RoadView, say: Say) -> tuple[str, ...]:
    """Return lines that list the changed options; none if no option is changed."""
    if not view.changed:
        return ()
    text = say(Text("picture.changed", changes=view.changed))
    return lettering.lines(text, WIDTH - 2 * MARGIN - GAP, NOTE)


def draw(canvas: Canvas, view: RoadView, plan: Plan, say: Say) -> None:
    """Draw the roster, the score of the match and the foot."""
    for side, partners in enumerate(plan.roster):
        for seat, box in zip(view.seats_of(side), partners, strict=bool(partners)):
            _partner(canvas, view, seat, box, say)
    match = matched(view)
    for text, box in zip(match, plan.foot, strict=False):
        _score(canvas, say(text), box, gold=text is not match[0])
    theme, (first, *others) = canvas.theme, plan.foot[len(match) :]
    moves = say(Text("picture.move", number=view.moves))
    width = lettering.width(moves, NOTE)
    end = Box(first.right - width - 1, first.top, first.right, first.bottom)
    canvas.write(moves, end, NOTE, theme.soft_ink, theme.ground)
    room = Box(first.left, first.top, end.left - GAP, first.bottom)
    x = canvas.write(say(view.title), room, TITLE, theme.ink, theme.ground, bold=True)
    spaces = say(Text("picture.road", count=view.road))
    beside = Box(x + GAP, first.top, end.left - GAP, first.bottom)
    canvas.write(spaces, beside, NOTE, theme.soft_ink, theme.ground)
    for line, box in zip(lines(view, say), others, strict=True):
        canvas.write(line, box, NOTE, theme.soft_ink, theme.ground)


def _score(canvas: Canvas, text: str, box: Box, *, gold: bool) -> None:
    """Write a line about the match in the middle of a plate, which is golden for the winner."""
    theme = canvas.theme
    fill, ink = (theme.gold, theme.on_gold) if gold else (theme.plate, theme.on_plate)
    lower = Box(box.left, box.top, box.right, box.bottom - 3)
    canvas.lay(plate(theme, fill, lower.size), *lower.start)
    text, size = lettering.fit(text, box.width - 2 * GAP, SCORE, bold=True, least=SCORE_LEAST)
    half = lettering.width(text, size, bold=True) // 2
    line = Box(box.middle - half, lower.top, box.middle + half + 2, lower.bottom)
    canvas.write(text, line, size, ink, fill, bold=True, least=size)


def _partner(canvas: Canvas, view: RoadView, seat: int, box: Box, say: Say) -> None:
    """Draw a line of the roster: the partner's name and counts of warriors by fate.

    The line of the player to move is on a plate, and the winners' names are golden.
    """
    theme, side, moves = canvas.theme, view.seats[seat].side, view.turn == seat
    y, look = (box.top + box.bottom) // 2, theme.sides[side]
    ground, ink = (look.bar, look.on_bar) if moves else (theme.ground, look.ink)
    if moves:
        canvas.lay(plate(theme, ground, (box.width, box.height - 2)), box.left, box.top + 1)
    if view.winner == side:
        ink = theme.gold
    drawn = sign(theme, side, box.height - 5, mark(seat, view.seats), ground)
    canvas.lay_at(drawn, box.left + box.height // 2, y)
    fates = [("free", view.base[seat]), ("held", view.held[seat]), ("killed", view.killed[seat])]
    if any(view.away):
        fates = [each for each in fates if each[0] != "held" or any(view.held)]
        fates.append(("away", view.away[seat]))
    left, start = box.right - COUNT * len(fates), box.left + box.height + 4
    if view.seats[seat].level:
        canvas.lay_at(machine(theme, ink, ground), start + 14, y)
        start += 34
    name = Box(start, box.top, left - 4, box.bottom)
    canvas.write(
        listed(view, seat, say), name, PARTNER, ink, ground, bold=True, least=PARTNER_LEAST
    )
    for fate, count in fates:
        canvas.lay_at(icon(theme, side, fate, ground), left + 17, y)
        room = Box(left + 37, box.top, left + COUNT, box.bottom)
        paint = look.on_bar if moves else theme.ink
        paint = paint if count else mix(theme.soft_ink, ground, 0.3)
        canvas.write(str(count), room, PARTNER, paint, ground, bold=True)
        left += COUNT


def listed(view: RoadView, seat: int, say: Say) -> str:
    """Return what the roster calls a partner; for a computer, beside the symbol of one."""
    held = view.seats[seat]
    if held.stands_in:
        return say(Text("picture.for", name=Name(held.stands_in)))
    return held.level or called(view, seat, say)
