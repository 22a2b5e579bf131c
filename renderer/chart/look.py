"""The look of a chart in one theme: what a family of games decides about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from engine.text import Text
from renderer.colours import Colour, mix
from renderer.palette import BLENDS, Palette
from renderer.sketch import Sketch

DrawSign: TypeAlias = Callable[[Sketch, float, float, float], None]
"""Draws a sign of a size on a sketch, centred at x, y."""

Cover: TypeAlias = Callable[[Sketch, tuple[int, int]], None]
"""Draws the texture of the ground on a sketch of a size."""


class Sign(NamedTuple):
    """A sign by which people know a player, and what it is called.

    Of its `colours`, those next to one another meet.
    """

    draw: DrawSign
    words: Text
    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class SideLook:
    """The look of one side.

    `area` fills its part of a chart of two sides and of a bar. In other charts, its `line` has an
    `edge`. `ink` is for its name. A side has one sign, or one for each of its players.
    """

    area: Colour
    line: Colour
    edge: Colour
    ink: Colour
    signs: tuple[Sign, ...]

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the side."""
        signs = (each for sign in self.signs for each in sign.colours)
        return (self.area, self.line, self.edge, self.ink, *signs)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look:
    """The colours of a picture, and how its ground is covered: with a texture in `grain`.

    The plot is `paper` inside a `kerb` of `rim` pixels with a `shade` below it. `curve` is the line
    between two sides, and `grid` the line at 50 %. `ink` is for percentages, `soft` for the axes.
    Marked moments are `mark` with a number in `on_mark`; `here` is the line at a step, whose number
    is `on_here`. Looks compare by identity, which makes cache lookups fast.
    """

    ground: Colour
    cover: Cover
    grain: tuple[Colour, ...]
    paper: Colour
    kerb: Colour
    shade: Colour
    rim: int
    curve: Colour
    grid: Colour
    ink: Colour
    soft: Colour
    mark: Colour
    on_mark: Colour
    here: Colour
    on_here: Colour
    sides: tuple[SideLook, ...]

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour, without duplicates."""
        plot = (self.ground, self.paper, self.kerb, self.shade, self.curve, self.grid)
        texts = (self.ink, self.soft, self.mark, self.on_mark, self.here, self.on_here)
        sides = (each for side in self.sides for each in side.all)
        return tuple(dict.fromkeys((*plot, *texts, *self.grain, *sides)))

    def meeting(self) -> Iterator[tuple[Colour, Colour]]:
        """Yield the pairs of colours that are adjacent, which need blends for smooth edges."""
        yield from ((self.ink, self.ground), (self.soft, self.ground))
        yield from ((self.mark, self.on_mark), (self.here, self.on_here), (self.mark, self.ground))
        for side in self.sides:
            yield from ((side.ink, self.ground), (self.curve, side.area), (self.grid, side.area))
            yield from ((side.edge, side.line), (side.edge, self.paper))
            for sign in side.signs:
                yield from ((sign.colours[0], self.ground), (sign.colours[0], side.area))
                yield from pairwise(sign.colours)
        yield from ((self.kerb, self.ground), (self.here, self.paper), (self.grid, self.paper))


@lru_cache(maxsize=32)
def palette(look: Look) -> Palette:
    """Return the palette of `look`."""
    pairs = tuple(look.meeting())
    return Palette(look.all, (mix(one, other, by) for by in BLENDS for one, other in pairs))
