"""A channel's settings, as people type them."""

import pytest

from bot.table.settings import SETTINGS, Colours, Placing, Settings, changed, value, with_language


@pytest.mark.parametrize(("name", "word"), [(n, w) for n, words in SETTINGS.items() for w in words])
def test_every_value(name: str, word: str) -> None:
    """Each setting accepts and returns each of its choices."""
    assert value(changed(Settings(), name, word), name) == word


def test_one_setting_changes() -> None:
    """Changing one setting leaves the others unchanged."""
    settings = Settings(Placing.NEW, delete_old=False, thread=True, tables=False)
    assert changed(settings, "thread", "no") == Settings(
        Placing.NEW, delete_old=False, tables=False
    )


def test_defaults() -> None:
    """By default boards are placed automatically, old ones are deleted, and games are allowed."""
    defaults = {name: value(Settings(), name) for name in SETTINGS}
    switches = {"delete-old": "yes", "thread": "no", "games": "yes"}
    assert defaults == switches | {
        "placement": "auto",
        "theme": "auto",
        "view": "fixed",
        "language": "auto",
    }


def test_a_theme_that_was_chosen() -> None:
    """Choosing maize differs from having no theme; `auto` resets the choice."""
    chosen = changed(Settings(), "theme", "maize")
    assert (Settings().look.colours, chosen.look.colours) == (None, Colours.MAIZE)
    assert changed(chosen, "theme", "auto") == Settings()


@pytest.mark.parametrize(
    ("name", "word"), [("placement", "yes"), ("thread", "new"), ("mascot", "ant"), ("", "")]
)
def test_an_invalid_value(name: str, word: str) -> None:
    """An unknown setting, or a value of another setting, is an error."""
    with pytest.raises(ValueError, match="cannot be"):
        changed(Settings(), name, word)


@pytest.mark.parametrize("language", ["es", "es-419", "zh-Hant-TW", ""])
def test_a_language(language: str) -> None:
    """Any language tag can be set, including an empty one; nothing else changes."""
    settings = Settings(Placing.NEW, language="fr")
    assert with_language(settings, language) == Settings(Placing.NEW, language=language)


@pytest.mark.parametrize("language", ["e", "es_MX", "es-", "español", "../es", "es es"])
def test_no_language(language: str) -> None:
    """A malformed language tag is an error."""
    with pytest.raises(ValueError, match="is not a language tag"):
        with_language(Settings(), language)
