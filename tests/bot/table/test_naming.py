import pytest

from bot.table.naming import NAME_LIMIT, plain_name


@pytest.mark.parametrize("name", ["Ana", "Ана", "アナ", "می‌خواهم", "👩‍🌾", "Zoë", "🙂"])
def test_a_name_that_disturbs_nothing_is_kept(name: str) -> None:
    """Letters of any script, joiners within them and emoji stay as they are."""
    assert plain_name(name) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("\u202eanA", "anA"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("Ana\n\tBen", "Ana Ben"),
        ("\u2066Ana\u2069", "Ana"),
        ("  Ana  ", "Ana"),
    ],
)
def test_a_name_does_not_reach_beyond_itself(name: str, plain: str) -> None:
    """Marks that turn or break the line are left out."""
    assert plain_name(name) == plain


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u200d", "\u0301", "\u2800"])
def test_a_name_of_nothing_visible_is_none(name: str) -> None:
    """What cannot be seen is no name."""
    assert plain_name(name) == ""


def test_a_name_is_kept_up_to_a_length() -> None:
    """What is longer is cut."""
    assert plain_name("a" * 200) == "a" * NAME_LIMIT
