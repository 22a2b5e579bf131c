"""A new ruleset is an entry, its texts and a playthrough: nothing else has to know of it."""

from dataclasses import replace

import pytest

from bot.games.road import FAMILY
from engine.road.ruleset import AfterCapture
from engine.road.rulesets import PULUC, RULESETS
from engine.text import Text

LINE = Text("ruleset.trial.line")


@pytest.fixture(autouse=True)
def _entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruleset of which only its entry is known."""
    trial = replace(PULUC, key="trial", after_capture=AfterCapture.RETURN)
    monkeypatch.setitem(RULESETS, "trial", trial)  # type: ignore[arg-type] # a dict behind it


def test_it_is_offered() -> None:
    """A challenge to it says what its line says."""
    assert LINE in FAMILY.offered(FAMILY.header("trial", {"road": "9"}))


def test_a_changed_rule_hides_its_line() -> None:
    """Where a rule is changed the line, which might speak of it, is left out."""
    assert LINE not in FAMILY.offered(FAMILY.header("trial", {"far-end": "bounce"}))


def test_it_is_explained_without_pictures() -> None:
    """Its rules are put together from its options; examples may come later."""
    told = FAMILY.rules(FAMILY.header("trial", {}))
    sentences = [text for section in told.sections for text in section.sentences]
    assert Text("rules.after-capture.return") in sentences
    assert FAMILY.examples("trial") == ()
