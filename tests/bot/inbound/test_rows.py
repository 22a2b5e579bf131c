"""Which buttons belong together."""

from collections.abc import Sequence

import pytest

from bot.inbound.rows import shelves
from bot.table.button import Button, Url
from bot.table.ids import TableId
from bot.table.intents import AddComputer, Intent, Join, Leave, ShowMenu, Start
from engine.text import Text

ID = TableId("k3f9qd7m2x")
LABEL = Text("button.rules")


def sizes(*intents: Intent | None) -> Sequence[int]:
    """Return the number of buttons on each shelf; None stands for a link."""
    buttons = (Url(LABEL, "https://x") if i is None else Button(LABEL, i) for i in intents)
    return [len(few) for few in shelves(buttons)]


@pytest.mark.parametrize(
    ("intents", "together"),
    [
        ((), []),
        ((Start(ID), ShowMenu(ID), None), [3]),
        (
            (Join(ID, 0), Join(ID, 1), Leave(ID), AddComputer(ID), Start(ID), ShowMenu(ID)),
            [2, 2, 2],
        ),
        ((Join(ID, 0), Start(ID), Join(ID, 1)), [1, 1, 1]),
    ],
)
def test_shelves(intents: Sequence[Intent | None], together: Sequence[int]) -> None:
    """The sides of a lobby stand together, then who has a seat, and all other buttons."""
    assert sizes(*intents) == together
