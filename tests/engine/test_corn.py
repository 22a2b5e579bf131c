"""The recipes of throws behave as docs/fair-dice.md specifies."""

from collections import Counter
from pathlib import Path

import pytest

from engine.corn import RECIPE, Recipe, clean_word, commitment, draw, statement
from engine.throws import D6, DIE, FOOTPRINTS, KERNELS, PLUS_ONE, SAPPER, TABLES, Thing, ThrowTable

SEED = bytes(range(32))
HEADER = "puluc road=11 warriors=5 table=kernels casts=one"
WORDS = ("maize", "")
STATEMENT = statement(RECIPE, commitment(SEED), "k3f9qd7m2x", HEADER, WORDS)
PAGE = " ".join((Path(__file__).parents[2] / "docs" / "fair-dice.md").read_text("utf-8").split())


def test_commitment_of_the_vector() -> None:
    """The commitment is the SHA-256 of the seed in lower-case hex."""
    assert commitment(SEED).startswith("630dcd29")
    assert commitment(SEED).endswith("d710dd")


def test_the_statement_of_the_vector() -> None:
    """The statement is recipe, commitment, table, header and each seat's word, one per line."""
    assert f"puluc-corn-2\n{commitment(SEED)}\nk3f9qd7m2x\n{HEADER}\nmaize\n" == STATEMENT
    first = statement(Recipe.CORN_1, commitment(SEED), "k3f9qd7m2x", HEADER, WORDS)
    assert first == STATEMENT.replace("corn-2", "corn-1")


def test_numbers() -> None:
    """In corn-2, the throws of each seat are counted by themselves; in corn-1, all together."""
    throws = (3, 0, *(1,) * 14)
    for seat, number in ((0, "a3"), (1, "b0"), (15, "p1")):
        assert Recipe.CORN_2.number(seat, throws) == number
        assert Recipe.CORN_1.number(seat, throws) == "17"


VECTORS = (
    (Recipe.CORN_1, KERNELS, "", 0, "0011 0000 1001 1001 0000 1110 1101 1001 0101 1010 0011 1101"),
    (Recipe.CORN_1, SAPPER, "", 0, "0100 1011 1001 1010 0100 0010 1000 1010 1111 1010 1110 0000"),
    (Recipe.CORN_1, PLUS_ONE, "", 0, "1011 1101 1011 1011 0101 0011 1111 1111 0001 1101 1011 0101"),
    (Recipe.CORN_1, DIE, "", 0, "2 5 5 1 4 3 1 4 1 3 1 1"),
    (Recipe.CORN_1, DIE, "", 221, "4"),
    (Recipe.CORN_1, D6, "", 0, "6 6 6 6 6 3 2 4 5 4 1 1"),
    (Recipe.CORN_1, FOOTPRINTS, "", 0, "10 11 21 21 22 21 21 10 01 10 10 22"),
    (Recipe.CORN_1, FOOTPRINTS, "", 135, "10"),
    (Recipe.CORN_2, KERNELS, "a", 0, "1100 0100 0101 1101 1011 1010 0100 1010 0010 0110 0000 0101"),
    (Recipe.CORN_2, KERNELS, "b", 0, "1111 1001 0110 1011 1001 0110 0101 0111 0110 0100 1011 0101"),
    (Recipe.CORN_2, SAPPER, "a", 0, "0010 0000 1000 1000 1000 1011 1010 1000 1110 1011 0110 1000"),
    (Recipe.CORN_2, SAPPER, "b", 0, "1110 0100 1011 0000 0001 0000 0100 1100 0101 1010 1100 1001"),
    (Recipe.CORN_2, PLUS_ONE, "a", 0, "1111 0000 0100 0100 1011 1001 0110 0100 1001 1101 1011"),
    (Recipe.CORN_2, PLUS_ONE, "b", 0, "0111 0001 0101 0000 1110 0001 1011 1001 0101 1010 0010"),
    (Recipe.CORN_2, DIE, "a", 0, "3 3 2 2 4 4 4 4 2 2 2 2"),
    (Recipe.CORN_2, DIE, "b", 0, "3 4 5 4 4 2 3 5 5 3 4 2"),
    (Recipe.CORN_2, DIE, "b", 34, "4"),
    (Recipe.CORN_2, D6, "a", 0, "4 6 1 4 4 1 5 1 1 3 1 6"),
    (Recipe.CORN_2, D6, "b", 0, "4 3 4 1 5 1 2 4 1 4 6 3"),
    (Recipe.CORN_2, D6, "b", 14, "4"),
    (Recipe.CORN_2, FOOTPRINTS, "a", 0, "21 11 00 02 10 12 20 22 02 21 22 02"),
    (Recipe.CORN_2, FOOTPRINTS, "b", 0, "00 10 20 20 12 22 22 21 01 22 10 21"),
    (Recipe.CORN_2, FOOTPRINTS, "b", 17, "20"),
)
"""Throws from a count on, by recipe, throw table and letter. Throws 221 of the die, 6 of the d6 and
135 of the footprints in corn-1, and b34, b14 and b17 in corn-2 skip the first byte. Another program
made those of corn-2.
"""


@pytest.mark.parametrize(("recipe", "table", "letter", "first", "vector"), VECTORS)
def test_casts_of_every_table(
    recipe: Recipe, table: ThrowTable, letter: str, first: int, vector: str
) -> None:
    """The throws of each throw table match the vector's seed, table id and words."""
    header = f"puluc road=11 warriors=5 table={table.key} casts=one"
    text = statement(recipe, commitment(SEED), "k3f9qd7m2x", header, WORDS)
    for n, cast in enumerate(vector.split(), first):
        assert table.write(draw(SEED, text, f"{letter}{n}", table)) == cast


def test_every_table_has_its_vector() -> None:
    """Every throw table has a vector of every recipe."""
    for recipe in Recipe:
        assert {table.key for each, table, *_ in VECTORS if each is recipe} >= TABLES.keys()


def test_the_published_vectors() -> None:
    """The page has the first throws of each seat."""
    casts = [
        " ".join(KERNELS.write(draw(SEED, STATEMENT, f"{seat}{n}", KERNELS)) for n in range(4))
        for seat in "ab"
    ]
    assert "seat a are {}, and those of seat b {}.".format(*casts) in PAGE


def test_kernels_fall_evenly() -> None:
    """Over many throws, the sixteen ways the kernels can fall are about equally frequent."""
    ways = Counter(draw(SEED, STATEMENT, f"a{n}", KERNELS) for n in range(16_000))
    assert len(ways) == 16
    assert all(850 < count < 1150 for count in ways.values())


def test_dice_skip_the_bytes_that_would_favour_some_faces() -> None:
    """A die skips bytes of 252 and above, so its six faces are about equally frequent."""
    die = ThrowTable("two", Thing.DIE, 2, (0, 1, 2, 3, 4, 5), {n: n for n in range(11)})
    faces = Counter(face for n in range(6_000) for face in draw(SEED, STATEMENT, f"b{n}", die))
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
