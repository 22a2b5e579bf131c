"""docs/privacy.md states how long data is kept as it is."""

from pathlib import Path

import pytest

from bot.acts import aborts, calling, forgetting, posting
from bot.on_discord import greeting
from bot.store import channels, keys
from bot.table import ports, upkeep
from bot.table.pace import DAY, HOUR

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "privacy.md").read_text("utf-8")
POLICY = (DOCS / "templates" / "privacy-policy.md").read_text("utf-8")


def row(begins: str) -> str:
    """The row of the table that begins so."""
    (found,) = (line for line in PAGE.splitlines() if line.startswith(f"| {begins}"))
    return found


@pytest.mark.parametrize(
    "begins", ["Games: ", "Your settings", "Whom you", "Lists of", "The settings of a channel"]
)
def test_years(begins: str) -> None:
    """What is kept for a year says so."""
    assert keys.YEAR == 365 * DAY
    assert "1 year" in row(begins)


def test_channels_of_the_web_chat() -> None:
    """Messages of the web chat are kept for a year."""
    assert channels.KEPT_SECONDS == keys.YEAR
    assert "1 year" in row("The 500 newest messages")


def test_challenges() -> None:
    """Challenges expire after two days."""
    assert upkeep.CHALLENGE_SECONDS == 2 * DAY
    assert "2 days" in row("Challenges")


def test_games_without_moves() -> None:
    """Games without a move end after 90 days."""
    assert f"after {upkeep.ABANDONED_DAYS} days without a move" in row("Games: ")
    assert f"most {upkeep.ABANDONED_DAYS} days without a move" in POLICY.replace("\n", " ")


def test_aborted_games() -> None:
    """Aborted games, and those that were not played, are counted for a day."""
    assert aborts.ABORTED_SECONDS == posting.POSTED_SECONDS == DAY
    assert row("Which games you have aborted").endswith("| 1 day |")


def test_called_people() -> None:
    """People who are called are counted for an hour."""
    assert calling.CALLED_SECONDS == HOUR
    assert row("How many people you have challenged").endswith("| 1 hour |")


def test_unplayed_games() -> None:
    """What was never played is deleted after three days."""
    assert f"then {upkeep.UNPLAYED_DAYS} days" in row("Challenges")
    assert f"before the first move for {upkeep.UNPLAYED_DAYS} days" in row("Games: ")


def test_requests() -> None:
    """No number of a request or an event is kept for longer than seven days."""
    assert max(ports.REDELIVERY_SECONDS, greeting.KEPT_SECONDS) == 7 * DAY
    assert row("Which requests").endswith("| 7 days |")


def test_games_without_others() -> None:
    """Games that only one person played are deleted an hour after their end."""
    assert forgetting.ERASED_AFTER == HOUR
    assert "deleted an hour later" in PAGE
