"""When another program with this bot's token is reported."""

import pytest
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from bot.inbound.rivals import RECENT_SECONDS, SURE_SECONDS, Rivals, met_lately
from bot.store.memory import MemoryNotes
from bot.table.people import Platform
from tests.watch import Watch


class Meeting:
    """A bot on Telegram that meets other programs at times that a test sets."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.notes = MemoryNotes(self.watch)
        self._rivals = Rivals(self.notes, Platform.TELEGRAM, self.watch)

    async def after(self, seconds: float) -> bool:
        """Meet one after some seconds; return whether that is logged."""
        self.watch.now += seconds
        with capture_logs() as lines:
            await self._rivals.met()
        return [line["event"] for line in lines] == ["token.conflict"]


@pytest.fixture
def meeting() -> Meeting:
    return Meeting()


async def test_a_release_that_takes_over(meeting: Meeting) -> None:
    """Meetings within a minute are those of two processes of one bot."""
    assert not await meeting.after(0)
    assert not await meeting.after(SURE_SECONDS - 1)
    assert not await met_lately(meeting.notes, Platform.TELEGRAM)


async def test_another_program(meeting: Meeting) -> None:
    """Meetings that go on are logged, counted, and noted for the doctor for ten minutes."""
    name, labels = "puluc_token_conflicts_total", {"platform": "telegram"}
    before = REGISTRY.get_sample_value(name, labels)
    await meeting.after(0)
    assert await meeting.after(SURE_SECONDS)
    assert before is not None
    assert REGISTRY.get_sample_value(name, labels) == before + 1
    assert await met_lately(meeting.notes, Platform.TELEGRAM)
    assert not await met_lately(meeting.notes, Platform.DISCORD)
    meeting.watch.now += RECENT_SECONDS
    assert not await met_lately(meeting.notes, Platform.TELEGRAM)


async def test_two_releases_on_one_day(meeting: Meeting) -> None:
    """After ten minutes, a meeting is the first one again."""
    await meeting.after(0)
    assert not await meeting.after(RECENT_SECONDS)
