import pytest

from bot.table.naming import NAME_LIMIT, plain_name


@pytest.mark.parametrize("name", ["Ana", "Ана", "アナ", "می‌خواهم", "👩‍🌾", "Zoë", "🙂"])
def test_a_harmless_name_is_kept(name: str) -> None:
    """Letters of any script, joiners within them and emoji are kept."""
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
def test_control_characters_are_removed(name: str, plain: str) -> None:
    """Control characters that affect the text around a name are removed."""
    assert plain_name(name) == plain


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "\u3164", "\u200d", "\u0301", "\u2800"])
def test_an_invisible_name_is_empty(name: str) -> None:
    """A name without visible characters is empty."""
    assert plain_name(name) == ""


def test_a_long_name() -> None:
    """A long name is cut off."""
    assert plain_name("a" * 200) == "a" * NAME_LIMIT
