"""A new ruleset needs an entry, its texts and a playthrough, and no other change."""

from dataclasses import replace

import pytest

from bot.games.road import FAMILY
from engine.road.ruleset import AfterCapture
from engine.road.rulesets import PULUC, RULESETS
from engine.text import Text

LINE = Text("ruleset.trial.line")


@pytest.fixture(autouse=True)
def _entry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a ruleset that consists of its entry only."""
    trial = replace(PULUC, key="trial", after_capture=AfterCapture.RETURN)
    monkeypatch.setitem(RULESETS, "trial", trial)  # type: ignore[arg-type] # really a dict


def test_it_is_offered() -> None:
    """A challenge includes the ruleset's line."""
    assert LINE in FAMILY.offered(FAMILY.header("trial", {"road": "9"}))


def test_a_changed_rule_hides_its_line() -> None:
    """If a rule is changed, the line is omitted, because it might mention that rule."""
    assert LINE not in FAMILY.offered(FAMILY.header("trial", {"far-end": "bounce"}))


def test_it_is_explained_without_pictures() -> None:
    """The rules are composed from the options, and examples are optional."""
    explained = FAMILY.rules(FAMILY.header("trial", {}))
    sentences = [text for section in explained.sections for text in section.sentences]
    assert Text("rules.after-capture.return") in sentences
    assert "trial" not in FAMILY.examples
