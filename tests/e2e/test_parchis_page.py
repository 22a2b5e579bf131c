"""Parchís at a table of a real process, which is killed."""

import signal
from typing import TYPE_CHECKING

import pytest

from tests.pages.at_table import play
from tests.pages.parchis import NAMES
from tests.pages.people import Come, begin
from tests.parchis import SHORT, Asker, agrees

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = [pytest.mark.browser, pytest.mark.night]

MOVES = 5


def test_two_people(come: Come, bot: "Bot") -> None:
    """Although the bot is killed in the middle, people are asked for all moves, and once each."""
    ana, ben = (come(name) for name in NAMES[:2])
    asker = Asker.seeded(3)
    tables = begin(ana, ben, f"parchis {SHORT}")
    assert not play(*tables, moves=MOVES, choose=asker.choose)
    bot.end(signal.SIGKILL)
    bot.start()
    assert not play(*tables, moves=MOVES, choose=asker.choose)
    agrees(ana.record(), asker.asked, NAMES)
