"""Names without what draws nothing or disturbs its surroundings."""

import unicodedata
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.table.cleaning import NAME_LIMIT, plain_name

IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Unicode's Default_Ignorable_Code_Point: characters that are drawn as nothing."""

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


@pytest.mark.parametrize(
    "name",
    [
        "Ana",
        "Ана",
        "アナ",
        "می\u200cخواهم",
        "نرگس\u200cها",
        "👩\u200d🌾",
        FAMILY,
        "👩🏽\u200d🚀",
        "🏳\ufe0f\u200d🌈",
        "❤\ufe0f Ana",
        "Zoë",
        "🙂",
        "श\u094d\u200dर",
        "ශ\u0dca\u200dරී",
        "ക\u0d4d\u200cഷ",
        "র\u200d\u09cdয",
        "Đặng Thị",
        "ສົມຊາຍ",
        "မြို့",
        "ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ",
        "שָׁלוֹם",
        "ក្រុង",
        "Bꞌalam",
        "y\u0308\u0301",
    ],
)
def test_a_harmless_name_is_kept(name: str) -> None:
    """Letters of any script with their marks, joiners where spelling needs them, and emoji."""
    assert plain_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("\u202eanA", "anA"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("Ana\n\tBen", "Ana Ben"),
        ("\u2066Ana\u2069", "Ana"),
        ("  Ana  ", "Ana"),
        ("Ana\ufe0f", "Ana"),
        ("A\u200dn\u200ca", "Ana"),
        ("Ana\u200d", "Ana"),
        ("\u200cAna", "Ana"),
        ("Иван\u200d", "Иван"),
        ("👩\u200dAna", "👩Ana"),
        ("A\u115fna", "A na"),
    ],
)
def test_what_disturbs_is_removed(name: str, plain: str) -> None:
    """Control characters, and joiners that join nothing, are removed."""
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\u0301", "\u2800", "\U0001d159", "\U00016fe4", "\u200d\u200c", " \u0301 \u0489"],
)
def test_an_invisible_name_is_empty(name: str) -> None:
    """A name without visible characters is empty."""
    assert plain_name(name) == ""


def test_ignorable_characters_are_no_name() -> None:
    """None of the characters that Unicode lets nobody draw makes a name or is left in one."""
    ignorable = chain.from_iterable(range(first, last + 1) for first, last in IGNORABLE)
    for character in map(chr, ignorable):
        assert not plain_name(character * 3), hex(ord(character))
        assert plain_name(f"An{character}a").replace(" ", "") == "Ana", hex(ord(character))


@pytest.mark.parametrize("mark", ["\u0301", "\u0489", "\u0e47", "\u20dd", "\u064b", "\u094d"])
def test_piles_of_one_mark(mark: str) -> None:
    """A letter has each mark only once."""
    assert plain_name(f"B{mark * 30}en") == unicodedata.normalize("NFC", f"B{mark}en")


def test_zalgo() -> None:
    """A letter has at most two accents."""
    pile = "".join(map(chr, range(0x300, 0x320)))
    plain = unicodedata.normalize("NFD", plain_name(f"B{pile}e{pile}n"))
    assert [each for each in plain if each.isalpha()] == ["B", "e", "n"]
    assert len(plain) <= 3 + 3 + 2


@given(st.text(st.characters(categories=["Mn", "Me", "Mc", "Lo", "Ll"]), max_size=60))
def test_never_more_than_four_marks(name: str) -> None:
    """Whatever a name has, no letter has more than four stacked marks."""
    marks = 0
    for character in plain_name(name):
        stacked = unicodedata.category(character) in ("Mn", "Me")
        marks = marks + 1 if stacked else marks * (unicodedata.category(character) == "Mc")
        assert marks <= 4


@given(st.text(max_size=100))
def test_cleaning_twice(name: str) -> None:
    """A clean name stays as it is."""
    assert plain_name(plain_name(name)) == plain_name(name)


def test_a_long_name() -> None:
    """A long name is cut off."""
    assert plain_name("a" * 200) == "a" * NAME_LIMIT
