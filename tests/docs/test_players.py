"""The page about computer players states the numbers of the code."""

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.players.registry import PLAYERS
from engine.players.road import levels, search
from engine.players.road.features import FAR
from engine.players.road.network import TRAINED, weights_of
from engine.review import LITTLE
from engine.road.game import RoadGame
from tests.docs import test_records
from tests.docs.pages import ROOT, blocks

TEXT = (ROOT / "docs" / "players.md").read_text("utf-8")
PAGE = " ".join(TEXT.split())


@pytest.mark.parametrize(
    "stated",
    [
        f"winning {levels.EASY:.0%} less likely".replace("%", " percentage points"),
        f"but {levels.MEDIUM:.0%} count".replace("%", " points"),
        f"at most {search.MARGIN:.0%} worse".replace("%", " points"),
        f"about {search.EFFORT:,} estimates",
        f"less than {100 * levels.EQUAL:.2f} points are equal",
        f"above {FAR}, they look the same",
        f"lost less than {LITTLE:.0%} together".replace("%", " points"),
    ],
)
def test_numbers(stated: str) -> None:
    """The page has a number as it is in the code."""
    assert stated in PAGE


def test_the_review_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page shows how the review of the example record begins."""
    (tmp_path / "game.txt").write_text(test_records.TEXT, "utf-8")
    monkeypatch.delenv("PULUC_TABLES", raising=False)
    monkeypatch.chdir(tmp_path)
    main(["review", "game.txt"])
    printed = [line for line in capsys.readouterr().out.splitlines() if line]
    (shown,) = [block for block in blocks(TEXT) if block[0] == printed[0]]
    assert printed[: len(shown)] == shown
    assert printed[len(shown)].startswith("Step")


def test_players() -> None:
    """The page explains every player of the road games."""
    assert all(f"| `{name}` |" in PAGE for name in PLAYERS[RoadGame])


@pytest.mark.parametrize("key", TRAINED)
def test_hidden_units(key: str) -> None:
    """Every network has as many hidden units as the page says."""
    assert f"layer of {len(weights_of(key).hidden)} units" in PAGE
