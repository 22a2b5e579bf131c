"""Parchís on the page of a real process, which is killed."""

import signal
from typing import TYPE_CHECKING

import pytest

from tests.pages.parchis import NAMES, button, play
from tests.pages.people import Come
from tests.parchis import SHORT, Asker, agrees

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = [pytest.mark.browser, pytest.mark.night]

PRESSES = 5


def test_two_people(come: Come, bot: "Bot") -> None:
    """Although the bot is killed in the middle, people are asked for all moves, and once each."""
    ana, ben = two = [come(name) for name in NAMES[:2]]
    asker = Asker.seeded(3)
    ana.say(f"/puluc challenge @Ben parchis {SHORT}")
    ben.sees(2)  # after Ana's page has sent a word
    button(ben, "Accept").click()
    assert not play(two, asker, PRESSES)
    bot.end(signal.SIGKILL)
    bot.start()
    assert not play(two, asker, PRESSES)
    agrees(ana.record(), asker.asked, NAMES)
