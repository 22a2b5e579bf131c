"""Rulesets, their limits and their headers."""

import re

import pytest

from engine import Corrupt, open_game
from engine.road.header import read_header, ruleset_with, write_header
from engine.road.ruleset import Ruleset
from engine.road.rulesets import MOPAN, PULUC, RULESETS

HEADER = "puluc road=11 warriors=5 table=kernels casts=one"


def test_a_header_has_the_usual_options() -> None:
    """A header is the ruleset's key and the four options that people usually choose."""
    assert write_header(PULUC) == HEADER


def test_a_header_opens_its_game() -> None:
    """Opening a game by its header returns a game with that header."""
    header = "puluc road=31 warriors=9 table=kernels casts=one"
    assert open_game(header).header == header


def test_defaults_may_be_written_out() -> None:
    """An option with its default value can be read, but is not written."""
    text = f"{HEADER} seats=2 after-capture=advance far-end=recycle"
    assert write_header(read_header(text)) == HEADER


def test_every_ruleset_goes_by_its_key() -> None:
    """The catalogue lists each ruleset under its own key."""
    assert all(ruleset.key == key for key, ruleset in RULESETS.items())


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("", "unknown ruleset ''"),
        ("chess road=11 warriors=5 table=kernels casts=one", "unknown ruleset 'chess'"),
        ("puluc", "lacks road="),
        ("puluc road=11 warriors=5 table=kernels", "lacks casts="),
        (f"{HEADER} road=11", "has road twice"),
        (f"{HEADER} shape=round", "unknown option 'shape'"),
        (f"{HEADER} fast", "'fast' in the header is not an option"),
        (f"{HEADER} after-capture=stop", "after-capture must be one of advance"),
        ("puluc road=ten warriors=5 table=kernels casts=one", "4 digits, not 'ten'"),
        ("puluc road=-7 warriors=5 table=kernels casts=one", "4 digits, not '-7'"),
        ("puluc road=40 warriors=5 table=kernels casts=one", "road=40 low=5 high=31"),
        ("puluc road=11 warriors=0 table=kernels casts=one", "warriors=0 low=1 high=9"),
        (
            "puluc road=11 warriors=5 table=stones casts=one",
            "table must be one of kernels",
        ),
        ("puluc road=11 warriors=5 table=kernels casts=nine", "not 'nine'"),
    ],
)
def test_a_corrupt_header_is_named(header: str, wrong: str) -> None:
    """A corrupt header is refused with what is wrong in it."""
    with pytest.raises(Corrupt) as corrupt:
        open_game(header)
    assert wrong in str(corrupt.value)


def test_a_header_has_options_that_are_not_default() -> None:
    """Less common options appear in a header only if they differ from the default."""
    header = f"{HEADER} after-capture=open far-end=bounce exact=yes"
    assert write_header(read_header(header)) == header


@pytest.mark.parametrize(
    ("key", "defaults"),
    [
        ("puluc", "road=11 casts=one advance recycle"),
        ("buul", "road=11 casts=one return liberate"),
        ("boolik", "road=11 casts=one return bounce"),
        ("bul", "road=11 casts=one return recycle"),
        ("kekchi", "road=14 casts=sum return recycle"),
        ("sapper", "road=9 casts=sum return re-enter"),
        ("footprints", "road=11 casts=one advance recycle"),
        ("aj-sayil", "road=19 casts=each return walk-back"),
        ("aj-tiwil", "road=19 casts=each leave walk-back"),
        ("aj-sinaanil", "road=19 casts=each return walk-back"),
        ("aj-sakalil", "road=19 casts=each advance recycle"),
        ("a-kaakil", "road=19 casts=each return walk-back"),
    ],
)
def test_a_ruleset_has_its_own_defaults(key: str, defaults: str) -> None:
    """Each ruleset has its own defaults for road, casts, after-capture and far-end."""
    rules = RULESETS[key]
    text = f"road={rules.road} casts={rules.casts} {rules.after_capture} {rules.far_end}"
    assert text == defaults


@pytest.mark.parametrize("key", RULESETS)
def test_every_ruleset_begins_alike(key: str) -> None:
    """Every ruleset defaults to five warriors a seat, two seats and no exact exit."""
    rules = RULESETS[key]
    assert (rules.warriors, rules.seats, rules.exact) == (5, 2, False)


@pytest.mark.parametrize(
    ("seats", "warriors"), [(2, 5), (4, 3), (6, 2), (8, 2), (10, 1), (12, 1), (14, 1), (16, 1)]
)
def test_a_team_has_five_warriors(seats: int, warriors: int) -> None:
    """A side has five warriors by default, or the next number that divides among its seats."""
    assert ruleset_with("aj-sayil", {"seats": str(seats)}).warriors == warriors


@pytest.mark.parametrize(
    ("seats", "road"), [(2, 19), (8, 19), (10, 25), (12, 25), (14, 25), (16, 29)]
)
def test_many_army_ants_have_a_longer_road(seats: int, road: int) -> None:
    """In aj-sakalil, the road is longer from ten players on."""
    assert ruleset_with("aj-sakalil", {"seats": str(seats)}).road == road


@pytest.mark.parametrize("key", [key for key in MOPAN if key != "aj-sakalil"])
def test_other_roads_are_the_same_for_all(key: str) -> None:
    """In the other rulesets, the road doesn't depend on the number of players."""
    assert ruleset_with(key, {"seats": "16"}).road == 19


@pytest.mark.parametrize(("option", "value"), [("warriors", 5), ("road", 19)])
def test_chosen_options_precede_the_defaults_for_teams(option: str, value: int) -> None:
    """A chosen number of warriors or spaces stands, whatever the number of seats."""
    ruleset = ruleset_with("aj-sakalil", {"seats": "16", option: str(value)})
    assert getattr(ruleset, option) == value


@pytest.mark.parametrize("key", RULESETS)
def test_kernels_are_cast_but_in_footprints(key: str) -> None:
    """Every ruleset but footprints uses corn kernels by default; sapper counts them its own way."""
    named = key if key in ("footprints", "sapper") else "kernels"
    assert RULESETS[key].table == named


@pytest.mark.parametrize("key", RULESETS)
def test_the_header_of_every_ruleset_is_short(key: str) -> None:
    """With defaults, a header is just the ruleset's key and the four usual options."""
    assert re.fullmatch(
        rf"{key} road=\d+ warriors=5 table=\w+ casts=\w+", write_header(RULESETS[key])
    )


def test_a_header_has_the_seats_of_teams() -> None:
    """More than two seats appear in a header."""
    header = "aj-sayil road=19 warriors=5 table=kernels casts=each seats=16"
    assert write_header(read_header(header)) == header


@pytest.mark.parametrize(("seat", "side", "forward", "home"), [(0, 0, 1, 0), (1, 1, -1, 12)])
def test_sides_face_each_other(seat: int, side: int, forward: int, home: int) -> None:
    """Side 0 heads up from below space 1, side 1 down from beyond the last space."""
    ruleset = Ruleset(key="puluc")
    assert (ruleset.side(seat), ruleset.forward(seat), ruleset.home(seat)) == (side, forward, home)
