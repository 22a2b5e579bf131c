"""Rulesets, their limits and their headers."""

from dataclasses import replace

import pytest

from engine import Corrupt, open_game
from engine.road.header import read_header, write_header
from engine.road.ruleset import Limit, Ruleset, Unplayable
from engine.road.rulesets import PULUC, RULESETS

HEADER = "puluc road=11 warriors=5 table=kernels casts=one"


def test_the_header_tells_the_choices() -> None:
    """A header is the ruleset's key and the four options people choose by."""
    assert write_header(PULUC) == HEADER


def test_a_header_opens_its_game() -> None:
    """Opening a game by its header gives a game with that header."""
    header = "puluc road=31 warriors=9 table=kernels casts=one"
    assert open_game(header).header == header


def test_usual_options_may_be_told() -> None:
    """An option that is the ruleset's default is read, and not written again."""
    told = f"{HEADER} seats=2 after-capture=advance far-end=recycle"
    assert write_header(read_header(told)) == HEADER


def test_every_ruleset_goes_by_its_key() -> None:
    """The catalogue files each ruleset under its own key."""
    assert all(ruleset.key == key for key, ruleset in RULESETS.items())


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("", "no ruleset ''"),
        ("chess road=11 warriors=5 table=kernels casts=one", "no ruleset 'chess'"),
        ("puluc", "does not tell road"),
        ("puluc road=11 warriors=5 table=kernels", "does not tell casts"),
        (f"{HEADER} road=11", "road stands twice"),
        (f"{HEADER} shape=round", "no option 'shape'"),
        (f"{HEADER} fast", "'fast' in the header is not an option"),
        (f"{HEADER} after-capture=stop", "after-capture=stop cannot be read: it is one of advance"),
        ("puluc road=ten warriors=5 table=kernels casts=one", "road=ten cannot be read"),
        ("puluc road=-7 warriors=5 table=kernels casts=one", "road=-7 cannot be read"),
        ("puluc road=40 warriors=5 table=kernels casts=one", "road=40 low=5 high=31"),
        ("puluc road=11 warriors=0 table=kernels casts=one", "warriors=0 low=1 high=9"),
        ("puluc road=11 warriors=5 table=stones casts=one", "table=stones known=kernels"),
        ("puluc road=11 warriors=5 table=kernels casts=nine", "casts=nine cannot be read"),
    ],
)
def test_a_corrupt_header_is_named(header: str, wrong: str) -> None:
    """A header that cannot be read is refused with what is wrong in it."""
    with pytest.raises(Corrupt) as corrupt:
        open_game(header)
    assert wrong in str(corrupt.value)


@pytest.mark.parametrize(
    ("options", "reason", "facts"),
    [
        ({"road": 4}, Limit.ROAD, {"road": 4, "low": 5, "high": 31}),
        ({"road": 32}, Limit.ROAD, {"road": 32, "low": 5, "high": 31}),
        ({"warriors": 0}, Limit.WARRIORS, {"warriors": 0, "low": 1, "high": 9}),
        ({"warriors": 10}, Limit.WARRIORS, {"warriors": 10, "low": 1, "high": 9}),
        ({"seats": 4}, Limit.SEATS, {"seats": 4, "low": 2, "high": 2}),
        ({"table": "stones"}, Limit.TABLE, {"table": "stones", "known": "kernels"}),
    ],
)
def test_unplayable_options_are_refused(
    options: dict[str, int], reason: Limit, facts: dict[str, int | str]
) -> None:
    """Options beyond their limits are refused with the limit and its facts."""
    with pytest.raises(Unplayable) as unplayable:
        replace(PULUC, **options)
    assert (unplayable.value.reason, unplayable.value.facts) == (reason, facts)


@pytest.mark.parametrize(("seat", "side", "forward", "home"), [(0, 0, 1, 0), (1, 1, -1, 12)])
def test_sides_face_each_other(seat: int, side: int, forward: int, home: int) -> None:
    """Side 0 heads up from before space 1, side 1 down from after the last space."""
    ruleset = Ruleset("puluc")
    assert (ruleset.side(seat), ruleset.forward(seat), ruleset.home(seat)) == (side, forward, home)
