"""What can be set about a channel, as people type it."""

import pytest

from bot.table.settings import SETTINGS, Colours, Placing, Settings, changed, value, with_language


@pytest.mark.parametrize(("name", "word"), [(n, w) for n, words in SETTINGS.items() for w in words])
def test_what_is_set_is_told(name: str, word: str) -> None:
    """Each setting can be each of its choices, and says so."""
    assert value(changed(Settings(), name, word), name) == word


def test_one_setting_leaves_the_others() -> None:
    """Setting one thing changes nothing else."""
    settings = Settings(Placing.NEW, delete_old=True, thread=True, tables=False)
    assert changed(settings, "thread", "no") == Settings(Placing.NEW, delete_old=True, tables=False)


def test_the_usual() -> None:
    """Where nobody has set anything boards are placed as the play goes, and games are welcome."""
    usual = {name: value(Settings(), name) for name in SETTINGS}
    switches = {"delete-old": "no", "thread": "no", "tables": "yes"}
    assert usual == switches | {"placement": "auto", "theme": "auto", "view": "fixed"}


def test_a_theme_that_was_chosen() -> None:
    """Maize that was chosen is another thing than no theme; auto gives the choice up."""
    chosen = changed(Settings(), "theme", "maize")
    assert (Settings().look.colours, chosen.look.colours) == (None, Colours.MAIZE)
    assert changed(chosen, "theme", "auto") == Settings()


@pytest.mark.parametrize(
    ("name", "word"), [("placement", "yes"), ("thread", "new"), ("mascot", "ant"), ("", "")]
)
def test_what_cannot_be_set(name: str, word: str) -> None:
    """An unknown setting, or another's choice, is an error."""
    with pytest.raises(ValueError, match="cannot be"):
        changed(Settings(), name, word)


@pytest.mark.parametrize("language", ["es", "es-419", "zh-Hant-TW", ""])
def test_a_language(language: str) -> None:
    """Any language can be set by its tag, and none; nothing else changes."""
    settings = Settings(Placing.NEW, language="fr")
    assert with_language(settings, language) == Settings(Placing.NEW, language=language)


@pytest.mark.parametrize("language", ["e", "es_MX", "es-", "español", "../es", "es es"])
def test_no_language(language: str) -> None:
    """What is no tag of a language is an error."""
    with pytest.raises(ValueError, match="is not a language tag"):
        with_language(Settings(), language)
