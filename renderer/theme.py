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
    """What is drawn in the colours of one side: its warriors and the pyramid of its base."""

    face: Colour
    edge: Colour
    inlay: Colour
    wall: Colour
    wall_edge: Colour
    stair: Colour

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the side."""
        return self.face, self.edge, self.inlay, self.wall, self.wall_edge, self.stair


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
        return drawn + thrown + self.sides[0].all + self.sides[1].all


MAIZE = Theme(
    name="maize",
    ground=_colour("f5ead2"),
    spaces=(_colour("ecd8aa"), _colour("e2c58c")),
    ink=_colour("5f2413"),
    soft_ink=_colour("7a5236"),
    number=_colour("80591f"),
    cob=_colour("f0bf4a"),
    cob_edge=_colour("b9821c"),
    husk=_colour("8fa873"),
    kernel=_colour("f6d47c"),
    kernel_edge=_colour("bd8722"),
    kernel_mark=_colour("5f2413"),
    sides=(
        SideColours(
            face=_colour("1f6a4d"),
            edge=_colour("0f3d2c"),
            inlay=_colour("c5e3c4"),
            wall=_colour("b9d3b5"),
            wall_edge=_colour("5f8d6c"),
            stair=_colour("86ae8a"),
        ),
        SideColours(
            face=_colour("b5371f"),
            edge=_colour("681a0e"),
            inlay=_colour("fbdcae"),
            wall=_colour("ebb99c"),
            wall_edge=_colour("b3654a"),
            stair=_colour("d3906f"),
        ),
    ),
)
"""The colours of maize, jade and clay."""
