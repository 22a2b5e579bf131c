"""Throw tables."""

from fractions import Fraction

import pytest

from engine.throws import TABLES, Thing, ThrowTable

EVERY_TABLE = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)


@EVERY_TABLE
def test_odds_sum_to_one(table: ThrowTable) -> None:
    """The odds of a table's numbers sum to 1."""
    assert sum(table.odds.values()) == 1


@EVERY_TABLE
def test_each_number_has_one_representative_cast(table: ThrowTable) -> None:
    """Each number has exactly one representative cast."""
    numbers = sorted(map(table.number, table.chances))
    assert numbers == sorted({table.number(cast) for cast in table.outcomes()})


def test_two_dice_are_two_numbers() -> None:
    """Objects that aren't added up yield a number each, and their order makes different casts."""
    dice = ThrowTable("dice", Thing.DIE, 2, (1, 2, 3, 4, 5, 6))
    assert dice.values((5, 2)) == (5, 2)
    assert dice.chances == {cast: Fraction(1, 36) for cast in dice.outcomes()}
    with pytest.raises(ValueError, match="too many"):
        dice.number((5, 2))


@EVERY_TABLE
def test_casts_round_trip(table: ThrowTable) -> None:
    """Casts round-trip through text."""
    assert all(table.read(table.write(cast)) == cast for cast in table.outcomes())


@pytest.mark.parametrize(
    ("key", "odds"),
    [
        ("kernels", "1:4/16 2:6/16 3:4/16 4:1/16 5:1/16"),
        ("sapper", "2:6/16 3:8/16 4:1/16 5:1/16"),
        ("plus-one", "1:1/16 2:4/16 3:6/16 4:4/16 5:1/16"),
        ("die", "1:1/5 2:1/5 3:1/5 4:1/5 5:1/5"),
        ("footprints", "0:1/9 1:2/9 2:3/9 3:2/9 4:1/9"),
    ],
)
def test_a_table_has_its_odds(key: str, odds: str) -> None:
    """The odds of each number follow from how the objects fall."""
    shares = (one.split(":") for one in odds.split())
    assert TABLES[key].odds == {int(number): Fraction(share) for number, share in shares}


@pytest.mark.parametrize(
    ("key", "cast", "number"),
    [
        ("kernels", "0100", 1),
        ("kernels", "1011", 3),
        ("kernels", "0000", 5),
        ("sapper", "0101", 2),
        ("sapper", "0100", 3),
        ("sapper", "1011", 3),
        ("sapper", "1111", 4),
        ("sapper", "0000", 5),
        ("plus-one", "0000", 1),
        ("plus-one", "1111", 5),
        ("die", "4", 4),
        ("footprints", "21", 3),
        ("footprints", "00", 0),
    ],
)
def test_a_cast_is_read_as_its_table_says(key: str, cast: str, number: int) -> None:
    """The number of a cast is determined by its marked sides, faces or footprints facing up."""
    assert TABLES[key].number(TABLES[key].read(cast)) == number


@pytest.mark.parametrize(
    ("key", "text"),
    [
        *(("kernels", text) for text in ("", "011", "01101", "0120", "x110", "\u0661110")),
        *(("die", text) for text in ("6", "0", "11")),
        *(("footprints", text) for text in ("1", "31", "111")),
    ],
)
def test_an_impossible_cast_is_refused(key: str, text: str) -> None:
    """A cast with too few, too many or unknown objects is refused; the error names the table."""
    with pytest.raises(ValueError, match=key):
        TABLES[key].read(text)
