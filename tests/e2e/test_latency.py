"""Time from a press to the new board on both players' pages, over a whole game (`make bench`)."""

import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

if TYPE_CHECKING:
    from conftest import Bot, Person

pytestmark = pytest.mark.browser

# Runs in each page: records when a press is made and when a newer board appears in the log.
CLOCK = """() => {
    const newest = () => Math.max(0, ...[...document.querySelectorAll("article[data-table]")]
        .map((board) => Number(board.dataset.revision)));
    window.boards = {};
    const note = () => { window.boards[newest()] ??= Date.now(); };
    note();
    new MutationObserver(note).observe(
        document.getElementById("log"), {subtree: true, childList: true, attributes: true});
    window.presses = {};
    addEventListener("click", () => { window.presses[newest()] = Date.now(); }, true);
}"""


def test_a_game_of_presses(
    benchmark: BenchmarkFixture, come: "Callable[..., Person]", bot: "Bot"
) -> None:
    """Milliseconds from press to board, on the presser's page and on the other's."""
    ana, ben = come("Ana"), come("Ben")
    ana.say("/puluc challenge @Ben")
    ben.sees(2)  # after Ana's page has sent a word
    ben.page.get_by_role("button", name="Accept").click()
    for person in (ana, ben):
        person.sees(3)
        person.page.evaluate(CLOCK)

    def game() -> None:
        revision = 3
        while not ana.is_over:
            mine = [p for p in (ana, ben) if "Your turn" in p.board.inner_text()]
            mine[0].moves.first.click()
            revision += 1
            ana.sees(revision)
            ben.sees(revision)
            time.sleep(0.05)

    benchmark.pedantic(game, rounds=1)
    boards = [person.page.evaluate("window.boards") for person in (ana, ben)]
    presses = {
        int(revision): at
        for person in (ana, ben)
        for revision, at in person.page.evaluate("window.presses").items()
    }
    for name, side in (("presser", 0), ("both", 1)):
        waits = sorted(
            sorted(board[str(revision + 1)] - at for board in boards)[side]
            for revision, at in presses.items()
        )
        benchmark.extra_info |= {
            f"{name}: moves": len(waits),
            f"{name}: median ms": statistics.median(waits),
            f"{name}: p99 ms": waits[int(len(waits) * 0.99)],
        }
