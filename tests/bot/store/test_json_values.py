"""Small records written by this release, an older one or a newer one can be read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.json_values import read_settings, read_shown, write_settings, write_shown
from bot.table.ports import Shown
from bot.table.settings import SETTINGS, Placing, Settings, value

times = st.integers(0, 2**40).map(lambda thousandths: thousandths / 1000)
messages = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
old = st.lists(messages.filter(bool), max_size=3).map(tuple)
notes = st.builds(Shown, st.integers(0, 10**6), messages, times, times, old)
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


@pytest.mark.parametrize("message", ["k3f.1.0@1", "m|1", ""])
def test_shown_by_an_older_release(message: str) -> None:
    """A record without times is read with unknown times."""
    assert read_shown(f"12|{message}") == Shown(12, message)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[3,"m2",10.5,20.25,""]', Shown(3, "m2", 10.5, 20.25)),
        ('[3,"m2",10.5,20.25,"m1"]', Shown(3, "m2", 10.5, 20.25, ("m1",))),
    ],
)
def test_shown_by_the_previous_release(text: str, shown: Shown) -> None:
    """A record of the previous release is read, including messages left to retire.

    Unless it needs new fields, a record is written in the same form, so that release can read it.
    """
    assert read_shown(text) == shown
    assert write_shown(shown) == text


@given(settings)
def test_settings_survive(settings: Settings) -> None:
    """Settings survive a round trip."""
    assert read_settings(write_settings(settings)) == settings


def test_a_language() -> None:
    """A language is written if one is set, and removed if none is."""
    written = write_settings(Settings(thread=True, language="es"))
    assert json.loads(written)["language"] == "es"
    assert "language" not in json.loads(write_settings(Settings(), written))


def test_a_language_and_an_older_release() -> None:
    """A release without languages leaves the language unchanged."""
    older = {name: value(Settings(), name) for name in SETTINGS}
    kept = json.loads(write_settings(Settings(language="es"))) | older
    assert read_settings(json.dumps(kept)) == Settings(language="es")


@pytest.mark.parametrize("language", ["../es", 5, None, ["es"]])
def test_a_language_that_cannot_be_read(language: object) -> None:
    """An invalid language is ignored, and the other settings apply."""
    text = json.dumps({"format": 1, "thread": "yes", "language": language})
    assert read_settings(text) == Settings(thread=True)


def test_settings_of_a_newer_release() -> None:
    """Unknown settings and values are ignored, and the others apply."""
    text = '{"format": 2, "thread": "yes", "placement": "pinned", "mascot": "ant", "tables": 3}'
    assert read_settings(text) == Settings(thread=True)


@pytest.mark.parametrize("text", ["", "[1]", "no", '"thread"', "3", '{"placement": {"a": []}}'])
def test_settings_that_cannot_be_read(text: str) -> None:
    """Unreadable settings are read as the defaults."""
    assert read_settings(text) == Settings()
