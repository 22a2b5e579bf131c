"""The head of the picture: whose turn it is or how the game ended, and the title."""

from typing import Final

from engine.text import Name, Say, Text
from renderer import lettering
from renderer.box import Box
from renderer.parchis.drawing import LEGIBLE, Sheet
from renderer.parchis.layout import HEAD, MARGIN, SIZE
from renderer.parchis.people import called, fit_sentence
from renderer.parchis.pieces import piece
from renderer.parchis.view import ParchisView, SeatView
from renderer.parchis.words import status

TURN, TURN_LEAST = 32, 23
TITLE: Final = 21
LONG: Final = 22
"""Text sizes in pixels: of one line, the title, and two lines."""
SIGN: Final = 32
"""The size of the piece of the seat to move."""
_SIGN: Final = 42  # the width of the piece with the gap beside it
_GAP: Final = 20
_ROWS: Final = ((2, HEAD // 2 + 1), (HEAD // 2 - 1, HEAD - 2))  # the two lines of a long end
_LINES: Final = len(_ROWS)
_BESIDE: Final = 10  # pixels between the title and the number of moves


def draw(sheet: Sheet, view: ParchisView, say: Say) -> None:
    """Draw whose turn it is or how the game ended, and the title."""
    right = _title(sheet, view, say) - _GAP
    if view.turn is None:
        _ended(sheet, say(status(view, Name(""))), Box(MARGIN, 0, right, HEAD))
    else:
        _turn(sheet, view, view.seats[view.turn], Box(MARGIN + _SIGN, 0, right, HEAD), say)


def _turn(sheet: Sheet, view: ParchisView, seat: SeatView, box: Box, say: Say) -> None:
    """Draw the piece of the seat to move, and what it has to do."""
    paints = sheet.paints
    at = (MARGIN + SIGN // 2, HEAD // 2 + 1)
    sheet.lay(piece(paints, seat.arm, SIGN, "", None, paints.ground), at)
    text, size = fit_sentence(
        lambda who: say(status(view, who)), called(seat, say), box.width, TURN, TURN_LEAST
    )
    sheet.write(text, box, size, (paints.ground, paints.ink))


def _ended(sheet: Sheet, text: str, box: Box) -> None:
    """Write how the game ended, on two lines if it is long."""
    colours = (sheet.paints.ground, sheet.paints.ink)
    if lettering.width(text, TURN_LEAST, bold=True) <= box.width:
        sheet.write(text, box, TURN, colours)
        return
    size = lettering.fitting(
        lambda smaller: len(lettering.lines(text, box.width, smaller)) <= _LINES, LONG, LEGIBLE
    )
    first, *others = lettering.lines(text, box.width, size)
    for line, (top, bottom) in zip((first, " ".join(others)), _ROWS, strict=True):
        row = Box(box.left, top, box.right, bottom)
        sheet.write(line, row, size, colours, bold=False)


def _title(sheet: Sheet, view: ParchisView, say: Say) -> int:
    """Write the name of the ruleset and the number of moves at the right; return the left end.

    Before the first move, and in examples, there is no number.
    """
    paints, right = sheet.paints, SIZE[0] - MARGIN
    moves = say(Text("picture.move", number=view.made)) if view.made else ""
    title, size = lettering.fit(say(view.title), SIZE[0] // 4, TITLE, bold=True, least=LEGIBLE)
    for text, high, ink, bold in (
        (moves, TITLE, paints.soft, False),
        (title, size, paints.ink, True),
    ):
        if not text:
            continue
        left = right - lettering.width(text, high, bold)
        sheet.write(text, Box(left, 0, right, HEAD), high, (paints.ground, ink), bold=bold)
        right = left - _BESIDE
    return right
