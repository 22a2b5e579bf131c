"""Replays and reviews of the same game go step by step: each frame has its odds."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.show import replay
from bot.table.options import Options
from bot.table.steps import end
from bot.table.table import Ending, Table
from engine.games import FAMILIES
from engine.parchis.rulesets import RULESETS as PARCHIS
from engine.review import Odds, review
from tests.bot.show.offer import GAMES, OFFER, SAY
from tests.bot.show.stages import Stage, played, taken_back
from tests.engine.equal import Equal


def offer(key: str) -> Table:
    """Return an offer of a short game of this ruleset for two."""
    options = {"seats": "2"} if key in PARCHIS else {"road": "9", "warriors": "2"}
    return replace(OFFER, header=GAMES.header(Options(key, tuple(options.items()))))


def frames(stage: Stage) -> int:
    return len(replay.frames(GAMES, *stage, SAY))


def curve(table: Table, entries: Sequence[str]) -> tuple[Odds, ...]:
    game = GAMES.game(table.header)
    return review(game, entries, Equal(game), table.places).curve


@pytest.mark.parametrize("key", FAMILIES)
def test_a_frame_for_each_odds(key: str) -> None:
    """In any game, running or over, there are as many odds as frames."""
    stages = played(offer(key))
    for stage in (*stages[:6], stages[len(stages) // 2], *stages[-3:]):
        assert len(curve(*stage)) == frames(stage)


@pytest.mark.parametrize("key", FAMILIES)
def test_a_resigned_game(key: str) -> None:
    """If a player resigned with a move due, the odds before it and the result have frames."""
    table, entries = played(offer(key))[4]
    over = end(table, Ending.RESIGNED, 0, by=0, places=((1,), (0,))).table
    odds = curve(over, entries)
    assert len(odds) == frames(Stage(over, entries))
    assert odds == (*curve(table, entries), (0, 1))


@pytest.mark.parametrize("key", FAMILIES)
def test_an_undo(key: str) -> None:
    """After moves were taken back, there are fewer frames, and as many odds."""
    stage = played(offer(key))[4]
    undone = taken_back(stage, 2)
    assert len(curve(*undone)) == frames(undone) < frames(stage)


def test_a_game_without_a_result() -> None:
    """A game that ended without a result has a frame for its end, but no odds."""
    table, entries = played(OFFER)[5]
    over = end(table, Ending.ABORTED, 0, by=0).table
    assert len(curve(over, entries)) == frames(Stage(over, entries)) - 1
