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
    is twice as likely); `numbers` gives the number for the total of the objects' faces.
    """

    key: str
    thing: Thing
    count: int
    faces: tuple[int, ...]
    numbers: Mapping[int, int]

    def number(self, cast: Cast) -> int:
        """Return the number that `cast` gives to move by; ValueError if it cannot lie so."""
        if len(cast) != self.count or not set(cast) <= set(self.faces):
            raise ValueError(
                f"{self.key}: a cast is {self.count} of {sorted(set(self.faces))}, not {cast}"
            )
        return self.numbers[sum(cast)]

    def outcomes(self) -> Iterator[Cast]:
        """Every way the objects can lie, each equally likely."""
        return product(self.faces, repeat=self.count)

    @cached_property
    def odds(self) -> Mapping[int, Fraction]:
        """How likely each number is; the values sum to 1."""
        ways = Counter(self.number(cast) for cast in self.outcomes())
        return {n: Fraction(ways[n], ways.total()) for n in sorted(ways)}

    @cached_property
    def examples(self) -> Mapping[int, Cast]:
        """One cast for each number, for those who ask what a number would bring."""
        casts = {self.number(cast): cast for cast in self.outcomes()}
        return {n: casts[n] for n in sorted(casts)}

    def write(self, cast: Cast) -> str:
        """Write the objects as digits in order: 0110."""
        self.number(cast)
        return "".join(map(str, cast))

    def read(self, text: str) -> Cast:
        """Read what `write` wrote; ValueError names what is wrong."""
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f"{self.key}: {text!r} is not a cast; one digit for each object")
        cast = tuple(map(int, text))
        self.number(cast)
        return cast


def _kernels(key: str, numbers: Mapping[int, int]) -> ThrowTable:
    return ThrowTable(key, Thing.KERNEL, 4, (0, 1), numbers)


KERNELS = _kernels("kernels", {1: 1, 2: 2, 3: 3, 4: 4, 0: 5})

TABLES: Mapping[str, ThrowTable] = {table.key: table for table in (KERNELS,)}
"""Every throw table by its key."""
