"""Checking a record against its seed: whether the commitment and every throw follow from it."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.corn import commitment, draw, statement
from engine.game import Corrupt, Throw
from engine.games import open_game
from engine.record import Open, Record, replay


class Unverifiable(ValueError):  # noqa: N818 - a state of the record
    """A record that cannot be checked; the message names what is missing."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Throw number `n` (from 0) as the record has it, and as it follows from the seed."""

    n: int
    seat: int
    recorded: str
    drawn: str

    @property
    def agrees(self) -> bool:
        """Whether they are the same."""
        return self.recorded == self.drawn


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of checking a record.

    `commitment` is the SHA-256 of the seed, `bound` says whether it is the one of the record.
    `unplayable` says why the record cannot be played beyond the last of the `throws`, if it cannot.
    """

    commitment: str
    bound: bool
    throws: tuple[Thrown, ...]
    unplayable: str = ""

    @property
    def wrong(self) -> tuple[Thrown, ...]:
        """The throws that do not follow from the seed."""
        return tuple(throw for throw in self.throws if not throw.agrees)

    @property
    def agrees(self) -> bool:
        """Whether the commitment and every throw follow from the seed."""
        return self.bound and not self.wrong and not self.unplayable


def verify(record: Record, open_: Open = open_game) -> Verdict:
    """Check a record; Unverifiable where it tells no seed.

    `open_` knows the game that the header tells. A changed throw may make entries after it
    unplayable: the throws are checked up to there.
    """
    binding = record.tags.binding
    if binding is None:
        raise Unverifiable("the record does not tell its seed; see docs/records.md for its tags")
    if binding.seed is None:
        raise Unverifiable("the record does not tell its seed: the game is not over")
    shown, throws, unplayable = commitment(binding.seed), list[Thrown](), ""
    text = statement(shown, binding.table, record.header, binding.words)
    try:
        for n, (throw, entry) in enumerate(_throws(record, open_)):
            drawn = throw.table.write(draw(binding.seed, text, n, throw.table))
            throws.append(Thrown(n, throw.seat, entry, drawn))
    except Corrupt as corrupt:
        unplayable = str(corrupt)
    return Verdict(shown, shown == binding.commitment, tuple(throws), unplayable)


def _throws(record: Record, open_: Open) -> Iterator[tuple[Throw, str]]:
    for step in replay(open_(record.header), record.entries):
        if isinstance(step.phase, Throw):
            yield step.phase, step.entry
