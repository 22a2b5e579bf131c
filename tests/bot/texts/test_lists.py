"""Lists in sentences, as a language has them."""

import pytest

from bot.texts.lists import listed

MENTION = "<@812345678901234567>"
ISOLATE, POP = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@pytest.mark.parametrize(
    ("last", "word"),
    [
        *((word, "y") for word in ("Ben", "Yolanda", "hielo", "Hiato", "11 captures", "8", "")),
        *((word, "e") for word in ("Inés", "iván", "Íñigo", "I", "Hilario", "hijos", "HÍBRIDO")),
        *((word, "e") for word in ("**Inés**", '<a href="tg://user?id=8">Inés</a>', "&quot;Inés")),
        *(
            (word, "e")
            for word in (f"{ISOLATE}Inés{POP}", "«Inés»", "\\_Inés", "i\N{COMBINING ACUTE ACCENT}")
        ),
        *((word, "y") for word in (MENTION, f"{MENTION} (invitada)", "<a href='/i'>Ben</a>")),
    ],
)
def test_and_in_spanish(last: str, word: str) -> None:
    """In Spanish, "y" becomes "e" before an i, with or without an h, but not before hia or hie."""
    assert listed(["Ana", last], "es") == f"Ana {word} {last}"


@pytest.mark.parametrize(
    ("last", "word"),
    [
        *((word, "o") for word in ("Ben", "Inés", "7", "1", "110", "112", "111 puntos", MENTION)),
        *(
            (word, "u")
            for word in ("Olga", "óscar", "Horacio", "HÓ", "8", "80", "8 puntos", "ocho")
        ),
        *(
            (word, "u")
            for word in ("11", "11 puntos", "11,5", "<b>Olga</b>", f"{ISOLATE}Olga{POP}")
        ),
    ],
)
def test_or_in_spanish(last: str, word: str) -> None:
    """In Spanish, "o" becomes "u" before an o, and before numbers that are read so."""
    assert listed(["Ana", last], "es-419", "or") == f"Ana {word} {last}"


def test_only_the_last_word_changes() -> None:
    """Only the word before the last part depends on it, however often the part occurs."""
    assert listed(["Inés", "Ben", "Inés"], "es") == "Inés, Ben e Inés"
    assert listed(["8", "Ben"], "es", "or") == "8 o Ben"
    assert listed(["Ana y Inés"], "es") == "Ana y Inés"


@pytest.mark.parametrize(
    ("language", "all_of_it", "any_of_it"),
    [
        ("en", "Ana, Ben, and Inés", "Ana, Ben, or Inés"),
        ("fr", "Ana, Ben et Inés", "Ana, Ben ou Inés"),
        ("pt-BR", "Ana, Ben e Inés", "Ana, Ben ou Inés"),
    ],
)
def test_in_other_languages(language: str, all_of_it: str, any_of_it: str) -> None:
    """Other languages have their lists from CLDR."""
    names = ["Ana", "Ben", "Inés"]
    assert listed(names, language) == all_of_it
    assert listed(names, language, "or") == any_of_it


def test_no_part_and_one_part() -> None:
    """A list of nothing is empty, and one of one part is that part."""
    assert [listed([], "es"), listed(["Inés"], "es")] == ["", "Inés"]
