"""The colours of Parchís by theme: those of the roads, with yellow and blue beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from renderer.colours import Colour, colour, mix
from renderer.theme import Theme

FADED: Final = 0.4
"""How far the dice of earlier turns fade towards their home, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class ArmColours:
    """The colours of one arm.

    A piece has a `face` with an `edge` around it and its sign in `inlay`. `ink` is for text.
    Corridor and home are `wall` with `wall_edge`; start and goal are `stair`.
    """

    face: Colour
    edge: Colour
    inlay: Colour
    ink: Colour
    wall: Colour
    wall_edge: Colour
    stair: Colour

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the arm."""
        own = self.face, self.edge, self.inlay, self.ink
        return (*own, self.wall, self.wall_edge, self.stair)


@dataclass(frozen=True, slots=True, eq=False)
class Paints:
    """The colours of a picture; compared by identity, which makes cache lookups fast."""

    ground: Colour
    cell: Colour
    safe: Colour
    line: Colour
    ring: Colour
    number: Colour
    ink: Colour
    soft: Colour
    die: Colour
    die_edge: Colour
    pip: Colour
    arms: tuple[ArmColours, ...]

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour, without duplicates."""
        plain = (self.ground, self.cell, self.safe, self.line, self.ring, self.number, self.ink)
        dice = (self.soft, self.die, self.die_edge, self.pip)
        arms = (each for arm in self.arms for each in arm.all)
        return tuple(dict.fromkeys((*plain, *dice, *arms, *self._faded())))

    def _faded(self) -> Iterator[Colour]:
        for arm in self.arms:
            for each in (self.die, self.die_edge, self.pip):
                yield mix(each, arm.wall, FADED)

    def meeting(self) -> Iterator[tuple[Colour, Colour]]:
        """Yield the pairs of colours that are adjacent, which need blends for smooth edges."""
        yield from ((self.number, self.cell), (self.number, self.safe), (self.ring, self.safe))
        yield from ((self.line, self.cell), (self.line, self.safe), (self.line, self.ground))
        yield from ((self.ink, self.ground), (self.soft, self.ground), (self.pip, self.die))
        for arm in self.arms:
            for ground in (arm.face, arm.inlay, self.cell, self.safe, arm.wall, arm.stair):
                yield arm.edge, ground
            yield from ((arm.face, arm.inlay), (arm.ink, arm.wall), (arm.ink, self.cell))
            yield from ((arm.wall_edge, arm.wall), (arm.wall_edge, arm.stair))
            yield from ((arm.face, self.cell), (self.line, arm.wall), (arm.ink, arm.stair))


def _arm(codes: str) -> ArmColours:
    return ArmColours(*map(colour, codes.split()))


def _paints(codes: str, *arms: str) -> Paints:
    ground, cell, safe, line, ring, number, ink, soft, die, edge, pip = map(colour, codes.split())
    looks = tuple(map(_arm, arms))
    return Paints(ground, cell, safe, line, ring, number, ink, soft, die, edge, pip, looks)


_BY_NAME: Final = {
    "maize": _paints(
        "f6ecd6 fffaf0 dccbaa 9a7a4a 876a3a 6d480f 5a2110 704a2c fffaf0 5a2110 5a2110",
        "f5bd1f 5a3800 5a3800 664400 fae29a 9c7210 f3c94e",
        "2a66c4 0c2a5c eef4ff 173f7d c3d6f0 4f78b4 93b6e6",
        "c33f1c 6a1a0a fff0d8 7a1f0c f3c4b0 b3654a e59a80",
        "0b5647 052e27 d4f0e2 06392f bcdcc8 4f8668 86b99c",
    ),
    "dark": _paints(
        "1b1712 332a20 524534 8a7452 b39c72 e2c995 f7e6c6 c9b48d f7e6c6 1b1712 3a150a",
        "f8d452 1c1300 3a2800 ffe695 55451a b8932c 6e5715",
        "6fa3fa 04142e 05183a a9cbff 1d3358 5a86cc 284a82",
        "ee6f3c 260900 2e0d02 ffb595 542417 b0603f 70301e",
        "4fd0a8 022019 06261f 9be8d2 1c4236 4f9a7c 2a6450",
    ),
    "contrast": _paints(
        "ffffff ffffff cfcfcf 000000 000000 000000 000000 1c1c1c ffffff 000000 000000",
        "ffd400 000000 000000 4a3a00 fff2b0 000000 ffe25e",
        "0048c8 000000 ffffff 002a80 dbe8ff 000000 a9c8ff",
        "d8330a 000000 ffffff 8a1c05 ffdcd0 000000 ffb29b",
        "004d38 000000 ffffff 003324 d6efe2 000000 9fd6bd",
    ),
}


@lru_cache(maxsize=8)
def paints(theme: Theme) -> Paints:
    """Return the colours of Parchís in `theme`."""
    return _BY_NAME[theme.name]
