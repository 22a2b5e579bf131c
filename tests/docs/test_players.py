"""The page about computer players states the numbers of the code."""

import pytest

from engine.players.registry import PLAYERS
from engine.players.road import levels, search
from engine.players.road.features import FAR
from engine.players.road.network import TRAINED, weights_of
from engine.road.game import RoadGame
from tests.docs.pages import ROOT

PAGE = " ".join((ROOT / "docs" / "players.md").read_text("utf-8").split())


@pytest.mark.parametrize(
    "stated",
    [
        f"winning {levels.EASY:.0%} less likely".replace("%", " percentage points"),
        f"but {levels.MEDIUM:.0%} count".replace("%", " points"),
        f"at most {search.MARGIN:.0%} worse".replace("%", " points"),
        f"about {search.EFFORT:,} estimates",
        f"less than {100 * levels.EQUAL:.2f} points are equal",
        f"above {FAR}, they look the same",
    ],
)
def test_numbers(stated: str) -> None:
    """The page has a number as it is in the code."""
    assert stated in PAGE


def test_players() -> None:
    """The page explains every player of the road games."""
    assert all(f"| `{name}` |" in PAGE for name in PLAYERS[RoadGame])


@pytest.mark.parametrize("key", TRAINED)
def test_hidden_units(key: str) -> None:
    """Every network has as many hidden units as the page says."""
    assert f"layer of {len(weights_of(key).hidden)} units" in PAGE
