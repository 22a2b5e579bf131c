"""Small records: what this release, an older or a newer one wrote can be read."""

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
def test_what_was_shown_survives(shown: Shown) -> None:
    """Reading gives what was written, to the thousandth of a second."""
    assert read_shown(write_shown(shown)) == shown


@pytest.mark.parametrize("message", ["k3f.1.0@1", "m|1", ""])
def test_what_an_older_release_showed(message: str) -> None:
    """A note without times is read as one whose times are not known."""
    assert read_shown(f"12|{message}") == Shown(12, message)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('[3,"m2",10.5,20.25,""]', Shown(3, "m2", 10.5, 20.25)),
        ('[3,"m2",10.5,20.25,"m1"]', Shown(3, "m2", 10.5, 20.25, ("m1",))),
    ],
)
def test_what_the_last_release_showed(text: str, shown: Shown) -> None:
    """A note of today's release is read, with the message that it left to be retired.

    What it can say is still written as it did, so that it can read it.
    """
    assert read_shown(text) == shown
    assert write_shown(shown) == text


@given(settings)
def test_settings_survive(settings: Settings) -> None:
    """Reading gives what was written."""
    assert read_settings(write_settings(settings)) == settings


def test_a_language_among_what_is_set() -> None:
    """A language is written where one is set, and taken away where none is any more."""
    written = write_settings(Settings(thread=True, language="es"))
    assert json.loads(written)["language"] == "es"
    assert "language" not in json.loads(write_settings(Settings(), written))


def test_a_language_and_an_older_release() -> None:
    """A release that knows no languages leaves the one alone that is set."""
    older = {name: value(Settings(), name) for name in SETTINGS}
    kept = json.loads(write_settings(Settings(language="es"))) | older
    assert read_settings(json.dumps(kept)) == Settings(language="es")


@pytest.mark.parametrize("language", ["../es", 5, None, ["es"]])
def test_a_language_that_cannot_be_read(language: object) -> None:
    """What is no language is as if none were set; the rest holds."""
    text = json.dumps({"format": 1, "thread": "yes", "language": language})
    assert read_settings(text) == Settings(thread=True)


def test_settings_of_a_newer_release() -> None:
    """What this release does not know is left out, what it knows holds."""
    text = '{"format": 2, "thread": "yes", "placement": "pinned", "mascot": "ant", "tables": 3}'
    assert read_settings(text) == Settings(thread=True)


@pytest.mark.parametrize("text", ["", "[1]", "no", '"thread"', "3", '{"placement": {"a": []}}'])
def test_settings_that_cannot_be_read(text: str) -> None:
    """What is no settings at all is as if nothing were set."""
    assert read_settings(text) == Settings()
