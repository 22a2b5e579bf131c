"""corn-1 is what docs/fair-dice.md promises."""

from collections import Counter

import pytest

from engine.corn import clean_word, commitment, draw, statement
from engine.throws import DIE, FOOTPRINTS, KERNELS, PLUS_ONE, SAPPER, TABLES, Thing, ThrowTable

SEED = bytes(range(32))
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
STATEMENT = statement(commitment(SEED), "k3f9qd7m2x", HEADER, ("maize", ""))
D6 = ThrowTable("d6", Thing.DIE, 1, (1, 2, 3, 4, 5, 6), {face: face for face in range(1, 7)})


def test_commitment_of_the_vector() -> None:
    """The commitment is the SHA-256 of the seed in lower-case hex."""
    assert commitment(SEED).startswith("630dcd29")
    assert commitment(SEED).endswith("d710dd")


def test_the_statement_of_the_vector() -> None:
    """Recipe, commitment, table, header and a word for each seat stand on a line each."""
    assert f"puluc-corn-1\n{commitment(SEED)}\nk3f9qd7m2x\n{HEADER}\nmaize\n" == STATEMENT


def test_casts_of_the_vector() -> None:
    """The first six casts of the published vector."""
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
"""Casts from a number on, by throw table. In a die's cast 221, a d6's 6 and the footprints' 135 the
first byte is skipped.
"""


@pytest.mark.parametrize(("table", "vector"), VECTORS, ids=[table.key for table, _ in VECTORS])
def test_casts_of_every_table(table: ThrowTable, vector: dict[int, str]) -> None:
    """The casts of each throw table under the seed, id and words of the vector."""
    header = f"puluc road=11 warriors=5 table={table.key} casts=one"
    text = statement(commitment(SEED), "k3f9qd7m2x", header, ("maize", ""))
    for first, casts in vector.items():
        for n, cast in enumerate(casts.split(), first):
            assert table.write(draw(SEED, text, n, table)) == cast


def test_every_table_has_its_vector() -> None:
    """No throw table is without one."""
    assert {table.key for table, _ in VECTORS} >= TABLES.keys()


def test_kernels_fall_evenly() -> None:
    """Over many casts each of the sixteen ways to lie comes up about as often."""
    ways = Counter(draw(SEED, STATEMENT, n, KERNELS) for n in range(16_000))
    assert len(ways) == 16
    assert all(850 < count < 1150 for count in ways.values())


def test_dice_skip_the_bytes_that_would_favour_some_faces() -> None:
    """A die never takes a byte from 252 up, so its six faces come up about as often."""
    die = ThrowTable("two", Thing.DIE, 2, (0, 1, 2, 3, 4, 5), {n: n for n in range(11)})
    faces = Counter(face for n in range(6_000) for face in draw(SEED, STATEMENT, n, die))
    assert all(1850 < faces[face] < 2150 for face in range(6))


def test_a_word_is_composed() -> None:
    """A word that was typed as letter and accent is hashed as one character."""
    assert clean_word(" mai\u0301z ") == "ma\u00edz"


def test_a_word_may_have_spaces() -> None:
    """The plain space is the one separator that a word may have; those around it are dropped."""
    assert clean_word("  red maize ") == "red maize"


UNSEEN = [
    "a\nb",  # a control character
    "a\u202eb",  # format: turns the line round
    "a\u200db",  # format: joins
    "a\u2028b",  # separates lines
    "a\u2029b",  # separates paragraphs
    "a\u00a0b",  # a space that does not break
    "\u2028",
    "maize\u2028",
]


@pytest.mark.parametrize("word", ["x" * 33, *UNSEEN])
def test_a_word_that_cannot_be_hashed_alike_everywhere(word: str) -> None:
    """Long words, and characters that nobody can see and copy, are refused wherever they stand."""
    with pytest.raises(ValueError, match="at most 32 characters"):
        clean_word(word)
