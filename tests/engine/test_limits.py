"""Limits on options: which are playable, and which limit a refusal names."""

import pytest

from engine.header import Unplayable
from engine.road.header import ruleset_with
from engine.road.ruleset import Limit
from engine.road.rulesets import RULESETS

EXAMPLES = {
    Limit.ROAD: "puluc road=4",
    Limit.WARRIORS: "puluc warriors=10",
    Limit.SEATS: "aj-sayil seats=3",
    Limit.TEAMS: "puluc seats=4",
    Limit.FIRE_LEAVE: "a-kaakil after-capture=leave",
    Limit.OPEN_SHARING: "footprints after-capture=open",
    Limit.EXACT: "kekchi exact=yes",
    Limit.EXACT_RE_ENTER: "puluc exact=yes far-end=re-enter",
    Limit.BOUNCE: "boolik road=9 casts=sum",
    Limit.APART: "puluc road=6 table=sapper casts=sum",
}
"""One game that breaks each limit."""


def refused(words: str) -> str:
    """Return the refusal of a ruleset with options, as text."""
    key, *options = words.split()
    with pytest.raises(Unplayable) as unplayable:
        ruleset_with(key, dict(option.split("=") for option in options))
    return str(unplayable.value)


def test_options_that_can_be_played_are_taken() -> None:
    """A ruleset accepts options within its limits."""
    ruleset = ruleset_with("boolik", {"road": "7", "exact": "yes", "table": "die"})
    assert (ruleset.key, ruleset.road, ruleset.exact, ruleset.table) == ("boolik", 7, True, "die")


@pytest.mark.parametrize("limit", Limit)
def test_every_limit_has_an_example(limit: Limit) -> None:
    """Each limit has an example that breaks it, and the refusal names it."""
    assert refused(EXAMPLES[limit]).startswith(f"unplayable {limit}")


@pytest.mark.parametrize("road", [4, 32])
def test_the_road_has_5_to_31_spaces(road: int) -> None:
    """A road of fewer than 5 or more than 31 spaces is refused."""
    assert refused(f"puluc road={road}") == f"unplayable road: road={road} low=5 high=31"


@pytest.mark.parametrize("key", RULESETS)
@pytest.mark.parametrize("road", [5, 31])
def test_the_shortest_and_the_longest_road_can_be_played(key: str, road: int) -> None:
    """Every ruleset is playable on 5 spaces and on 31."""
    assert ruleset_with(key, {"road": f"{road}", "casts": "one"}).road == road


@pytest.mark.parametrize("warriors", [0, 10])
def test_a_seat_has_1_to_9_warriors(warriors: int) -> None:
    """Fewer than one or more than nine warriors a seat are refused."""
    said = f"unplayable warriors: warriors={warriors} low=1 high=9"
    assert refused(f"puluc warriors={warriors}") == said


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if not ruleset.teams])
def test_most_rulesets_are_for_two(key: str) -> None:
    """A ruleset without teams allows two seats only."""
    assert refused(f"{key} seats=4") == "unplayable teams: seats=4"


def test_the_rulesets_of_the_mopan_are_for_teams() -> None:
    """The five rulesets that Verbeeck recorded allow teams."""
    teams = {key for key, ruleset in RULESETS.items() if ruleset.teams}
    assert teams == {"aj-sayil", "aj-tiwil", "aj-sinaanil", "aj-sakalil", "a-kaakil"}


@pytest.mark.parametrize("seats", [0, 1, 3, 15, 18])
def test_teams_are_equal_and_up_to_16(seats: int) -> None:
    """An odd number of seats, zero, or more than sixteen are refused."""
    assert refused(f"aj-sayil seats={seats}") == f"unplayable seats: seats={seats} low=2 high=16"


@pytest.mark.parametrize("seats", range(2, 17, 2))
def test_every_even_number_of_seats_can_be_played(seats: int) -> None:
    """Teams may have from one to eight seats a side."""
    assert ruleset_with("a-kaakil", {"seats": f"{seats}"}).seats == seats


def test_the_sides_can_meet_outside_the_fire() -> None:
    """A road on which the sides could meet in the fire only is refused."""
    words = "a-kaakil road=8 casts=sum table=sapper far-end=recycle"
    assert refused(words) == "unplayable apart: road=8 number=4"


def test_captors_cannot_leave_where_there_is_fire() -> None:
    """A fire is incompatible with captors that leave: the score couldn't tell who killed whom."""
    assert refused("a-kaakil after-capture=leave") == "unplayable fire-leave"


@pytest.mark.parametrize("key", [key for key, ruleset in RULESETS.items() if ruleset.sharing])
def test_no_open_heading_where_stacks_share_spaces(key: str) -> None:
    """Open headings are incompatible with stacks that share spaces."""
    assert refused(f"{key} after-capture=open") == "unplayable open-sharing"


@pytest.mark.parametrize(
    "words",
    ["puluc table=sapper", "puluc casts=sum", "kekchi table=die", "aj-sayil table=sapper"],
)
def test_an_exact_exit_needs_a_one(words: str) -> None:
    """Exact exits need throws that can come up 1, or warriors next to a base would be stuck."""
    assert refused(f"{words} exact=yes").startswith("unplayable exact: table=")


@pytest.mark.parametrize(
    "words",
    ["puluc", "puluc casts=each", "kekchi casts=one", "boolik", "footprints", "aj-sayil seats=6"],
)
def test_an_exact_exit_can_be_played_where_a_one_is_cast(words: str) -> None:
    """Exact exits are playable if a single number can be 1."""
    key, *options = words.split()
    with_exact = dict(option.split("=") for option in [*options, "exact=yes"])
    assert ruleset_with(key, with_exact).exact


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("boolik road=9 casts=sum", 10),
        ("boolik road=7 casts=sum table=footprints", 8),
        ("kekchi road=9 table=sapper far-end=bounce", 10),
        ("aj-sayil road=7 casts=sum far-end=bounce", 10),
    ],
)
def test_a_bounce_needs_a_long_enough_road(words: str, number: int) -> None:
    """With `far-end=bounce`, a road shorter than the largest number is refused."""
    road = words.split()[1]
    assert refused(words) == f"unplayable bounce: {road} number={number}"


@pytest.mark.parametrize(
    "words",
    ["road=5", "road=5 casts=each", "road=10 casts=sum", "road=8 casts=sum table=footprints"],
)
def test_a_bounce_can_be_played_where_the_road_is_as_long_as_the_largest_number(words: str) -> None:
    """With `far-end=bounce`, a road exactly as long as the largest number is playable."""
    assert ruleset_with("boolik", dict(option.split("=") for option in words.split()))


@pytest.mark.parametrize(
    "options",
    ["road=7", "road=6 far-end=walk-back", "road=5 far-end=re-enter", "road=6 casts=each"],
)
def test_sides_that_can_meet(options: str) -> None:
    """Options are playable if the smallest number leaves room to meet, or leads nearer."""
    chosen = dict(option.split("=") for option in f"casts=sum {options}".split())
    assert ruleset_with("puluc", {"table": "sapper", **chosen}).table == "sapper"
