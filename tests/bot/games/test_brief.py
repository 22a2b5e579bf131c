"""Short labels of moves."""

import pytest

from bot.games.brief import brief
from bot.games.catalogue import games
from engine.text import Text
from tests.bot.show.offer import SAY

STEP = Text("move.step", start=2, end=5)


@pytest.mark.parametrize(
    ("label", "short"),
    [
        (STEP, "2 → 5"),
        (Text("move.capture", move=STEP, count=2), "2 → 5 \N{MULTIPLICATION SIGN}2"),
        (
            Text("move.recapture", move=Text("move.capture", move=STEP, count=2), count=1),
            "2 → 5 \N{MULTIPLICATION SIGN}2 +1",
        ),
        (
            Text("move.number", number=3, move=Text("move.capture", move=STEP, count=1)),
            "3: 2 → 5 \N{MULTIPLICATION SIGN}1",
        ),
    ],
)
def test_short_labels(label: Text, short: str) -> None:
    """What a move captures and takes back is a sign and a number, wherever it stands in a label."""
    assert SAY(brief(label, games().family("puluc").brief)) == short  # type: ignore[union-attr] # it exists
