"""How long games take, measured and told."""

from collections.abc import Sequence
from statistics import median

import pytest

from bot.acts.lengths import length_section, lengths, lengths_of
from bot.games.catalogue import games
from bot.games.family import AnyFamily
from bot.games.length import Length, told
from bot.games.size import Size
from bot.table.options import Options
from bot.table.pace import DAY, HOUR, MINUTE, Pace
from bot.table.terms import Terms
from bot.texts.catalogue import Catalogue
from engine.road.rulesets import RULESETS
from scripts.measure_lengths import headers, one_game, seated
from tests.bot.options import options

GAMES = games()
SAY = Catalogue().voice("en")

TOLERANCE = 1.6
"""By which factor the median of few games may differ from the table."""


@pytest.mark.parametrize("family", GAMES.families)
def test_the_table_is_complete(family: AnyFamily) -> None:
    """Every ruleset has an entry for each size and number of players, and there is no other.

    If this fails, run `make lengths`.
    """
    assert {*family.lengths} == {*headers(GAMES, family.rulesets)}


def drifted(some: Sequence[str], count: int) -> dict[str, tuple[float, float]]:
    """The turns of so many games of each header and of the table, where they differ too much."""
    found = {}
    for header in some:
        turns = median(one_game(header, number).turns for number in range(count))
        length = GAMES.length(header)
        assert length is not None
        if not length.turns / TOLERANCE <= turns <= length.turns * TOLERANCE:
            found[header] = (turns, length.turns)
    return found


def smallest(header: str) -> bool:
    """Whether a game is the first one of its ruleset."""
    return header == next(headers(GAMES, (header.split()[0],)))


def test_the_table_is_true() -> None:
    """A few games of each ruleset take about as long as the table says."""
    some = [h for family in GAMES.families for h in family.lengths if smallest(h)]
    assert drifted(some, 9) == {}


@pytest.mark.night
def test_the_whole_table_is_true() -> None:
    """A few games of each size and number of players take about as long as the table says."""
    assert drifted([h for family in GAMES.families for h in family.lengths], 9) == {}


@pytest.mark.parametrize("ruleset", [key for key, each in RULESETS.items() if not each.teams])
def test_short_games_have_choices(ruleset: str) -> None:
    """The two players of a short game choose ten times or more, together.

    Where they choose less often, many a game ends before one of them has chosen anything. The games
    for teams are different: their sources let one warrior out at a time.
    """
    length = GAMES.length(GAMES.header(options(ruleset, size="short")))
    assert length is not None
    assert length.choices >= 10


@pytest.mark.parametrize("ruleset", GAMES.rulesets)
def test_sizes_are_in_order(ruleset: str) -> None:
    """A short game is never longer than a classic one, and a long one is clearly longer."""
    for usual in seated(GAMES, ruleset):
        turns = {}
        for size in GAMES.sizes(ruleset):
            length = GAMES.length(GAMES.header(GAMES.sized(usual, size)))
            assert length is not None
            turns[size] = length.turns
        if Size.SHORT in turns:
            assert turns[Size.SHORT] <= turns[Size.CLASSIC]
        if Size.LONG in turns:
            assert turns[Size.LONG] >= 1.25 * turns[Size.CLASSIC]


@pytest.mark.parametrize(
    ("ruleset", "near"), [("puluc", range(22, 36)), ("aj-sayil", range(20, 90))]
)
def test_another_road(ruleset: str, near: range) -> None:
    """A road that no size has is estimated between those that have been measured."""
    length = GAMES.length(GAMES.header(options(ruleset, road=10, warriors=4)))
    assert length is not None
    assert round(length.turns) in near


def test_other_rules() -> None:
    """Nothing is told about games with other rules."""
    assert GAMES.length(GAMES.header(options("bul", after_capture="advance"))) is None
    assert not [*lengths_of(GAMES, options("bul", after_capture="advance"))]


@pytest.mark.parametrize(
    ("length", "size", "pace", "said"),
    [
        (Length(20, 20), Size.SHORT, None, "Short: about 20 turns, 5 minutes in one go."),
        (Length(36, 36), None, None, "About 35 turns: 10 minutes in one go."),
        (Length(36, 36), None, Pace(10 * MINUTE), "About 35 turns: 10 minutes in one go."),
        (
            Length(36, 36),
            Size.CLASSIC,
            Pace(DAY),
            "Classic: about 35 turns, 10 minutes in one go, 3 to 5 weeks at a turn a day.",
        ),
        (
            Length(348, 195),
            None,
            Pace(3 * DAY),
            "About 350 turns: an hour in one go, 3 to 20 months at 3 days a turn.",
        ),
        (
            Length(36, 36),
            None,
            Pace(DAY, HOUR),
            "About 35 turns: 10 minutes in one go, 2 to 4 days at 1 day each, plus 1 hour a turn.",
        ),
    ],
)
def test_telling(length: Length, size: Size | None, pace: Pace | None, said: str) -> None:
    """A sentence says how many turns and minutes a game takes and, at a slow pace, days."""
    assert SAY(told(length, size, pace=pace)) == said


def test_games_against_computers() -> None:
    """A game takes less time if computers have some of the seats."""
    header = GAMES.header(Options("bul", (("size", "long"),)))
    (alone,), (both,) = (tuple(lengths(GAMES, header, None, None, people)) for people in (1, 2))
    assert alone != both


def test_a_match() -> None:
    """A match says how long each game takes, a series how long all of them take."""
    (each,) = lengths_of(GAMES, Options("bul", terms=Terms(match=3)))
    (every,) = lengths_of(GAMES, Options("aj-sayil", terms=Terms(series=("mopan",))))
    assert SAY(each).startswith("Each game: about ")
    assert SAY(every).startswith("All games: about ")


@pytest.mark.parametrize("ruleset", GAMES.rulesets)
def test_the_rules_tell(ruleset: str) -> None:
    """The rules of each ruleset say how long its sizes take, the chosen one first."""
    (section,) = length_section(GAMES, GAMES.header(Options(ruleset)))
    assert len(section.sentences) == max(1, len(GAMES.sizes(ruleset)))
    assert "a turn a day" in SAY(section.sentences[0])
