"""Lettering: names in many scripts, and texts that must fit."""

from collections.abc import Iterator

import pytest

from renderer import fonts, lettering
from renderer.lettering import LEFT_TO_RIGHT


@pytest.fixture
def without_shaping(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that can't shape letters."""
    forget()
    monkeypatch.setattr(fonts, "can_shape", lambda: False)
    yield
    forget()


def forget() -> None:
    """Clear the caches of fonts and texts."""
    cached = (fonts.font_of, lettering.drawable, lettering.runs, lettering.width, lettering.mask)
    for each in cached:
        each.cache_clear()


@pytest.mark.parametrize(
    "name",
    ["Ana", "Zoë", "Łukasz", "Νίκος", "Иван", "Юлія", "Đặng Thị", "Bo'oq' 3", "Ben & Eva"],
)
def test_letters_of_the_first_font(name: str) -> None:
    """Latin, Greek, Cyrillic and Vietnamese names are written in one font."""
    (run,) = lettering.runs(name, bold=True)
    assert run == (fonts.STRONG, name)


@pytest.mark.parametrize(
    "name", ["小林さくら", "李小龙", "김민준", "שרה לוי", "สมชาย", "🌽", "Ben 🌽🔥"]
)
def test_letters_of_other_fonts(name: str) -> None:
    """Chinese, Japanese, Korean, Hebrew and Thai names and emoji are written in full."""
    assert lettering.drawable(name) == name


@pytest.mark.skipif(not fonts.can_shape(), reason="FriBiDi is not on this machine")
@pytest.mark.parametrize("name", ["محمد علي", "अमित कुमार"])
def test_letters_that_are_shaped(name: str) -> None:
    """Arabic and Devanagari names are written if the system can shape them."""
    assert lettering.drawable(name) == name
    assert lettering.mask(name, 30, bold=True).getbbox()


@pytest.mark.usefixtures("without_shaping")
@pytest.mark.parametrize("name", ["محمد علي", "अमित कुमार"])
def test_letters_that_cannot_be_shaped(name: str) -> None:
    """Arabic and Devanagari names are left out if the system can't shape them."""
    assert not lettering.drawable(name)
    assert lettering.drawable(f"{name} Ben") == "Ben"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("\N{MATHEMATICAL BOLD FRAKTUR CAPITAL B}en", "Ben"),
        ("\N{ROMAN NUMERAL FOUR}. Ben", "IV. Ben"),
        ("Zo\N{COMBINING RING ABOVE}ë 𒀭 Ω", "Zoë Ω"),
        ("\u202eBen", "Ben"),
        ("Ana\n\tto  move", "Ana to move"),
    ],
)
def test_single_characters_are_left_out(name: str, drawn: str) -> None:
    """A character that can't be drawn is replaced by its plain form, or dropped on its own."""
    assert lettering.drawable(name) == drawn


@pytest.mark.parametrize("name", ["", " ", "ᏣᎳᎩ", "\u200d"])
def test_names_without_drawable_characters(name: str) -> None:
    """Some names have no drawable characters."""
    assert not lettering.drawable(name)


def test_hebrew_is_read_from_the_right() -> None:
    """A text that begins in Hebrew runs from right to left, with what follows on the left."""
    last, first = lettering.runs("שרה Ben", bold=True)
    assert (last.text, first.text.strip()) == ("Ben", "הרש")


def test_a_sentence_goes_rightwards_whatever_name_it_begins_with() -> None:
    """A sentence that begins with a Hebrew name still runs from left to right."""
    name, rest = lettering.runs(f"{LEFT_TO_RIGHT}שרה to move", bold=True)
    assert (name.text.strip(), rest.text) == ("הרש", "to move")


def test_a_long_text_is_written_smaller() -> None:
    """A text that doesn't fit is made smaller before it is shortened."""
    room = lettering.width("Bartholomew", 30) - 4
    shown, size = lettering.fit("Bartholomew", room, 30)
    assert shown == "Bartholomew"
    assert size < 30
    assert lettering.width(shown, size) <= room


def test_a_text_that_is_far_too_long_is_shortened() -> None:
    """A text that doesn't fit at its smallest size is shortened at that size."""
    shown, size = lettering.fit("Bartholomew", 60, 30, least=20)
    assert shown.endswith("…")
    assert size == 20


def test_a_long_text_is_broken_between_words() -> None:
    """Wrapping keeps all words in order, and each line fits unless one word is too long."""
    text = "The stack goes on to the enemy base, with all that it has captured"
    lines = lettering.lines(text, 250, 29)
    assert " ".join(lines) == text
    assert len(lines) > 2
    assert all(lettering.width(line, 29) <= 250 for line in lines)


def test_a_shortened_name_keeps_its_beginning() -> None:
    """A shortened text keeps its beginning, ends in an ellipsis and fits."""
    short = lettering.shorten("Bartholomew of Cobán", 150, 27)
    assert short.startswith("Bart")
    assert short.endswith("…")
    assert lettering.width(short, 27) <= 150
