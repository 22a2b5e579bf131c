"""Verification: whether a record's commitment and throws follow from its seed."""

from dataclasses import dataclass

from engine.corn import commitment, draw, statement
from engine.game import Corrupt, Throw
from engine.games import open_game
from engine.record import Open, Played, Record, replay


class Unverifiable(ValueError):  # noqa: N818 - describes the record
    """A record lacks what verification needs; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw as recorded, and as drawn from the seed. `number` is that of its recipe.

    After an undo, the throws that it took back are recorded again, with the same numbers.
    """

    number: str
    seat: int
    recorded: str
    drawn: str

    @property
    def agrees(self) -> bool:
        """Whether the recorded throw equals the drawn one."""
        return self.recorded == self.drawn


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of verifying a record.

    `commitment` is the SHA-256 of the seed; `bound` is true if it equals the record's commitment.
    `throws` are all throws in the record, in its order, including those taken back.
    `unplayable` says why the record cannot be played beyond the last of the `throws`; it is empty
    if the whole record can be.
    """

    commitment: str
    bound: bool
    throws: tuple[Thrown, ...]
    unplayable: str = ""

    @property
    def wrong(self) -> tuple[Thrown, ...]:
        """The throws that differ from those drawn from the seed."""
        return tuple(throw for throw in self.throws if not throw.agrees)

    @property
    def agrees(self) -> bool:
        """Whether the commitment and every throw follow from the seed."""
        return self.bound and not self.wrong and not self.unplayable


def verify(record: Record, open_: Open = open_game) -> Verdict:
    """Verify a record; raise Unverifiable if it lacks its seed.

    `open_` opens the game. A wrong throw may make later entries unplayable; the throws before the
    first unplayable entry are checked.
    """
    binding = record.tags.binding
    if binding is None:
        raise Unverifiable("the record has no seed; docs/records.md lists the tags it needs")
    if binding.seed is None:
        raise Unverifiable("the record has no seed: it was made before the game ended")
    digest, throws, unplayable = commitment(binding.seed), list[Thrown](), ""
    text = statement(binding.recipe, digest, binding.table, record.header, binding.words)
    try:
        for step in replay(open_(record.header), record.entries):
            match step:
                case Played(phase=Throw(seat, table), entry=entry, throws=before):
                    number = binding.recipe.number(seat, before)
                    drawn = table.write(draw(binding.seed, text, number, table))
                    throws.append(Thrown(number, seat, entry, drawn))
    except Corrupt as corrupt:
        unplayable = str(corrupt)
    return Verdict(digest, digest == binding.commitment, tuple(throws), unplayable)
