"""Drawing the head of a picture: whose turn it is and the throws, or how the game ended."""

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from engine.text import Name, Say, Text
from renderer import casts, lettering
from renderer.box import Box
from renderer.canvas import Canvas
from renderer.colours import Colour, mix
from renderer.cutout import CutOut, whole
from renderer.road.measures import BANNER, HEAD, MARGIN, WIDTH
from renderer.road.people import called, fit_sentence, short_called, side_name
from renderer.road.piles import mark
from renderer.road.sprites import sign
from renderer.road.view import DRAW, Banner, RoadView
from renderer.road.words import ended
from renderer.sketch import Sketch
from renderer.theme import Theme

TURN, TURN_LEAST = 45, 28
WON, WON_LEAST = 63, 38
REASON, REASON_LEAST = 25, 18
"""Text sizes in pixels: normal and minimum."""
SIGN: Final = 54
WINNER: Final = 58
"""The sizes of the sign of the player to move, and of the winner's."""
CASTS: Final = 440
"""The maximum width of the throws."""
FRIEZE: Final = 15
BELOW: Final = 4
"""The heights of the frieze below the head, and of the shadow below that."""


def height(view: RoadView) -> int:
    """Return the height of the head of a picture."""
    return BANNER if view.banner else HEAD


def draw(canvas: Canvas, view: RoadView, height: int, say: Say) -> None:
    """Draw the head of a picture at this height."""
    if view.banner:
        _banner(canvas, view, view.banner, height, say)
    elif view.turn is not None:
        _turn(canvas, view, view.turn, height, say)


def _casts(view: RoadView, theme: Theme, turn: int) -> tuple[CutOut, ...]:
    ground = theme.sides[view.seats[turn].side].bar
    return casts.drawings(view.thrown, theme, ground, CASTS, summed=view.summed)


def _turn(canvas: Canvas, view: RoadView, turn: int, height: int, say: Say) -> None:
    """Draw the sign and name of the player to move, and the throws with their numbers."""
    theme, side = canvas.theme, view.seats[turn].side
    look = theme.sides[side]
    canvas.lay(bar(theme, side, height), 0, 0)
    y = (height - FRIEZE) // 2
    canvas.lay_at(sign(theme, side, SIGN, mark(turn, view.seats), look.bar), MARGIN + 32, y)
    x = WIDTH - MARGIN
    for drawn in reversed(_casts(view, theme, turn)):
        x -= drawn.width
        canvas.lay(drawn, x, y - drawn.height // 2)
    left = MARGIN + 32 + SIGN // 2 + 16
    key = "status.pass" if view.passes else "status.turn"
    room = x - left - 16
    text, size = fit_sentence(say, key, called(view, turn, say), room, TURN, TURN_LEAST)
    box = Box(left, 0, left + room + 2, 2 * y)
    canvas.write(text, box, size, look.on_bar, look.bar, bold=True, least=size)


@lru_cache(maxsize=8)
def bar(theme: Theme, side: int, height: int) -> CutOut:
    """Return the bar of the side to move, with its frieze and the shadow below it."""
    look = theme.sides[side]
    sketch = Sketch((WIDTH, height + BELOW), look.bar)
    edge = look.bar if theme.flat else look.frieze
    sketch.bar(0, height - FRIEZE, WIDTH, height, edge)
    fret(sketch, height - FRIEZE + 2, FRIEZE - 5, look.frieze if theme.flat else look.bar)
    sketch.bar(0, height, WIDTH, height + BELOW, theme.shade)
    return whole(sketch, theme)


def fret(sketch: Sketch, top: int, height: int, fill: Colour) -> None:
    """Draw a stepped fret across the whole width of a sketch."""
    hooks = (
        *((0, 0, 0.28, 1), (0.28, 0.76, 0.95, 1), (0.67, 0.2, 0.95, 1), (0.45, 0.2, 0.95, 0.44)),
        *((1.2, 0, 1.95, 0.24), (1.2, 0.5, 1.95, 0.74)),
    )
    for x in range(3, sketch.size[0], round(height * 2.2)):
        for left, upper, right, lower in hooks:
            sketch.bar(
                x + left * height,
                top + upper * height,
                x + right * height,
                top + lower * height,
                fill,
            )


def _banner(canvas: Canvas, view: RoadView, banner: Banner, height: int, say: Say) -> None:
    """Draw who won and why, with the winner's sign on either side."""
    theme, won, share = canvas.theme, view.winner, height / BANNER
    ground = mix(theme.gold, theme.ray, 0.5)
    canvas.lay(_gold(theme, height), 0, 0)
    text, size = _result(view, say, share)
    width = lettering.width(text, size, bold=True)
    left = (WIDTH - width) // 2
    line = Box(left, 0, left + width + 1, round(80 * share))
    canvas.write(text, line, size, theme.on_gold, ground, bold=True, least=size)
    if won in (0, 1):
        drawn = sign(theme, won, round(WINNER * share), 0, ground)
        for x in (left - WINNER * 0.85, left + width + WINNER * 0.85):
            canvas.lay_at(drawn, x, 41 * share)
    moves, seat = say(Text("picture.moves", count=banner.moves)), banner.seat
    name = "" if seat is None else short_called(view, seat, say)
    reason = say(ended(view, banner, Name(name)))
    text = f"{reason} · {moves}"
    usual = round(REASON * (1 + share) / 2)
    text, size = lettering.fit(text, WIDTH - 6 * MARGIN, usual, least=REASON_LEAST)
    width = lettering.width(text, size)
    left = (WIDTH - width) // 2
    line = Box(left, round(72 * share), left + width + 1, round(106 * share))
    canvas.write(text, line, size, theme.on_gold, ground, least=size)


def _result(view: RoadView, say: Say, share: float) -> tuple[str, int]:
    """Return the text that says who won, and its size."""
    room = WIDTH - 2 * MARGIN - 4 * WINNER
    usual, least = round(WON * share), round(WON_LEAST * share)
    if view.winner is None or view.winner == DRAW:
        key = "picture.nobody" if view.winner is None else "picture.drawn"
        return lettering.fit(say(Text(key)), room, usual, bold=True, least=least)
    seats = view.seats_of(view.winner)
    name = called(view, seats[0], say) if len(seats) == 1 else side_name(view.winner, say)
    return fit_sentence(say, "picture.won", name, room, usual, least)


@lru_cache(maxsize=4)
def _gold(theme: Theme, height: int) -> CutOut:
    """Return the golden background of a banner with its rays."""
    sketch = Sketch((WIDTH, height + BELOW), theme.gold)
    x, y = WIDTH / 2, height + 22
    for ray in range(0, 18, 2):
        angles = (pi + (ray + 0.5) * pi / 18, pi + (ray + 1.5) * pi / 18)
        sketch.polygon(
            ((x, y), *((x + cos(a) * 1050, y + sin(a) * 1050) for a in angles)), theme.ray
        )
    edge = theme.on_gold if theme.flat else mix(theme.gold, theme.on_gold, 0.45)
    sketch.bar(0, height - FRIEZE - 2, WIDTH, height, edge)
    fret(sketch, height - FRIEZE, FRIEZE - 4, theme.ray)
    sketch.bar(0, height, WIDTH, height + BELOW, theme.shade)
    return whole(sketch, theme)
