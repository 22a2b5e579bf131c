"""Time from a press to the new board on both players' pages, over a whole game (`make bench`)."""

import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.pages.at_table import play_out
from tests.pages.people import begin

if TYPE_CHECKING:
    from conftest import Bot, Person

pytestmark = pytest.mark.browser

# Runs in each page: records when a move is pressed, and when its page has been told of a newer
# revision. The presses of throws change nothing in the store.
CLOCK = """() => {
    window.boards = {};
    window.presses = {};
    const parse = JSON.parse;
    JSON.parse = (text, ...more) => {
        const value = parse(text, ...more);
        if (value?.revision && value.seen) window.boards[value.revision] ??= Date.now();
        return value;
    };
    addEventListener("click", ({ target }) => {
        const code = target.closest?.(".moves button[data-code]")?.dataset.code;
        if (code) window.presses[code.split(".")[2]] = Date.now();
    }, true);
}"""


def test_a_game_of_presses(
    benchmark: BenchmarkFixture, come: "Callable[..., Person]", bot: "Bot"
) -> None:
    """Milliseconds from press to board, on the presser's page and on the other's."""
    tables = begin(come("Ana"), come("Ben"))
    for table in tables:
        table.page.evaluate(CLOCK)
    benchmark.pedantic(lambda: play_out(*tables), rounds=1)
    boards = [table.page.evaluate("window.boards") for table in tables]
    presses = {
        int(revision): at
        for table in tables
        for revision, at in table.page.evaluate("window.presses").items()
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
