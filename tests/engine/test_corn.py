"""corn-1 behaves as docs/fair-dice.md specifies."""

from collections import Counter

import pytest

from engine.corn import clean_word, commitment, draw, statement
from engine.throws import D6, DIE, FOOTPRINTS, KERNELS, PLUS_ONE, SAPPER, TABLES, Thing, ThrowTable

SEED = bytes(range(32))
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
STATEMENT = statement(commitment(SEED), "k3f9qd7m2x", HEADER, ("maize", ""))


def test_commitment_of_the_vector() -> None:
    """The commitment is the SHA-256 of the seed in lower-case hex."""
    assert commitment(SEED).startswith("630dcd29")
    assert commitment(SEED).endswith("d710dd")


def test_the_statement_of_the_vector() -> None:
    """The statement is recipe, commitment, table, header and each seat's word, one per line."""
    assert f"puluc-corn-1\n{commitment(SEED)}\nk3f9qd7m2x\n{HEADER}\nmaize\n" == STATEMENT


def test_casts_of_the_vector() -> None:
    """The first six throws match the published vector."""
    casts = [KERNELS.write(draw(SEED, STATEMENT, n, KERNELS)) for n in range(6)]
    assert casts == ["0011", "0000", "1001", "1001", "0000", "1110"]


VECTORS = (
    (KERNELS, {0: "0011 0000 1001 1001 0000 1110 1101 1001 0101 1010 0011 1101"}),
    (SAPPER, {0: "0100 1011 1001 1010 0100 0010 1000 1010 1111 1010 1110 0000"}),
    (PLUS_ONE, {0: "1011 1101 1011 1011 0101 0011 1111 1111 0001 1101 1011 0101"}),
    (DIE, {0: "2 5 5 1 4 3 1 4 1 3 1 1", 221: "4"}),
    (D6, {0: "6 6 6 6 6 3 2 4 5 4 1 1"}),
    (FOOTPRINTS, {0: "10 11 21 21 22 21 21 10 01 10 10 22", 135: "10"}),
)
"""Throws from an index on, by throw table. Throws 221 of the die, 6 of the d6 and 135 of the
footprints skip the first byte.
"""


@pytest.mark.parametrize(("table", "vector"), VECTORS, ids=[table.key for table, _ in VECTORS])
def test_casts_of_every_table(table: ThrowTable, vector: dict[int, str]) -> None:
    """The throws of each throw table match the vector's seed, table id and words."""
    header = f"puluc road=11 warriors=5 table={table.key} casts=one"
    text = statement(commitment(SEED), "k3f9qd7m2x", header, ("maize", ""))
    for first, casts in vector.items():
        for n, cast in enumerate(casts.split(), first):
            assert table.write(draw(SEED, text, n, table)) == cast


def test_every_table_has_its_vector() -> None:
    """Every throw table has a vector."""
    assert {table.key for table, _ in VECTORS} >= TABLES.keys()


def test_kernels_fall_evenly() -> None:
    """Over many throws, the sixteen ways the kernels can fall are about equally frequent."""
    ways = Counter(draw(SEED, STATEMENT, n, KERNELS) for n in range(16_000))
    assert len(ways) == 16
    assert all(850 < count < 1150 for count in ways.values())


def test_dice_skip_the_bytes_that_would_favour_some_faces() -> None:
    """A die skips bytes of 252 and above, so its six faces are about equally frequent."""
    die = ThrowTable("two", Thing.DIE, 2, (0, 1, 2, 3, 4, 5), {n: n for n in range(11)})
    faces = Counter(face for n in range(6_000) for face in draw(SEED, STATEMENT, n, die))
    assert all(1850 < faces[face] < 2150 for face in range(6))


def test_a_word_is_composed() -> None:
    """A word typed with a combining accent is normalised to composed characters before hashing."""
    assert clean_word(" mai\u0301z ") == "ma\u00edz"


def test_a_word_may_have_spaces() -> None:
    """Plain spaces are the only separators allowed in a word; those around it are stripped."""
    assert clean_word("  red maize ") == "red maize"


REFUSED = [
    "a\nb",  # control character
    "a\u202eb",  # format character: right-to-left override
    "a\u200db",  # format character: joiner
    "a\u2028b",  # line separator
    "a\u2029b",  # paragraph separator
    "a\u00a0b",  # no-break space
    "\u2028",
    "maize\u2028",
]


@pytest.mark.parametrize("word", ["x" * 33, *REFUSED])
def test_an_ambiguous_word_is_refused(word: str) -> None:
    """Words that are too long or contain invisible or ambiguous characters are refused."""
    with pytest.raises(ValueError, match="at most 32 characters"):
        clean_word(word)
