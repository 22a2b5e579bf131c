"""Small records written by this release or a later one can be read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.json_values import read_settings, read_shown, write_settings, write_shown
from bot.table.ports import Shown
from bot.table.settings import Placing, Settings

times = st.integers(0, 2**40).map(lambda thousandths: thousandths / 1000)
messages = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
notes = st.builds(
    Shown, st.integers(0, 10**6), messages, times, times, st.sampled_from(("", "a" * 24))
)
settings = st.builds(
    Settings,
    st.sampled_from(Placing),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    language=st.sampled_from(["", "es", "es-419"]),
)


@given(notes)
def test_shown_survives(shown: Shown) -> None:
    """A `Shown` survives a round trip, to the thousandth of a second."""
    assert read_shown(write_shown(shown)) == shown


def test_shown_by_a_later_release() -> None:
    """What a later release has added to a `Shown` is ignored."""
    assert read_shown('[3,"m2",10.5,20.25,"a","more"]') == Shown(3, "m2", 10.5, 20.25, "a")
    assert read_shown('[3,"m2",10.5,20.25,["more"]]') == Shown(3, "m2", 10.5, 20.25)


@pytest.mark.parametrize("text", ["3", "{}", '[3,"m2",10.5]', '["3","m2",10.5,20.25]'])
def test_shown_that_cannot_be_read(text: str) -> None:
    """Anything else is a ValueError."""
    with pytest.raises(ValueError, match="not what a place shows"):
        read_shown(text)


@given(settings)
def test_settings_survive(settings: Settings) -> None:
    """Settings survive a round trip."""
    assert read_settings(write_settings(settings)) == settings


def test_a_language() -> None:
    """A language is written if one is set, and removed if none is."""
    written = write_settings(Settings(thread=True, language="es"))
    assert json.loads(written)["language"] == "es"
    assert "language" not in json.loads(write_settings(Settings(), written))


@pytest.mark.parametrize("language", ["../es", 5, None, ["es"]])
def test_a_language_that_cannot_be_read(language: object) -> None:
    """An invalid language is ignored, and the other settings apply."""
    text = json.dumps({"thread": "yes", "language": language})
    assert read_settings(text) == Settings(thread=True)


def test_settings_of_a_later_release() -> None:
    """Unknown settings and values are ignored, and the others apply."""
    text = '{"thread": "yes", "placement": "pinned", "mascot": "ant", "tables": 3}'
    assert read_settings(text) == Settings(thread=True)


@pytest.mark.parametrize("text", ["", "[1]", "no", '"thread"', "3", '{"placement": {"a": []}}'])
def test_settings_that_cannot_be_read(text: str) -> None:
    """Unreadable settings are read as the defaults."""
    assert read_settings(text) == Settings()
