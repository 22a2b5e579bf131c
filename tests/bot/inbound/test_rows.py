"""Which buttons belong together."""

from collections.abc import Sequence

import pytest

from bot.acts.look.help import Help
from bot.inbound.rows import shelves
from bot.table.button import Button, Url
from engine.text import Text

LABEL = Text("button.rules")


def sizes(*shelf: str | None) -> Sequence[int]:
    """Return the number of neighbouring buttons for these shelves; None stands for a link."""
    buttons = (
        Url(LABEL, "https://x") if s is None else Button(LABEL, Help(), shelf=s) for s in shelf
    )
    return [len(few) for few in shelves(buttons)]


@pytest.mark.parametrize(
    ("given", "together"),
    [
        ((), []),
        (("", "", None), [3]),
        (("sides", "sides", "seats", "seats", "", ""), [2, 2, 2]),
        (("sides", "", "sides"), [1, 1, 1]),
    ],
)
def test_shelves(given: Sequence[str | None], together: Sequence[int]) -> None:
    """The sides of a lobby stand together, then who has a seat, and all other buttons."""
    assert sizes(*given) == together
