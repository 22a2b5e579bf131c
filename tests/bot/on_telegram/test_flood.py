"""Rate limits of chats."""

import asyncio

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from telegram.error import RetryAfter

from bot.on_telegram.barriers import sending
from bot.on_telegram.flood import RATES, Flood, Rates
from bot.show.outbound import RetryLater
from tests.virtual_time import run_in_virtual_time
from tests.watch import Watch

GROUP, PERSON = "-100", "7"
ANA, BEN, EVA = "1", "2", "3"


def waits(flood: Flood, clock: Watch, every: float, seconds: float) -> list[float]:
    """Return how long boards wait for a player who moves every `every` seconds.

    As in the outbox, a waiting board also shows the moves made while it waits.
    """
    waited, began, moved = list[float](), clock.now, clock.now
    while clock.now < began + seconds:
        clock.now = max(clock.now, moved)
        while room := flood.wait(GROUP):
            clock.now += room
        waited.append(clock.now - moved)
        while moved <= clock.now:
            moved += every
    return waited


def test_boards_are_spaced_evenly() -> None:
    """Two boards go to a group at once, and further ones about three seconds apart."""
    clock = Watch()
    flood = Flood(clock)
    assert [flood.wait(GROUP) for _ in range(2)] == [0.0] * 2
    assert flood.wait(GROUP) == pytest.approx(60 / 17)
    clock.now += 3.6
    assert flood.wait(GROUP) == 0.0


@pytest.mark.parametrize("every", [0.5, 1.5, 2.5])
def test_a_steady_player(every: float) -> None:
    """A player who moves steadily never waits longer than about three seconds."""
    clock = Watch()
    waited = waits(Flood(clock), clock, every, 600)
    assert len(waited) > 150
    assert max(waited) < 3.6


def test_a_steady_player_among_commands() -> None:
    """However many commands others send, a quick player waits up to six seconds, once at most."""
    clock, admitted = Watch(), 0
    flood = Flood(clock)
    waited = list[float]()
    for _ in range(200):
        admitted += sum(flood.admits(GROUP, person) for person in (ANA, BEN, EVA))
        waited += waits(flood, clock, 1.5, 3)
    assert admitted > 5
    assert max(waited) < 6
    assert sum(each > 4.4 for each in waited) <= 1


def test_a_burst() -> None:
    """With burst, half of a minute's messages go at once, and the others as there is room."""
    clock = Watch()
    flood, sent = Flood(clock), list[float]()
    assert [flood.wait(GROUP, burst=True) for _ in range(10)] == [0.0] * 10
    assert flood.wait(GROUP, burst=True) == pytest.approx(60 / 9)
    for _ in range(1000):
        clock.now += 0.5
        if flood.wait(GROUP, burst=True) == 0:
            sent.append(clock.now)
    assert all(sum(at - 60 < other <= at for other in sent) <= 20 for at in sent)


def test_each_chat_for_itself() -> None:
    """Each chat has its own limit, and a private chat has a higher one than a group."""
    flood = Flood(Watch())
    for _ in range(10):
        flood.wait(GROUP)
    assert flood.wait(GROUP) > 0
    assert [flood.wait(PERSON) for _ in range(11)] == [0.0] * 10 + [1.0]


def test_a_pause() -> None:
    """A chat gets nothing while it is paused."""
    clock = Watch()
    flood = Flood(clock)
    flood.pause(GROUP, 30)
    assert flood.wait(GROUP) == 30
    assert not flood.admits(GROUP, ANA)
    assert not flood.admits_notice(GROUP)
    clock.now += 30
    assert flood.wait(GROUP) == 0


def test_the_limit_of_a_person() -> None:
    """In a group a person gets three replies a minute and all people five; boards don't wait."""
    clock = Watch()
    flood = Flood(clock)
    assert [flood.admits(GROUP, ANA) for _ in range(25)] == [True] * 3 + [False] * 22
    assert [flood.admits(GROUP, BEN) for _ in range(3)] == [True, True, False]
    assert not flood.admits(GROUP, EVA)
    assert flood.wait(GROUP) == 0
    clock.now += 60
    assert flood.admits(GROUP, EVA)


def turns(*messages: int, pause: float = 0.0, rates: Rates = RATES) -> list[float]:
    """Return when replies of so many messages are sent that are asked for at once, at 0.

    `pause`: while the first reply that waits does so, Telegram asks to wait.
    """
    sent: list[float] = []

    async def asking() -> None:
        clock = asyncio.get_running_loop().time
        flood = Flood(clock, rates)

        async def turn(number: int) -> None:
            await flood.turn(PERSON, number)
            sent.append(round(clock(), 6))

        waiting = [asyncio.create_task(turn(number)) for number in messages]
        await asyncio.sleep(0)
        if pause:
            flood.pause(PERSON, pause)
        await asyncio.gather(*waiting)

    run_in_virtual_time(asking())
    return sent


