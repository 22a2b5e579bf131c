"""What counts as a lost write."""

from tests.scale.losses import longest_gap, missing

TOLD = [(2, "a"), (3, "b"), (4, "c")]


def test_nothing_is_missing() -> None:
    """A table that has every step, and more, has lost none."""
    assert missing(TOLD, 5, ["a", "b", "c", "d"]) == []


def test_a_table_that_went_back() -> None:
    """Steps after the table's revision are missing."""
    assert missing(TOLD, 3, ["a", "b"]) == [(4, "c")]


def test_other_steps_in_their_place() -> None:
    """A step is missing if another one has its revision."""
    assert missing(TOLD, 5, ["a", "x", "y", "z"]) == [(3, "b"), (4, "c")]


def test_a_record_that_is_shorter_than_its_table() -> None:
    """A step whose entry isn't in the record is missing, whatever the table's revision."""
    assert missing(TOLD, 4, ["a", "b"]) == [(4, "c")]


def test_a_table_that_is_gone() -> None:
    """Of a table that the store has lost, every step is missing."""
    assert missing(TOLD, 0, []) == TOLD


def test_gaps() -> None:
    """The longest gap is between neighbours, in whichever order they were noted."""
    assert longest_gap([5.0, 1.0, 2.0]) == 3.0
    assert longest_gap([1.0]) == 0.0
