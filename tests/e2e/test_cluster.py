"""Play on the real program's page, with the games in a cluster."""

import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

from bot.store import keys
from bot.table.ids import TableId
from tests.bot.store.cluster import Cluster, running
from tests.pages.at_table import NEWER, mover, play_out
from tests.pages.people import Come

if TYPE_CHECKING:
    from conftest import Bot

pytestmark = [pytest.mark.browser, pytest.mark.night]


PRESSES = 120
"""How often somebody presses until a replica has taken over."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries with a replica each."""
    with running(tmp_path_factory.mktemp("cluster"), replicas=1) as cluster:
        yield cluster


@pytest.fixture
def clustered(
    new_bot: "Callable[..., Bot]", cluster: Cluster, tmp_path_factory: pytest.TempPathFactory
) -> "Bot":
    """The program with its games in the cluster, where moves wait for a replica."""
    data = tmp_path_factory.mktemp("bot") / "data"
    bot = new_bot(data, {"REDIS_URL": cluster.url, "REDIS_WAIT": "1"})
    bot.start()
    return bot


def test_a_game_outlives_its_primary(come: Come, clustered: "Bot", cluster: Cluster) -> None:
    """Two people play a whole game, although the primary that has it is killed."""
    ana, ben = come("Ana", clustered), come("Ben", clustered)
    ana.say("/puluc challenge @Ben road=7 warriors=2")
    table = TableId(ana.card.get_attribute("data-table") or "")
    tables = ana.sit_down(), ben.sit_down()
    tables[1].press("Accept")
    turn = mover(*tables)
    assert turn is not None
    assert turn.throw()
    revision = turn.revision
    cluster.primary_of(keys.table(table)).signal(signal.SIGKILL)
    for _ in range(PRESSES):
        with contextlib.suppress(Error):  # the page has drawn its buttons anew
            turn.moves.first.click(timeout=1000)
        if turn.page.evaluate(NEWER, revision):
            break
    play_out(*tables)
    expect(tables[0].turn).to_contain_text("win")
