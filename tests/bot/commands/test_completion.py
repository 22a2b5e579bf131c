"""A line of options is completed word by word."""

import pytest

from bot.commands.commands import Commands
from bot.commands.completion import completions
from bot.games.catalogue import Games
from bot.games.option import Option

OPTIONS = (
    Option("road", numbers=range(5, 32), usual=(11, 19)),
    Option("throw", choices=("kernels", "die")),
    Option("far-end", choices=("bounce", "walk-back")),
)


@pytest.mark.parametrize(
    ("typed", "further"),
    [
        ("", ["road=", "throw=", "far-end="]),
        ("FAR", ["far-end="]),
        ("throw=", ["throw=kernels", "throw=die"]),
        ("throw=D", ["throw=die"]),
        ("throw=die", ["throw=die", "throw=die road=", "throw=die far-end="]),
        ("throw=die ", ["throw=die", "throw=die road=", "throw=die far-end="]),
        ("throw=die f", ["throw=die far-end="]),
        ("throw=die far-end=w", ["throw=die far-end=walk-back"]),
        ("throw=die throw=", []),
        ("colour=", []),
        ("colour", []),
    ],
)
def test_a_line_goes_on(typed: str, further: list[str]) -> None:
    """Values for the option being typed come first, then options not used yet."""
    assert [each.line for each in completions(typed, OPTIONS)] == further


def test_usual_numbers_come_first() -> None:
    """Of many numbers, the usual ones, the smallest and the largest come first."""
    lines = [each.line for each in completions("road=", OPTIONS)]
    assert lines[:5] == ["road=5", "road=11", "road=19", "road=31", "road=6"]


def test_the_option_that_is_asked_for() -> None:
    """A completion that still needs a value names its option."""
    asked = {each.line: each.option for each in completions("throw=die", OPTIONS)}
    assert asked["throw=die"] is None
    assert asked["throw=die road="] == OPTIONS[0]


def test_a_ruleset_has_the_options_of_its_family() -> None:
    """The options are those of the ruleset's family, or of every family if it is unknown."""
    known = Commands(Games(("bot.games.road", "tests.games.pebbles")))
    assert [option.name for option in known.game_options_of("pebbles")] == ["squares"]
    assert "squares" not in [option.name for option in known.game_options_of("Kekchi")]
    for unknown in (None, "", "chess"):
        assert {"squares", "road"} <= {option.name for option in known.game_options_of(unknown)}
