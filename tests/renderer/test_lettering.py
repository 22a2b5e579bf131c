"""Lettering: names in many scripts, and texts that must fit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageFont

from renderer import fonts, lettering
from renderer.direction import ISOLATE, POP

SHAPED = (
    "محمد علي",
    "अमित कुमार",
    "সুমন চক্রবর্তী",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "ગુજરાતી પ્રિયા",
    "செல்வி ராஜேந்திரன்",
    "శ్రీనివాస్ కృష్ణ",
    "ಕೃಷ್ಣಮೂರ್ತಿ",
    "കൃഷ്ണൻ",
    "ශ්\u200dරී ලංකා",
    "မြင့်မြတ် ကျော်",
    "សុខា ស្ត្រី",
)
"""Names in scripts whose letters change beside others."""


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
    assert (run.font, run.text) == (fonts.STRONG, name)


@pytest.mark.parametrize(
    "name",
    [
        "小林さくら",
        "李小龙",
        "김민준",
        "שרה לוי",
        "สมชาย",
        "ສົມຊາຍ",
        "🌽",
        "Ben 🌽🔥",
        "Bꞌalam Kꞌicheꞌ",
        "Ꞌanäs",
        "ᴀɴᴀ ʙᴇɴ ᴄꜱ",
        "გიორგი",
        "Արամ",
        "አበበ ቢቂላ",
    ],
)
def test_letters_of_other_fonts(name: str) -> None:
    """Names in other scripts, rare Latin letters and emoji are written in full."""
    assert lettering.drawable(name) == name
    assert lettering.mask(name, 30, bold=True).getbbox()


@pytest.mark.skipif(not fonts.can_shape(), reason="FriBiDi is not on this machine")
@pytest.mark.parametrize(
    "name", [*SHAPED, "ខ្ញុំ ក្រុង", "కృష్ణ స్త్రీ", "جيج", "မြင့်", "Ḱgjpqyꞌ", "สมชาย ญู"]
)
def test_letters_are_not_cut_off(name: str) -> None:
    """The lowest and the highest parts of letters fit into a line."""
    size = 100
    for run in lettering.runs(name, bold=True):
        _, upper, _, lower = run.font.at(size).getbbox(run.text, anchor="ls")
        assert -upper <= size
        assert lower <= lettering.HIGH * size - size


@pytest.mark.skipif(not fonts.can_shape(), reason="FriBiDi is not on this machine")
def test_a_family_is_one_emoji() -> None:
    """Joined emoji are drawn as one."""
    family = "👨\u200d👩\u200d👧"
    assert lettering.width(family, 30) < 1.5 * lettering.width("👨", 30)


@pytest.mark.skipif(not fonts.can_shape(), reason="FriBiDi is not on this machine")
@pytest.mark.parametrize("name", SHAPED)
def test_letters_that_are_shaped(name: str) -> None:
    """Names in Arabic, Khmer and Indic scripts are written if the system can shape them."""
    assert lettering.drawable(name) == name
    assert lettering.mask(name, 30, bold=True).getbbox()


@pytest.mark.usefixtures("without_shaping")
@pytest.mark.parametrize("name", SHAPED)
def test_letters_that_cannot_be_shaped(name: str) -> None:
    """Names in Arabic, Khmer and Indic scripts are left out if the system can't shape them."""
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


def shown(text: str) -> str:
    """The characters of a text from left to right; those that are shaped are put in order, too."""
    return "".join(
        run.text[::-1] if run.leftwards and run.font.is_shaped else run.text
        for run in lettering.runs(text, bold=True)
    )


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("שרה Ben", "Ben הרש"),
        (f"{ISOLATE}שרה{POP} to move", "הרש to move"),
        (f"{ISOLATE}שרה 2{POP} to move", "2 הרש to move"),
        (f"{ISOLATE}שרה{POP} 2", "הרש 2"),
        (f"{ISOLATE}שרה{POP} (hard), {ISOLATE}לוי{POP} (easy)", "הרש (hard), יול (easy)"),
        ("שרה (Ben)", "(Ben) הרש"),
        ("Ben (שרה) 3", "Ben (הרש) 3"),
        ("שרה לוי 34", "34 יול הרש"),
    ],
)
def test_directions(text: str, drawn: str) -> None:
    """Each part of a text runs in its own direction, with spaces and numbers where they belong."""
    assert shown(text) == drawn


@pytest.mark.skipif(not fonts.can_shape(), reason="FriBiDi is not on this machine")
@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (f"{ISOLATE}محمد بن سلمان{POP} to move", "ناملس نب دمحم to move"),
        (f"{ISOLATE}علي{POP} 2", "يلع 2"),
        ("علي 2", "2 يلع"),
        ("علي ١٢", "١٢ يلع"),
    ],
)
def test_directions_of_shaped_letters(text: str, drawn: str) -> None:
    """Arabic names run leftwards in a sentence that doesn't, and numbers in them don't."""
    assert shown(text) == drawn


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


def test_a_text_is_not_broken_at_a_no_break_space() -> None:
    """A sign that follows a no-break space, as in French, stays with the word before it."""
    text = "Chances\N{NARROW NO-BREAK SPACE}: Ana"
    assert lettering.lines(text, 1, 29) == ("Chances\N{NARROW NO-BREAK SPACE}:", "Ana")


def test_a_shortened_name_keeps_its_beginning() -> None:
    """A shortened text keeps its beginning, ends in an ellipsis and fits."""
    short = lettering.shorten("Bartholomew of Cobán", 150, 27)
    assert short.startswith("Bart")
    assert short.endswith("…")
    assert lettering.width(short, 27) <= 150


def test_fonts_are_opened_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters that no font has take no longer than others: no font is opened for each of them.

    Somebody whose name consists of such characters would otherwise slow down all pictures.
    """
    opened: list[object] = []
    truetype = ImageFont.truetype

    def counted(file: Path, *arguments: Any, **more: Any) -> ImageFont.FreeTypeFont:
        opened.append(file)
        return truetype(file, *arguments, **more)

    monkeypatch.setattr(ImageFont, "truetype", counted)
    for code in range(0x1B00, 0x1B80):  # Balinese
        fonts.font_of(chr(code), fonts.STRONG)
    assert len(opened) <= 1 + len(fonts.OTHERS)
