"""Throw tables: what lies on the ground after a cast, the number it gives, and the odds.

A cast is the tuple of the individual objects as they lie, because pictures show them: for
kernels 1 is "marked side up", for dice it is the face. Nothing here draws random numbers;
casts come from outside.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeAlias

Cast: TypeAlias = tuple[int, ...]
"""The objects of one cast as they lie, in order."""


class Thing(StrEnum):
    """What is thrown; it decides how a picture draws it and how chance is drawn for it."""

    KERNEL = "kernel"
    DIE = "die"
    FOOTPRINT_DIE = "footprint-die"


@dataclass(frozen=True)
class ThrowTable:
    """How one cast is read.

    `faces` lists what a single object can show, equally likely (a face that is listed twice
    is twice as likely); `numbers` gives the number for the total of the objects' faces. Without
    `numbers` each object is a number of its own.
    """

    key: str
    thing: Thing
    count: int
    faces: tuple[int, ...]
    numbers: Mapping[int, int] | None = None

    def values(self, cast: Cast) -> tuple[int, ...]:
        """Return the numbers that `cast` gives, one for all objects or one for each.

        ValueError if it cannot lie so.
        """
        if len(cast) != self.count or not set(cast) <= set(self.faces):
            raise ValueError(
                f"{self.key}: a cast is {self.count} of {sorted(set(self.faces))}, not {cast}"
            )
        return cast if self.numbers is None else (self.numbers[sum(cast)],)

    def number(self, cast: Cast) -> int:
        """Return the only number that `cast` gives; ValueError if it cannot lie so."""
        (number,) = self.values(cast)
        return number

    def outcomes(self) -> Iterator[Cast]:
        """Every way the objects can lie, each equally likely."""
        return product(self.faces, repeat=self.count)

    @cached_property
    def odds(self) -> Mapping[int, Fraction]:
        """How likely each number is, where a cast gives only one; the values sum to 1."""
        return {self.number(cast): share for cast, share in self.chances.items()}

    @cached_property
    def chances(self) -> Mapping[Cast, Fraction]:
        """One cast of each kind that gives the same numbers, and how likely its kind is."""
        ways = Counter(map(self.values, self.outcomes()))
        casts = {self.values(cast): cast for cast in self.outcomes()}
        return {casts[v]: Fraction(ways[v], ways.total()) for v in sorted(ways)}

    def write(self, cast: Cast) -> str:
        """Write the objects as digits in order: 0110."""
        self.values(cast)
        return "".join(map(str, cast))

    def read(self, text: str) -> Cast:
        """Read what `write` wrote; ValueError names what is wrong."""
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f"{self.key}: {text!r} is not a cast; one digit for each object")
        cast = tuple(map(int, text))
        self.values(cast)
        return cast


def _kernels(key: str, numbers: Mapping[int, int]) -> ThrowTable:
    return ThrowTable(key, Thing.KERNEL, 4, (0, 1), numbers)


KERNELS = _kernels("kernels", {1: 1, 2: 2, 3: 3, 4: 4, 0: 5})
"""Corn kernels with one marked side: the marked sides up, none of them is five.

Source: "Reglas detalladas del Juego de Mesa llamado Boolik", IcLA Games, after Verbeeck.
"""

SAPPER = _kernels("sapper", {2: 2, 1: 3, 3: 3, 4: 4, 0: 5})
"""The same kernels as Sapper counted them: two and two is two, three alike is three.

Source: Sapper 1906, by way of Bell, "Board and Table Games from Many Civilizations".
"""

PLUS_ONE = _kernels("plus-one", {up: up + 1 for up in range(5)})
"""The same kernels, the marked sides up and one more: a modern French edition."""

DIE = ThrowTable("die", Thing.DIE, 1, (1, 2, 3, 4, 5), {face: face for face in range(1, 6)})
"""One six-sided die. A six is thrown again, so that it never lies there."""

FOOTPRINTS = ThrowTable(
    "footprints", Thing.FOOTPRINT_DIE, 2, (0, 0, 1, 1, 2, 2), {feet: feet for feet in range(5)}
)
"""Two dice with none, one or two footprints on each face, added; none at all is no move.

Source: a modern edition called "Puluc"; it does not print the faces, so they are ours.
"""

TABLES: Mapping[str, ThrowTable] = {
    table.key: table for table in (KERNELS, SAPPER, PLUS_ONE, DIE, FOOTPRINTS)
}
"""Every throw table by its key."""
