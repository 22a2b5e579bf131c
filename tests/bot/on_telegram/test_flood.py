"""How much a chat bears."""

from hypothesis import given
from hypothesis import strategies as st

from bot.on_telegram.flood import Flood

GROUP, PERSON = "-100", "7"


class Clock:
    """A time of day that stands until it is set."""

    now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_the_first_half_at_once() -> None:
    """The first ten of a minute's twenty go out at once, the others three seconds apart."""
    clock = Clock()
    flood = Flood(clock)
    assert [flood.wait(GROUP) for _ in range(10)] == [0.0] * 10
    assert flood.wait(GROUP) == 3.0
    clock.now += 3
    assert flood.wait(GROUP) == 0.0


def test_each_chat_for_itself() -> None:
    """What is sent to one chat keeps nothing from another; a person bears more than a group."""
    flood = Flood(Clock())
    for _ in range(10):
        flood.wait(GROUP)
    assert flood.wait(GROUP) > 0
    assert [flood.wait(PERSON) for _ in range(30)] == [0.0] * 30


def test_rest() -> None:
    """A chat where Telegram asked for patience rests so long."""
    clock = Clock()
    flood = Flood(clock)
    flood.rest(GROUP, 30)
    assert flood.wait(GROUP) == 30
    clock.now += 30
    assert flood.wait(GROUP) == 0


def test_what_is_sent_anyway() -> None:
    """Answers, which do not wait, count like everything else."""
    flood = Flood(Clock())
    for _ in range(25):
        flood.count(GROUP)
    assert flood.wait(GROUP) == 60


@given(st.lists(st.integers(0, 20), max_size=200), st.integers(1, 30))
def test_never_more_than_a_minute_bears(pauses: list[int], minute: int) -> None:
    """However it is asked, no minute sees more than was set, and nobody waits for longer."""
    clock = Clock()
    flood, sent = Flood(clock, minute), list[float]()
    for pause in pauses:
        clock.now += pause
        waited = flood.wait(GROUP)
        assert waited <= 60
        if waited == 0:
            sent.append(clock.now)
    assert all(sum(at - 60 < other <= at for other in sent) <= minute for at in sent)


def test_many_chats() -> None:
    """Chats where nothing was sent of late are forgotten."""
    clock = Clock()
    flood = Flood(clock)
    for chat in range(2000):
        flood.wait(str(chat))
    clock.now += 100
    assert flood.wait(GROUP) == 0
    assert flood.wait(GROUP) == 0
