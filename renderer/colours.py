"""Colours, and the named colours of a theme."""

from dataclasses import dataclass, fields
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


def colour(code: str) -> Colour:
    """Return the colour with a code of six hexadecimal digits."""
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """Interpolate between two colours; `share` goes from 0 (`one`) to 1 (`other`)."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21, as defined in WCAG 2."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(of: Colour) -> float:
    shares = (part / 255 for part in of)
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return float(sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SideColours:
    """The colours of one side.

    A warrior has a `face` with a `shine` at the top, an `edge` around it and its sign in `inlay`.
    Counts of warriors are `inlay` on `pill`. `mark` is for marks on the road and `ink` for names.
    `bar` is the bar at the top while the side is to move, with a frieze in `frieze` and text in
    `on_bar`. `tints` colour the spaces where its last move began and ended. The pyramid of the base
    has a `wall` with `ledge` and `joint`, and sockets in `niche`.
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
        """Every colour of the side, without duplicates."""
        return _all(self)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """The colours of a picture.

    The background is wood in `ground` with a `grain`. Spaces of the road alternate between the two
    colours of `spaces`, inside a `kerb` whose shadow is `shade`; each base has a `yard`. A number
    to play is on a `plate`. `fallen` is for warriors that are out of the game. A theme with a
    `halo` is `flat`: nothing has a shine or a shadow, and everything on the road has a halo.
    Themes compare by identity, which makes cache lookups of drawings fast.
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
        """Whether the theme has no shine and no shadows."""
        return self.halo is not None

    @property
    def dark(self) -> bool:
        """Whether the road is darker than the numbers on it."""
        return _luminance(self.spaces[0]) < _luminance(self.number)

    @property
    def all(self) -> tuple[Colour, ...]:
        """Every colour of the theme, without duplicates."""
        return tuple(dict.fromkeys((*_all(self), *self.sides[0].all, *self.sides[1].all)))


def _all(colours: SideColours | Theme) -> tuple[Colour, ...]:
    """Return every colour among the fields of `colours`, without duplicates."""
    found: list[Colour] = []
    for field in fields(colours):
        match getattr(colours, field.name):
            case (int(), int(), int()) as one:
                found.append(one)
            case tuple() as several:
                found += [one for one in several if isinstance(one, tuple)]
    return tuple(dict.fromkeys(found))
