"""Colours by name. A further theme is one more `Theme` value."""

from dataclasses import dataclass
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def _colour(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that is `share` (0 to 1) of the way from `one` to `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class SideColours:
    """What is drawn in the colours of one side: warriors, names, the pyramid of its base.

    A warrior has a `face` with an `edge`, and its sign on it in `inlay`; `ink` writes its names.
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
        """Every colour of the side."""
        return (
            *(self.face, self.edge, self.inlay, self.ink),
            *(self.wall, self.wall_edge, self.stair),
        )


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture.

    Spaces alternate between the two colours of `spaces`; everything else stands on `ground`.
    """

    name: str
    ground: Colour
    spaces: tuple[Colour, Colour]
    ink: Colour
    soft_ink: Colour
    number: Colour
    cob: Colour
    cob_edge: Colour
    husk: Colour
    kernel: Colour
    kernel_edge: Colour
    kernel_mark: Colour
    flame: Colour
    flame_edge: Colour
    flame_core: Colour
    sides: tuple[SideColours, SideColours]

    @property
    def grounds(self) -> tuple[Colour, ...]:
        """The colours that anything else may lie on."""
        return self.ground, *self.spaces

    @property
    def paints(self) -> tuple[Colour, ...]:
        """The colours that are drawn on the grounds."""
        drawn = (self.ink, self.soft_ink, self.number, self.cob, self.cob_edge, self.husk)
        thrown = (self.kernel, self.kernel_edge, self.kernel_mark)
        fire = (self.flame, self.flame_edge, self.flame_core)
        return drawn + thrown + fire + self.sides[0].all + self.sides[1].all


MAIZE = Theme(
    name="maize",
    ground=_colour("f6ecd6"),
    spaces=(_colour("ecd9ae"), _colour("e3c994")),
    ink=_colour("5a2110"),
    soft_ink=_colour("704a2c"),
    number=_colour("6d480f"),
    cob=_colour("f2c14b"),
    cob_edge=_colour("b9821c"),
    husk=_colour("8fa873"),
    kernel=_colour("f7d67e"),
    kernel_edge=_colour("b57d1a"),
    kernel_mark=_colour("5a2110"),
    flame=_colour("ee8a1d"),
    flame_edge=_colour("b5380f"),
    flame_core=_colour("ffe08a"),
    sides=(
        SideColours(
            face=_colour("0b5647"),
            edge=_colour("052e27"),
            inlay=_colour("d4f0e2"),
            ink=_colour("06392f"),
            wall=_colour("b4d2bd"),
            wall_edge=_colour("5b8b70"),
            stair=_colour("84ae90"),
        ),
        SideColours(
            face=_colour("c33f1c"),
            edge=_colour("6a1a0a"),
            inlay=_colour("fff0d8"),
            ink=_colour("7a1f0c"),
            wall=_colour("eebd9f"),
            wall_edge=_colour("b3654a"),
            stair=_colour("d8957a"),
        ),
    ),
)
"""The colours of maize, jade and clay."""

DARK = Theme(
    name="dark",
    ground=_colour("1b1712"),
    spaces=(_colour("342b20"), _colour("40362a")),
    ink=_colour("f7e6c6"),
    soft_ink=_colour("c9b48d"),
    number=_colour("d9bd85"),
    cob=_colour("b98a2c"),
    cob_edge=_colour("6f4f14"),
    husk=_colour("5d7048"),
    kernel=_colour("e9c46a"),
    kernel_edge=_colour("7d5a16"),
    kernel_mark=_colour("3a150a"),
    flame=_colour("f0a228"),
    flame_edge=_colour("8f2b0c"),
    flame_core=_colour("fff0b0"),
    sides=(
        SideColours(
            face=_colour("56cfae"),
            edge=_colour("0a4033"),
            inlay=_colour("06261f"),
            ink=_colour("9be8d2"),
            wall=_colour("24463b"),
            wall_edge=_colour("4f8a72"),
            stair=_colour("35624f"),
        ),
        SideColours(
            face=_colour("e8703f"),
            edge=_colour("6a250c"),
            inlay=_colour("2e0d02"),
            ink=_colour("ffb595"),
            wall=_colour("56301f"),
            wall_edge=_colour("a0603f"),
            stair=_colour("77442c"),
        ),
    ),
)
"""The same by night."""

CONTRAST = Theme(
    name="contrast",
    ground=_colour("ffffff"),
    spaces=(_colour("f0f0f0"), _colour("dedede")),
    ink=_colour("000000"),
    soft_ink=_colour("1c1c1c"),
    number=_colour("000000"),
    cob=_colour("ffffff"),
    cob_edge=_colour("000000"),
    husk=_colour("000000"),
    kernel=_colour("ffffff"),
    kernel_edge=_colour("000000"),
    kernel_mark=_colour("000000"),
    flame=_colour("ff9d2e"),
    flame_edge=_colour("000000"),
    flame_core=_colour("ffffff"),
    sides=(
        SideColours(
            face=_colour("004d38"),
            edge=_colour("001a12"),
            inlay=_colour("ffffff"),
            ink=_colour("003324"),
            wall=_colour("ffffff"),
            wall_edge=_colour("004d38"),
            stair=_colour("bcd6cb"),
        ),
        SideColours(
            face=_colour("e8401c"),
            edge=_colour("000000"),
            inlay=_colour("000000"),
            ink=_colour("8a1c05"),
            wall=_colour("ffffff"),
            wall_edge=_colour("000000"),
            stair=_colour("f3b8a6"),
        ),
    ),
)
"""Black on white, green and red as far apart as can be."""

THEMES = {theme.name: theme for theme in (MAIZE, DARK, CONTRAST)}
"""Every theme by its name."""
