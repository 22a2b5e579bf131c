"""Sizes of games by name."""

from collections.abc import Iterator

import pytest

from bot.games.catalogue import games
from bot.games.size import SIZE, Size
from bot.table.options import Options
from bot.table.request import Refusal
from tests.bot.options import options

GAMES = games()


def chosen(ruleset: str) -> Iterator[Options]:
    """The options of a game for each number of seats that a ruleset can have."""
    option = GAMES.options(ruleset).get("seats")
    yield Options(ruleset)
    if option is not None and option.is_of(ruleset):
        yield from (options(ruleset, seats=seats) for seats in option.numbers or ())


@pytest.mark.parametrize("ruleset", GAMES.rulesets)
def test_every_size_can_be_played(ruleset: str) -> None:
    """Each size of a ruleset, for each number of players, is a game that has this size."""
    for usual in chosen(ruleset):
        for size in GAMES.sizes(ruleset):
            assert GAMES.size_of(GAMES.header(GAMES.sized(usual, size))) is size


def test_classic_is_the_default() -> None:
    """A classic game has the ruleset's defaults, and the other options that were chosen."""
    game = options("bul", road=7, warriors=2, exact="yes")
    assert GAMES.sized(game, Size.CLASSIC) == options("bul", exact="yes")


def test_seats_share_a_size() -> None:
    """The warriors of a size are those of a side, which its seats share out."""
    header = GAMES.header(options("aj-sayil", size="short", seats=6))
    assert header == GAMES.header(options("aj-sayil", road=9, warriors=1, seats=6))


def test_an_option_besides_a_size() -> None:
    """What is chosen besides a size has priority, and then the game has no size."""
    header = GAMES.header(options(size="short", road=13))
    assert header == GAMES.header(options(road=13, warriors=3))
    assert GAMES.size_of(header) is None


def test_rules_do_not_change_a_size() -> None:
    """A game with other rules has the size that its road and warriors make."""
    assert GAMES.size_of(GAMES.header(options("bul", size="long", exact="yes"))) is Size.LONG


def test_other_options_can_exclude_a_size() -> None:
    """A game whose other options don't go together with a size hasn't that size."""
    header = GAMES.header(options("bul", casts="sum", far_end="bounce", road=20))
    assert GAMES.size_of(header) is None


@pytest.mark.parametrize(
    ("game", "key"),
    [
        (options("parchis", size="long"), "unplayable.size"),
        (options("bul", size="tiny"), "press.unknown"),
    ],
)
def test_sizes_that_a_ruleset_lacks(game: Options, key: str) -> None:
    """A size that a ruleset lacks, or nobody knows, is refused."""
    with pytest.raises(Refusal) as refused:
        GAMES.header(game)
    assert refused.value.text.key == key


def test_a_size_in_a_series() -> None:
    """Each game of a series has the size as its own ruleset has it."""
    usual = options("aj-sayil", **{SIZE: "short"})
    terms = usual.terms.changed("series", "mopan")
    match = GAMES.match(Options(usual.ruleset, usual.chosen, terms))
    assert match is not None
    assert {GAMES.size_of(header) for header in match.headers} == {Size.SHORT}
