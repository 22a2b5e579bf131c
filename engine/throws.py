"""Throw tables: the possible results of a throw, the numbers they come to, and the odds.

A *cast* is the result of one throw: the tuple of the objects as they lie, because pictures show
each of them. A kernel is 1 with its marked side up and 0 otherwise; a die is its face. What a cast
comes to is its *number*. Nothing here draws random numbers: callers pass the casts in.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Final, TypeAlias

Cast: TypeAlias = tuple[int, ...]
"""The result of one throw: the objects as they lie, in order."""


class Thing(StrEnum):
    """The kind of object thrown; it determines how it is drawn and how its face is chosen."""

    KERNEL = "kernel"
    DIE = "die"
    FOOTPRINT_DIE = "footprint-die"


FACES: Final[Mapping[Thing, tuple[int, ...]]] = {
    Thing.KERNEL: (0, 1),
    Thing.DIE: (1, 2, 3, 4, 5, 6),
    Thing.FOOTPRINT_DIE: (0, 1, 2),
}
"""The different faces of each kind of object."""


@dataclass(frozen=True)
class ThrowTable:
    """A kind of throw: its objects, their faces and the numbers they come to.

    `faces` lists the faces of a single object, all equally likely (a face that is listed twice is
    twice as likely). `numbers` maps the total of the faces to the number; without it, each object
    is a number of its own.
    """

    key: str
    thing: Thing
    count: int
    faces: tuple[int, ...]
    numbers: Mapping[int, int] | None = None

    def values(self, cast: Cast) -> tuple[int, ...]:
        """Return the numbers that `cast` comes to: one for all objects or one for each.

        Raises ValueError if `cast` is not a possible result.
        """
        if len(cast) != self.count or not set(cast) <= set(self.faces):
            faces = ", ".join(map(str, sorted(set(self.faces))))
            raise ValueError(
                f"{self.key}: a throw must be {self.count} digits from {faces},"
                f" not {''.join(map(str, cast))}"
            )
        return cast if self.numbers is None else (self.numbers[sum(cast)],)

    def number(self, cast: Cast) -> int:
        """Return the number that `cast` comes to, for tables where it is only one.

        Raises ValueError if `cast` is not a possible result or comes to several numbers.
        """
        (number,) = self.values(cast)
        return number

    def outcomes(self) -> Iterator[Cast]:
        """Return every possible cast, all equally likely."""
        return product(self.faces, repeat=self.count)

    @cached_property
    def odds(self) -> Mapping[int, Fraction]:
        """The probability of each number, for tables with one number per cast; they sum to 1."""
        return {self.number(cast): share for cast, share in self.chances.items()}

    @cached_property
    def chances(self) -> Mapping[Cast, Fraction]:
        """One cast for each distinct set of numbers, with the probability of those numbers."""
        ways = Counter(map(self.values, self.outcomes()))
        casts = {self.values(cast): cast for cast in self.outcomes()}
        return {casts[v]: Fraction(ways[v], ways.total()) for v in sorted(ways)}

    def write(self, cast: Cast) -> str:
        """Return the objects as digits in order, such as 0110."""
        self.values(cast)
        return "".join(map(str, cast))

    def read(self, text: str) -> Cast:
        """Read what `write` wrote; raise ValueError if it is not a possible result."""
        if not (text.isascii() and text.isdigit()):
            raise ValueError(f"{self.key}: a throw must be one digit for each object, not {text!r}")
        cast = tuple(map(int, text))
        self.values(cast)
        return cast


def _kernels(key: str, numbers: Mapping[int, int]) -> ThrowTable:
    return ThrowTable(key, Thing.KERNEL, 4, (0, 1), numbers)


KERNELS = _kernels("kernels", {1: 1, 2: 2, 3: 3, 4: 4, 0: 5})
"""Corn kernels with one marked side: the number of marked sides up; none counts as five.

Source: "Reglas detalladas del Juego de Mesa llamado Boolik", IcLA Games, after Verbeeck.
"""

SAPPER = _kernels("sapper", {2: 2, 1: 3, 3: 3, 4: 4, 0: 5})
"""The same kernels as Sapper counts them: two and two is two, three alike is three.

Source: Sapper 1906, by way of Bell, "Board and Table Games from Many Civilizations".
"""

PLUS_ONE = _kernels("plus-one", {up: up + 1 for up in range(5)})
"""The same kernels, counting the marked sides up and one more, as in a modern French edition."""

DIE = ThrowTable("die", Thing.DIE, 1, (1, 2, 3, 4, 5), {face: face for face in range(1, 6)})
"""One six-sided die. A six is thrown again, so it is never a result."""

D6 = ThrowTable("d6", Thing.DIE, 1, (1, 2, 3, 4, 5, 6), {face: face for face in range(1, 7)})
"""One six-sided die."""

FOOTPRINTS = ThrowTable(
    "footprints", Thing.FOOTPRINT_DIE, 2, (0, 0, 1, 1, 2, 2), {feet: feet for feet in range(5)}
)
"""Two dice with no, one or two footprints on each face, added up; a total of 0 is no move.

Source: a modern edition called "Puluc"; it does not say what the faces show, so they are ours.
"""

TABLES: Mapping[str, ThrowTable] = {
    table.key: table for table in (KERNELS, SAPPER, PLUS_ONE, DIE, FOOTPRINTS)
}
"""Every throw table by key."""
