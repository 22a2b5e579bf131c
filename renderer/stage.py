"""Boards as pages show them: still drawings, and sprites with places on them.

A page composes, from below: its own table; the floor; tints, which are parts of the tinted floor;
what stands on the floor; then the layers of a `Tableau`. All lengths are units, of which the page
decides how large they are.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from renderer.box import Box
from renderer.cutout import CutOut
from renderer.placing import Placed, Sprite
from renderer.theme import MAIZE, Theme
from renderer.vector import cropped, markup, moved, svg

L = TypeVar("L")

YARDS, MARKS, PIECES, COUNTS = "y", "xntm", "sbqhg", "c"
"""The letters with which the ids in each layer of a tableau begin (see `Placed`)."""

THROWN: Final = 86
"""The height of the sprites of what is thrown."""

KEPT: Final = 64
"""How many boards are cached with their drawings."""

AnyArt: TypeAlias = "Art[Any]"
AnyPlaced: TypeAlias = Placed[Any]
AnySprite: TypeAlias = Sprite[Any]

Size: TypeAlias = tuple[int, int]


class Owned(NamedTuple):
    """A part of a board that belongs to a side, or that has its tints."""

    box: Box
    side: int


@dataclass(frozen=True, slots=True)
class Tableau:
    """What lies on a board, whatever the theme, in layers from below.

    `tints` show where the last moves began and ended, `yards` are bases and homes in a state that
    isn't the usual one, `marks` show the last moves, and `counts` what they captured.
    """

    tints: tuple[Owned, ...]
    yards: tuple[AnyPlaced, ...]
    marks: tuple[AnyPlaced, ...]
    pieces: tuple[AnyPlaced, ...]
    counts: tuple[AnyPlaced, ...]

    @classmethod
    def of(cls, placed: Iterable[AnyPlaced], tints: Iterable[Owned] = ()) -> "Tableau":
        """Return the tableau of what is placed on a board, without what marks landings."""
        every = tuple(placed)
        yards, marks, pieces, counts = (
            tuple(each for each in every if each.id[0] in letters)
            for letters in (YARDS, MARKS, PIECES, COUNTS)
        )
        return cls(tuple(tints), yards, marks, pieces, counts)

    @property
    def placed(self) -> tuple[AnyPlaced, ...]:
        """Everything but the tints, from below."""
        return (*self.yards, *self.marks, *self.pieces, *self.counts)


@dataclass(frozen=True, slots=True)
class Going:
    """A move that can be made, for a page on which to press it.

    `piece` is the id of what moves. `start` and `end` are the areas where the move begins and ends,
    and `mark` is what shows the latter, with a `frame` if it captures there and the page needs one.
    `walk` has the centres of the places on the way, with both ends. `lettered` is the piece with
    the letter of the move, None if moves have no letters.
    """

    piece: str
    start: Box
    end: Box
    mark: AnyPlaced
    walk: tuple[tuple[float, float], ...]
    frame: AnyPlaced | None = None
    lettered: AnySprite | None = None


class Art(ABC, Generic[L]):
    """The still drawings of a board, and the sprites that any of its tableaus may use.

    Equal ones have the same drawings.
    """

    @property
    @abstractmethod
    def size(self) -> Size:
        """The width and height of the board."""

    @property
    @abstractmethod
    def tints(self) -> int:
        """The number of sides in whose tints the floor can be."""

    @abstractmethod
    def look(self, theme: Theme) -> L:
        """Return the colours of the family in a theme."""

    @abstractmethod
    def table(self, theme: Theme) -> str:
        """Return the SVG of what is below the floor, for pictures of a whole board."""

    @abstractmethod
    def floor(self, theme: Theme, tint: int | None = None) -> str:
        """Return the SVG of the floor, in the tints of a side if given."""

    @abstractmethod
    def over(self, theme: Theme) -> str:
        """Return the SVG of what stands on the floor and on its tints."""

    @property
    @abstractmethod
    def chosen(self) -> Mapping[str, Sprite[L]]:
        """The sprites that pages choose by name.

        What is thrown is called as a `Thing` with its face, such as `kernel1` or `die6`. `sign0`,
        `sign1` and so on are the signs of the sides, which are the arms in Parchís; in teams,
        `sign0.2` is that of the second partner.
        """

    @property
    @abstractmethod
    def usual(self) -> tuple[Sprite[L], ...]:
        """The sprites that most tableaus use."""

    def drawn(self, theme: Theme, sprite: Sprite[L]) -> CutOut:
        """Return the drawing of a sprite in a theme."""
        return sprite.drawn(self.look(theme))

    def middle(self, placed: Placed[L]) -> tuple[float, float]:
        """Return the centre of what is placed, which doesn't depend on the theme."""
        drawn = self.drawn(MAIZE, placed.sprite)
        left, top = placed.corner(drawn)
        return left + drawn.width / 2, top + drawn.height / 2

    def files(self, theme: Theme) -> Mapping[str, str]:
        """Return the SVG files of the board in a theme by their names."""
        return _files(self, theme)

    def whole(self, theme: Theme, tableau: Tableau, landings: Iterable[Placed[L]] = ()) -> str:
        """Return a board with a tableau as one SVG file, for previews."""
        return svg(self.size, "".join(self._layers(theme, tableau, tuple(landings))))

    def _layers(
        self, theme: Theme, tableau: Tableau, landings: tuple[Placed[L], ...]
    ) -> Iterable[str]:
        tints = (cropped(self.floor(theme, side), box) for box, side in tableau.tints)
        still = (self.table(theme), self.floor(theme), *tints, self.over(theme))
        below = (*tableau.yards, *tableau.marks, *landings)
        placed = (*below, *tableau.pieces, *tableau.counts)
        return chain(still, (put(self.drawn(theme, each.sprite), each) for each in placed))


@lru_cache(maxsize=KEPT)
def _files(art: AnyArt, theme: Theme) -> Mapping[str, str]:
    drawings = {"table": art.table(theme), "floor": art.floor(theme), "over": art.over(theme)}
    drawings |= {f"tint{side}": art.floor(theme, side) for side in range(art.tints)}
    return {f"{name}.svg": svg(art.size, drawing) for name, drawing in drawings.items()}


def put(drawn: CutOut, placed: AnyPlaced) -> str:
    """Return the SVG of a drawing at its place."""
    return moved(inner(drawn), *placed.corner(drawn))


def inner(drawn: CutOut) -> str:
    """Return the SVG of a drawing without the element that gives its size."""
    assert drawn.sketch is not None, "only sketches can be written as SVG"  # noqa: S101 - see there
    return markup(drawn.sketch)
