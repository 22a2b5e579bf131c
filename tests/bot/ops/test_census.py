"""The number of games as a metric."""

import pytest
from prometheus_client import REGISTRY

from bot.ops.census import COUNT_SECONDS, keep_counting
from bot.table.ports import StoreDown


async def test_the_metric() -> None:
    """The games are counted every few minutes; while the store is away, the number stays."""
    seen: list[float | None] = []
    answers = iter([7, StoreDown(), 9])

    async def count() -> int:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def sleep(seconds: float) -> None:
        assert seconds == COUNT_SECONDS
        seen.append(REGISTRY.get_sample_value("puluc_games"))
        if len(seen) == 3:
            raise EOFError  # ends the test

    with pytest.raises(EOFError):
        await keep_counting(count, sleep)
    assert seen == [7, 7, 9]
