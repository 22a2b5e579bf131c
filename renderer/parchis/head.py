"""The head of the picture: whose turn it is or how the game ended, and the title."""

from typing import Final

from engine.text import Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.parchis.drawing import LEGIBLE, Sheet
from renderer.parchis.layout import HEAD, MARGIN, SIZE
from renderer.parchis.people import called, fit_sentence
from renderer.parchis.pieces import piece
from renderer.parchis.view import ParchisView
from renderer.parchis.words import status

TURN, TURN_LEAST = 32, 23
TITLE: Final = 21
"""Text sizes in pixels."""
SIGN: Final = 32
"""The size of the piece of the seat to move."""
_GAP: Final = 20
_BESIDE: Final = 10  # pixels between the title and the number of moves


def draw(sheet: Sheet, view: ParchisView, say: Say) -> None:
    """Draw the head line, with the piece of the seat to move before it, and the title."""
    paints, left = sheet.paints, MARGIN
    right = _title(sheet, view, say)
    name = ""
    if view.turn is not None:
        seat = view.seats[view.turn]
        name = called(seat, say)
        sheet.lay(piece(paints, seat.arm, SIGN, paints.ground), (28, HEAD // 2 + 1))
        left = 54
    room = right - _GAP - left
    text, size = fit_sentence(lambda who: say(status(view, who)), name, room, TURN, TURN_LEAST)
    sheet.write(text, Box(left, 0, left + room, HEAD), size, (paints.ground, paints.ink))


def _title(sheet: Sheet, view: ParchisView, say: Say) -> int:
    """Write the name of the ruleset and the number of moves at the right; return the left end."""
    paints, right = sheet.paints, SIZE[0] - MARGIN
    moves = say(Text("picture.move", number=view.made))
    title, size = lettering.fit(say(view.title), SIZE[0] // 4, TITLE, bold=True, least=LEGIBLE)
    for text, high, ink, bold in (
        (moves, TITLE, paints.soft, False),
        (title, size, paints.ink, True),
    ):
        left = right - lettering.width(text, high, bold)
        sheet.write(text, Box(left, 0, right, HEAD), high, (paints.ground, ink), bold=bold)
        right = left - _BESIDE
    return right
