"""The rules of Parchís as text: complete, short, and true of the options."""

from random import Random

import pytest

from bot.games.parchis import FAMILY
from bot.games.parchis.rules import changes, played, rules
from engine.parchis.header import OPTIONS, read_header
from engine.parchis.ruleset import Ruleset
from engine.parchis.rulesets import RULESETS
from tests.bot.games.parchis.tables import any_header, ruleset
from tests.bot.show.offer import SAY

MESSAGE = 2800
"""The most characters of the rules: two messages on every platform."""

SECTION = 800
LABELS = ("aim", "board", "turn", "out", "six", "capture", "barriers", "goal", "special", "source")
SEATS = ("seats", "3")

VALUES = [
    pytest.param(key, name, value, id=f"{key}-{name}-{value}")
    for key in RULESETS
    for name, option in OPTIONS.items()
    for value in (option.values or ("2", "3", "4"))
    if name != "seats"
]


def spoken(ruleset: Ruleset) -> str:
    """The rules as plain text, without the markup of their labels."""
    explained = rules(ruleset)
    sections = (
        " ".join(map(SAY, (section.label, *section.sentences))) for section in explained.sections
    )
    return "\n".join((SAY(explained.heading), *sections))


def without_source(ruleset: Ruleset) -> str:
    """The rules without the last section, which lists the changes."""
    return spoken(ruleset).rpartition("\n")[0]


def with_option(key: str, name: str, value: str) -> Ruleset:
    return ruleset(FAMILY.header(key, {"seats": seats_for(name, value), name: value}))


def seats_for(name: str, value: str) -> str:
    """The number of players with which an option can have a value."""
    return "2" if name == "colours" else "4" if value == "pairs" else "3"


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_order_of_sections(key: str, seats: int) -> None:
    """Rules begin with the aim and end with the source, and no section is empty."""
    sections = rules(ruleset(f"{key} seats={seats}")).sections
    labels = [section.label.key.removeprefix("rules.section.") for section in sections]
    assert labels == [label for label in LABELS if label in labels]
    assert {*LABELS} - {*labels} == {"special"}
    assert all(section.sentences for section in sections)


@pytest.mark.parametrize("seed", range(100))
def test_explanations_are_short(seed: int) -> None:
    """With any combination of options, sections are short and the rules fit two messages."""
    told = spoken(read_header(any_header(Random(seed))))
    assert len(told) <= MESSAGE
    assert max(map(len, told.splitlines())) <= SECTION


@pytest.mark.parametrize(("key", "name", "value"), VALUES)
def test_every_option_changes_the_rules(key: str, name: str, value: str) -> None:
    """A changed option changes what the rules say, apart from the list of changes."""
    usual = with_option(key, "seats", seats_for(name, value))
    changed = with_option(key, name, value)
    assert (without_source(changed) == without_source(usual)) == (changed == usual)


@pytest.mark.parametrize(("key", "name", "value"), VALUES)
def test_every_change_is_listed(key: str, name: str, value: str) -> None:
    """The source section and the challenge list a changed option, in the same words."""
    changed = with_option(key, name, value)
    listed = [SAY(text) for text in changes(changed)]
    usual = with_option(key, "seats", seats_for(name, value))
    assert len(listed) == (changed != usual)
    source, offer = spoken(changed).splitlines()[-1], " ".join(map(SAY, played(changed)))
    assert all(change in source and change in offer for change in listed)
    assert ("Changed" in source) == ("Changed" in offer) == bool(listed)


@pytest.mark.parametrize(("seats", "start"), [(2, "39"), (3, "22"), (4, "56")])
def test_the_starts(seats: int, start: str) -> None:
    """The rules say where each colour starts, of those that play."""
    told = spoken(ruleset(f"parchis seats={seats}"))
    assert f"(start {start}, " in told
    assert ("green" in told) == (seats == 4)


def test_chosen_colours() -> None:
    """Two players with other colours are told theirs, and which of them begins."""
    told = spoken(ruleset("parchis seats=2 opening=yellow colours=green-blue"))
    assert "Two players have green (start 56, entry 51) and blue (start 22, entry 17)" in told
    assert "Blue begins." in told


@pytest.mark.parametrize("six", ["6", "7", "12"])
def test_what_a_six_counts(six: str) -> None:
    """A six that counts more with no piece at home is explained."""
    told = spoken(ruleset(f"parchis seats=4 six={six}"))
    assert (f"it counts {six}." in told) == (six != "6")


@pytest.mark.parametrize("key", RULESETS)
def test_offers(key: str) -> None:
    """A challenge says how many play, and has the ruleset's line unless options are changed."""
    what, line = played(ruleset(f"{key} seats=2"))
    assert SAY(what).endswith(" for 2 players.")
    assert len(SAY(line)) <= 140
    assert len(played(ruleset(f"{key} seats=2 jump=yes"))) == 1


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ("first", "The first to finish wins and ends the game."),
        ("last", "played until one player is left"),
        ("pairs", "opposite players win and lose together"),
    ],
)
def test_a_challenge_for_four_says_how_it_ends(end: str, says: str) -> None:
    """How a game of four ends is told, whether or not it is the usual way."""
    assert says in " ".join(map(SAY, played(ruleset(f"parchis-spain seats=4 end={end}"))))


def test_examples_apply_to_the_usual_rules() -> None:
    """With changed rules, the examples of the ruleset aren't offered."""
    assert rules(ruleset("parchis seats=3 end=first")).examples == ()
    assert rules(ruleset("parchis seats=3 jump=yes end=first")).examples is None
