"""One game in a channel and in a browser: its second player has come by a link."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Page

from tests.e2e.ports import free_port
from tests.e2e.process import Process
from tests.e2e.served import Served, served, start
from tests.pages.at_table import WAITS, AtTable
from tests.pages.browser import Windows
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.town import Town

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = pytest.mark.browser

LINK = re.compile(r"http://\S+#seat=[a-z2-7]{24}")
MOVES = 4


@pytest.fixture(scope="module")
def platform(
    new_bot: "Callable[..., Bot]", tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """Discord, and a process with public pages."""

    def public(bot: "Bot") -> dict[str, str]:
        bot.port = free_port()
        return {"PORT": str(bot.port), "PULUC_URL": bot.url, "PULUC_WEB": "play"}

    folder = tmp_path_factory.mktemp("links")
    with served(DISCORD, new_bot, folder, public) as found:
        yield found


@pytest.fixture
def town(platform: Served) -> Iterator[Town]:
    with platform.met() as town:
        yield town
        platform.process.settle()


@pytest.fixture
def process(platform: Served) -> Process:
    return platform.process


def again(town: Town, process: Process) -> None:
    """Kill the process, and start another one."""
    process.kill()
    start(town, process)


def sits(page: Page, link: str, name: str) -> AtTable:
    """Take a seat by a link, under a name."""
    table = AtTable.open(page, link)
    table.press("Accept")
    page.get_by_label("Your name").fill(name)
    page.keyboard.press("Enter")
    table.begins()
    return table


def test_a_channel_and_a_browser(town: Town, process: Process, windows: Windows) -> None:
    """Both see each move, although the process is killed between any two steps."""
    ana, *_ = town.people
    town.command(ana, "open")
    town.offers("Accept")
    again(town, process)
    town.command(ana, "game share")
    found = LINK.search(town.hears(ana, "#seat=").words)
    assert found is not None
    again(town, process)
    guest = sits(windows.take(), found[0], "Dora")
    again(town, process)
    town.sees("Dora")
    movers = set[bool]()
    for _ in range(MOVES):
        movers.add(moves(town, guest))
        again(town, process)
    assert movers == {True, False}


def moves(town: Town, guest: AtTable) -> bool:
    """Let the player to move play their first move; return whether that is the guest."""
    if isinstance(guest.page.evaluate(WAITS), int):
        before = town.board.words
        guest.move()
        town.wait(lambda: town.board.words != before)
        return True
    revision = guest.revision
    town.move()
    guest.reaches(revision + 1)
    return False
