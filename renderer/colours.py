"""Colours by name: what a theme has to say."""

from dataclasses import dataclass, fields
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def colour(code: str) -> Colour:
    """Return the colour that six hexadecimal digits tell."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that is `share` (0 to 1) of the way from `one` to `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2 reckons it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(of: Colour) -> float:
    shares = (part / 255 for part in of)
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return float(sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideColours:
    """What is drawn in the colours of one side.

    A warrior has a `face` with a `shine` above and an `edge` around, and its sign on it in
    `inlay`; numbers of warriors stand in `inlay` on `pill`. `mark` marks places of the road,
    `ink` writes names. `bar` heads the picture while the side is to move, with a frieze in
    `frieze` and writing in `on_bar`. `tints` are the spaces that its last move began and ended on.
    The pyramid of the base has a `wall` with `ledge` and `joint`, and sockets in `niche`.
    """

    face: Colour
    shine: Colour
    edge: Colour
    inlay: Colour
    pill: Colour
    mark: Colour
    ink: Colour
    bar: Colour
    frieze: Colour
    on_bar: Colour
    tints: tuple[Colour, Colour]
    wall: Colour
    ledge: Colour
    joint: Colour
    niche: Colour

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the side, each once."""
        return _all(self)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """The colours of a picture.

    All lies on the wood of `ground`, with its `grain`. Spaces of the road alternate between the
    two colours of `spaces`, inside a `kerb` whose shadow is `shade`; bases stand in a `yard`.
    A number to play stands on a `plate`. `fallen` are warriors that are out of the game. Where
    the theme is `flat` nothing has a shine or a shadow, and what stands on the road has a `halo`.
    A theme is itself only, so that what is drawn in it is found quickly.
    """

    name: str
    ground: Colour
    grain: tuple[Colour, Colour]
    spaces: tuple[Colour, Colour]
    kerb: Colour
    shade: Colour
    yard: Colour
    number: Colour
    ink: Colour
    soft_ink: Colour
    plate: Colour
    on_plate: Colour
    cob: tuple[Colour, Colour, Colour]
    husk: tuple[Colour, Colour]
    kernel: Colour
    kernel_edge: Colour
    kernel_mark: Colour
    gold: Colour
    ray: Colour
    on_gold: Colour
    flame: tuple[Colour, Colour, Colour]
    fallen: Colour
    halo: Colour | None
    sides: tuple[SideColours, SideColours]

    @property
    def flat(self) -> bool:
        """Whether nothing has a shine or a shadow."""
        return self.halo is not None

    @property
    def dark(self) -> bool:
        """Whether the road is darker than what is written on it."""
        return _luminance(self.spaces[0]) < _luminance(self.number)

    @property
    def grounds(self) -> tuple[Colour, ...]:
        """The colours that stacks and marks may stand on."""
        return (*self.spaces, *(tint for side in self.sides for tint in side.tints))

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the theme, each once."""
        return tuple(dict.fromkeys((*_all(self), *self.sides[0].all, *self.sides[1].all)))


def _all(colours: SideColours | Theme) -> tuple[Colour, ...]:
    """Return every colour among the fields of `colours`, each once."""
    found: list[Colour] = []
    for field in fields(colours):
        match getattr(colours, field.name):
            case (int(), int(), int()) as one:
                found.append(one)
            case tuple() as several:
                found += [one for one in several if isinstance(one, tuple)]
    return tuple(dict.fromkeys(found))