def test_replies_in_private_wait_for_their_turn() -> None:
    """Ten replies are sent at once, and others each second; none is left out."""
    assert turns(*[1] * 13) == [0.0] * 10 + [1.0, 2.0, 3.0]


def test_an_album_waits_until_it_fits() -> None:
    """A text and ten pictures: these are one call, which waits for a second."""
    assert turns(1, 10, 1) == [0.0, 1.0, 2.0]


def test_replies_wait_for_the_end_of_a_pause() -> None:
    """If Telegram asks to wait, those that wait do so for longer, and don't come at once."""
    assert turns(*[1] * 12, pause=30) == [0.0] * 10 + [31.0, 32.0]


def test_the_total_of_all_chats() -> None:
    """However many chats there are, the bot sends 30 messages a second."""
    assert turns(*[1] * 65, rates=Rates(private_at_once=100)) == [0.0] * 30 + [1.0] * 30 + [2.0] * 5


def test_a_board_among_replies() -> None:
    """A board that waits gets its turn, however many replies are asked for meanwhile."""

    async def asking() -> float:
        clock = asyncio.get_running_loop().time
        flood = Flood(clock)
        async with asyncio.TaskGroup() as replies:
            for _ in range(12):
                replies.create_task(flood.turn(PERSON))
            await asyncio.sleep(0)
            while late := flood.wait(PERSON):
                replies.create_task(flood.turn(PERSON))
                await asyncio.sleep(late)
            return clock()

    assert run_in_virtual_time(asking()) == 3.0


def test_a_minute_of_replies_is_a_flood() -> None:
    """Replies that would have to wait for more than a minute are left out."""

    async def asking() -> int:
        flood, admitted = Flood(asyncio.get_running_loop().time), 0
        async with asyncio.TaskGroup() as replies:
            while flood.admits(PERSON, PERSON):
                replies.create_task(flood.turn(PERSON))
                await asyncio.sleep(0)
                admitted += 1
        return admitted

    assert run_in_virtual_time(asking()) == 70


def test_answers_during_quick_play() -> None:
    """Even when boards use up nearly all of a minute's limit, one reply gets through."""
    clock = Watch()
    flood = Flood(clock)
    waits(flood, clock, 1.5, 120)
    assert [flood.admits(GROUP, person) for person in (ANA, BEN, EVA)] == [True, False, False]


def test_a_notice() -> None:
    """The notice that replies are left out is sent once a minute."""
    clock = Watch()
    flood = Flood(clock)
    assert [flood.admits_notice(GROUP) for _ in range(3)] == [True, False, False]
    clock.now += 60
    assert flood.admits_notice(GROUP)


@given(
    st.lists(st.tuples(st.integers(0, 20), st.sampled_from(["wait", "admits", "notice"]))),
    st.integers(1, 30),
)
@example([(0, "admits"), (11, "admits"), (20, "wait"), (9, "wait"), (20, "wait")], 3)
def test_the_limit_of_a_minute(asked: list[tuple[int, str]], minute: int) -> None:
    """No minute ever exceeds the limit, and no board waits longer than a minute."""
    clock = Watch()
    flood, sent = Flood(clock, Rates(minute)), list[float]()
    for number, (pause, what) in enumerate(asked):
        clock.now += pause
        if what == "wait":
            waited = flood.wait(GROUP)
            assert waited <= 60
            goes = waited == 0
        elif what == "admits":
            goes = flood.admits(GROUP, str(number % 4))
        else:
            goes = flood.admits_notice(GROUP)
        if goes:
            sent.append(clock.now)
    assert all(sum(at - 60 < other <= at for other in sent) <= minute for at in sent)


async def test_a_pause_that_telegram_asks_for() -> None:
    """Nothing is sent to a chat for as long as Telegram has asked to wait."""
    clock = Watch()
    flood = Flood(clock)
    with pytest.raises(RetryLater):
        async with sending(flood, GROUP, nobody_moves):
            raise RetryAfter(30)
    assert flood.wait(GROUP) == 30
    with pytest.raises(RetryLater):
        async with sending(flood, GROUP, nobody_moves, None):
            pytest.fail("nothing is deleted either")
    clock.now += 30
    assert flood.wait(GROUP) == 0


async def nobody_moves(_old: str, _new: str) -> None:
    """Follow a group that becomes a supergroup, which doesn't happen here."""
    pytest.fail("no group has moved")


def test_many_chats() -> None:
    """Idle chats are dropped."""
    clock = Watch()
    flood = Flood(clock)
    for chat in range(2000):
        flood.wait(str(chat))
    clock.now += 100
    assert flood.wait(GROUP) == 0
    assert flood.wait(GROUP) == 0
