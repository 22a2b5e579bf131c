"""Warriors as pictures of palette indices, drawn once and kept."""

from functools import lru_cache

from renderer.cutout import CutOut, cut_out, whole
from renderer.road import standing
from renderer.road.piles import Pile
from renderer.road.warriors import badge, body, course, ring, warrior
from renderer.sketch import Sketch
from renderer.theme import Colour, Theme

TIMES = "\N{MULTIPLICATION SIGN}"


@lru_cache(maxsize=512)
def pile(theme: Theme, shown: Pile, slot: tuple[int, int], d: int, shade: int) -> CutOut:
    """Return `shown` in a slot of that size, its warriors `d` pixels across, and its mask."""
    width, height = slot
    sketch = Sketch(slot, theme.grounds[shade])
    peek = d * (standing.PEEK_COUNTED if shown.counted else standing.PEEK_ONE)
    x = width / 2
    y = height - d * (0.5 * standing.SLENDER + standing.FOOT)
    badges: list[tuple[int, float, int]] = []
    for layer in shown.layers:
        warrior(sketch, layer.side, theme.sides[layer.side], x, y, d)
        if shown.counted:
            badges.append((layer.side, y + d * (0.5 - standing.PEEK_COUNTED * 0.42), layer.count))
        y -= peek
    look = theme.sides[shown.side]
    warrior(sketch, shown.side, look, x, y, d)
    course(sketch, shown.side, look, x, y, d, shown.heading, shown.mark)
    for side, at, count in badges:
        badge(sketch, side, theme.sides[side], x, at, d * 0.44, str(count))
    if shown.stacks > 1:
        text = f"{TIMES}{shown.stacks}"
        badge(sketch, shown.side, look, x + d * 0.12, y - d * 0.48, d * 0.4, text)
    return cut_out(sketch, theme, theme.grounds[shade])


@lru_cache(maxsize=256)
def free_warrior(theme: Theme, side: int, across: int) -> CutOut:
    """Return a warrior in its base in a square of `across` pixels."""
    sketch = Sketch((across, across), theme.ground)
    d, look = across / 1.3, theme.sides[side]
    x, y = across / 2, across / 2 - d * 0.04
    warrior(sketch, side, look, x, y, d)
    ring(sketch, side, look, x, y, d)
    return whole(sketch, theme)


@lru_cache(maxsize=64)
def token(theme: Theme, side: int, across: int, mark: int) -> CutOut:
    """Return a partner's sign: a warrior with its seat's number."""
    sketch = Sketch((across, across), theme.ground)
    d, look = across / (standing.SLENDER + standing.FOOT), theme.sides[side]
    x, y = across / 2, across / 2 - d * 0.04
    warrior(sketch, side, look, x, y, d)
    sketch.word(x, y, str(mark), d * 0.64, look.inlay)
    return whole(sketch, theme)


@lru_cache(maxsize=16)
def dead_warrior(theme: Theme, side: int, across: int) -> CutOut:
    """Return a fallen warrior of `side`: faded, and crossed out."""
    sketch, x, y, d = _faded(theme, side, across)
    a = d * (0.2 if side else 0.24)
    for way in (-1, 1):
        ends = ((x - a, y - way * a), (x + a, y + way * a))
        sketch.path(ends, 3.4, theme.sides[side].ink)
    return whole(sketch, theme)


@lru_cache(maxsize=16)
def gone_warrior(theme: Theme, side: int, across: int) -> CutOut:
    """Return a warrior of `side` that left for good: faded, with an arrow upwards."""
    sketch, x, y, d = _faded(theme, side, across)
    a, ink = d * 0.24, theme.sides[side].ink
    sketch.path(((x, y + a), (x, y - a * 0.6)), 3.4, ink)
    sketch.polygon(((x - a * 0.8, y - a * 0.1), (x, y - a * 1.15), (x + a * 0.8, y - a * 0.1)), ink)
    return whole(sketch, theme)


def _faded(theme: Theme, side: int, across: int) -> tuple[Sketch, float, float, float]:
    sketch = Sketch((across, across), theme.ground)
    look, d, middle = theme.sides[side], across / 1.3, across / 2
    body(sketch, side, middle, middle, d, look.wall_edge)
    body(sketch, side, middle, middle, d - 4, look.wall)
    return sketch, middle, middle, d


@lru_cache(maxsize=16)
def emblem(theme: Theme, side: int, across: int, ground: Colour, fill: Colour) -> CutOut:
    """Return the plain shape of `side` on `ground`, to stand beside a name."""
    sketch = Sketch((across, across), ground)
    body(sketch, side, across / 2, across / 2, across / 1.2, fill)
    return whole(sketch, theme)
