"""docs/playing.md names every command and states the limits as they are."""

import re
from pathlib import Path

import pytest

from bot.acts import aborts, calling, limits, posting
from bot.acts.registry import COMMANDS
from bot.commands.command import PREFIX
from bot.table import calls, upkeep, vacation
from bot.table.pace import HOUR, MINUTE

PAGE = (Path(__file__).parents[2] / "docs" / "playing.md").read_text("utf-8")


def section(title: str) -> str:
    """The text between a heading and the next one."""
    (found,) = re.findall(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    return str(found)


def test_commands() -> None:
    """The table lists every command once, and no other."""
    listed = re.findall(rf"^\| `{PREFIX} ([a-z]+)", section("All commands"), re.M)
    names = [command.name for command in COMMANDS]
    assert sorted(listed) == sorted(names), (
        "All commands in docs/playing.md needs one row for each command, "
        f"but differs in {set(listed) ^ set(names)}"
    )


@pytest.mark.parametrize(
    ("limit", "row"),
    [
        (limits.OPEN_CHALLENGES, "have open challenges | {}"),
        (limits.RUNNING_GAMES, "be in running games with other players | {}"),
        (limits.PRACTICE_GAMES, "have practice games | {}"),
        (limits.WAITING_CHALLENGES, "have unanswered challenges from others | {}"),
        (calling.MAX_CALLED, "challenge, invite or nudge other players | {} people an hour"),
        (calling.MAX_CALLS, "challenge, invite or nudge the same player | {} times an hour"),
        (posting.MAX_UNPLAYED, "post games that nobody plays | {} within 24 hours"),
        (limits.COMMANDS.most, "send commands | {} a minute"),
        (limits.PRESSES.most, "press buttons of boards and challenges | {} a minute"),
        (limits.BOARDS.most, "post a board again | {} times a minute"),
        (limits.WORDS.most, "set your word for one game | {} times an hour"),
        (limits.OFFERS.most, "make offers in one game | {} an hour"),
        (calls.NUDGE_SECONDS // HOUR, "nudge an opponent | once every {} hours in the same turn"),
        (aborts.MAX_ABORTS, "abort games | {} within 24 hours"),
    ],
)
def test_limits(limit: int, row: str) -> None:
    """The table of limits has the numbers that the bot enforces."""
    assert f"| {row.format(limit)} |" in section("Limits")


def test_durations() -> None:
    """The table of durations has the days after which the bot acts."""
    durations = section("How long games last")
    first, second = upkeep.REMINDED_DAYS
    assert f"expires after {upkeep.CHALLENGE_SECONDS // upkeep.DAY} days" in durations
    assert f"after {first} and {second} days" in durations
    assert f"after {upkeep.ABANDONED_DAYS} |" in durations


def test_reminders() -> None:
    """The table of reminders says when they come."""
    reminders = section("Reminders, quiet hours and vacation")
    assert "half of your time is left | when a tenth" in reminders
    assert calls.SHARES == (1 / 2, 1 / 10)
    first, second = calls.DAYS
    assert f"| after {first} day | after {second} days |" in reminders
    assert f"{calls.EARLY_SECONDS // MINUTE} minutes before they begin" in reminders


def test_vacations() -> None:
    """The paragraph about vacations says how long they last, and when the next one can begin."""
    rule = section("Reminders, quiet hours and vacation").partition("**Vacation.**")[2]
    assert f"at most {vacation.MOST_SECONDS // vacation.DAY} days" in rule
    assert f"begin {vacation.MOST_REST_SECONDS // vacation.DAY} days after" in " ".join(
        rule.split()
    )
    assert f"after {vacation.REST_FACTOR} times as long" in " ".join(rule.split())
