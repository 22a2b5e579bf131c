"""The head of the picture: whose turn it is or how the game ended, and the title."""

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.parchis.drawing import Sheet
from renderer.parchis.layout import HEAD, SIZE
from renderer.parchis.pieces import piece
from renderer.parchis.view import ParchisView

_SIZE, _TITLE, _MARGIN = 32, 21, 12


def draw(sheet: Sheet, view: ParchisView, say: Say) -> None:
    """Draw the head line, with the piece of the seat to move before it."""
    paints, left = sheet.paints, _MARGIN
    if view.turn is not None:
        arm = view.seats[view.turn].arm
        sheet.lay(piece(paints, arm, 32, paints.ground), (28, HEAD // 2 + 1))
        left = 54
    box = Box(left, 0, left + 500, HEAD)
    right = sheet.write(say(status(view)), box, _SIZE, (paints.ground, paints.ink))
    title = say(Text("parchis.picture.title", title=view.title, made=str(view.made)))
    room = SIZE[0] - _MARGIN - right - 20
    shown, size = lettering.fit(title, room, _TITLE)
    wide = lettering.width(shown, size)
    box = Box(SIZE[0] - _MARGIN - wide, 0, SIZE[0] - _MARGIN, HEAD)
    sheet.write(shown, box, size, (paints.ground, paints.soft), bold=False)


def status(view: ParchisView) -> Text:
    """Return whose turn it is and what is to count, or how the game ended."""
    if view.turn is None:
        return view.ended if view.ended is not None else Text("parchis.picture.over")
    who, pending = Name(view.seats[view.turn].name), view.pending
    if pending is None:
        return Text("parchis.picture.turn", who=who)
    if pending.lost:
        return Text("parchis.picture.lost", who=who, number=str(pending.number))
    if pending.face is None:
        return Text("parchis.picture.count", who=who, number=str(pending.number))
    if pending.face != pending.number:
        face, number = str(pending.face), str(pending.number)
        return Text("parchis.picture.counts", who=who, face=face, number=number)
    return Text("parchis.picture.turn", who=who)
