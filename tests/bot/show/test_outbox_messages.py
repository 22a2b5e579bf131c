"""Which message shows a board, on a platform where messages can be edited or reposted."""

import asyncio

from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.show.placement import FEW
from bot.show.presenter import page_of
from bot.table.calls import NO_CALLS, Calls
from bot.table.people import Place, Platform
from bot.table.ports import Overdue, Shown
from bot.table.settings import Colours, Placing, Settings, Viewpoint
from bot.table.table import Ending, Status
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, TABLE, Hall
from tests.bot.show.offer import ANA, GAMES


async def test_quick_play_edits(hall: Hall) -> None:
    """A move within five minutes edits the message."""
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_slow_play_posts(hall: Hall) -> None:
    """A move after five minutes is posted as a new message, and the old one is deleted."""
    await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]
    assert hall.chat.messages == {"1/1": "deleted", "1/2": "3"}


async def test_a_buried_board_is_posted(hall: Hall) -> None:
    """A quick move is posted as a new message if many messages have come below the old one."""
    hall.chat.below_boards = FEW + 1
    await hall.step(after=1)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_what_the_store_records(hall: Hall) -> None:
    """The store records when the message was posted and when its board was shown."""
    await hall.step(after=MINUTE)
    recorded = Shown(3, "1/1", 1_000_000, 1_000_060)
    assert await hall.store.shown(hall.table.id, PLACE) == recorded


async def test_always_new_and_kept(hall: Hall) -> None:
    """A channel can require a new message for every board, and that the old one stays."""
    await hall.store.change_settings(PLACE, Settings(placement=Placing.NEW, delete_old=False))
    await hall.step(after=MINUTE)
    assert hall.chat.messages == {"1/1": "board.moved-down", "1/2": "3"}


async def test_the_look_of_a_channel(hall: Hall) -> None:
    """Boards have the look that is set for their channel."""
    settings = Settings(theme=Colours.DARK, view=Viewpoint.MOVER)
    await hall.store.change_settings(PLACE, settings)
    await hall.step()
    assert hall.chat.pages[-1] == page_of(GAMES, hall.table, "en", settings.look)


async def test_a_message_that_cannot_be_edited(hall: Hall) -> None:
    """If the platform posts instead of editing, the message that it couldn't edit is retired."""
    hall.chat.uneditable.add("1/1")
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_private_reminder_is_not_reposted(hall: Hall) -> None:
    """A private reminder edits the board, which isn't reposted because of it."""
    hall.now += 24 * 60 * MINUTE
    calls = Calls(count=1, revision=3, place=Place.private(ANA.user))
    await hall.step(touched=hall.table.touched, calls=calls, silent=True)
    assert hall.chat.done == ["edit 1/1 at 3"]
    await hall.wait(6 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_move_after_a_private_reminder_is_reposted(hall: Hall) -> None:
    """A move that edits the board after a private reminder is reposted like any other."""
    calls = Calls(count=1, revision=3, place=Place.private(ANA.user))
    await hall.step(after=MINUTE, touched=hall.table.touched, calls=calls, silent=True)
    await hall.step(after=MINUTE, calls=NO_CALLS, silent=False)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4"]
    await hall.wait(5 * MINUTE)
    assert "post 1/2 at 4" in hall.chat.done


async def test_a_reminder_replaces_the_board(hall: Hall) -> None:
    """A reminder is a new message, and the one that it replaces is deleted."""
    await hall.step(after=MINUTE, calls=Calls(count=1, revision=3))
    assert hall.chat.messages == {"1/1": "deleted", "1/2": "3"}


async def test_a_board_that_is_asked_for(hall: Hall) -> None:
    """A requested board is posted once for each request."""
    await hall.store.mark_overdue(hall.table.id, PLACE)
    for _ in range(2):
        hall.outbox.show_now(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == ["post 1/2 at 2", "retire 1/1"]


async def test_superfluous_request(hall: Hall) -> None:
    """Hurrying does not repost a board that is up to date."""
    hall.outbox.show_now(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == []


async def test_an_edited_board_is_reposted(hall: Hall) -> None:
    """Five minutes after an edit without a further move, the board is reposted once."""
    await hall.step(after=MINUTE)
    await hall.wait(5 * MINUTE - 1)
    assert hall.chat.done == ["edit 1/1 at 3"]
    await hall.wait(1)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]
    for _ in range(3):
        await hall.wait(5 * MINUTE)
    assert len(hall.chat.done) == 3


async def test_a_move_postpones_reposting(hall: Hall) -> None:
    """A move postpones reposting: the five minutes count from the last edit."""
    await hall.step(after=MINUTE)
    await hall.step(after=4 * MINUTE)
    await hall.wait(4 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4"]
    await hall.wait(MINUTE)
    assert "post 1/2 at 4" in hall.chat.done


async def test_a_move_not_shown_yet_postpones_reposting(hall: Hall) -> None:
    """A move that hasn't been shown yet also postpones reposting."""
    await hall.step(after=MINUTE)
    await hall.commit(after=4 * MINUTE)
    hall.now += MINUTE
    await hall.scheduler.tick()
    await hall.wait(0)
    await hall.wait(5 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4", "post 1/2 at 4", "retire 1/1"]


async def test_a_table_that_is_over_is_not_reposted(hall: Hall) -> None:
    """After the end of a game its board isn't reposted."""
    await hall.step(after=MINUTE)
    await hall.step(after=MINUTE, status=Status.OVER, ending=Ending.RESIGNED, ended_by=1)
    await hall.wait(6 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4"]


async def test_a_posted_board_is_not_reposted(hall: Hall) -> None:
    """A board that was requested in the meantime isn't reposted again."""
    await hall.step(after=MINUTE)
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.show()
    await hall.wait(6 * MINUTE)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]


async def test_two_processes_repost_once(hall: Hall) -> None:
    """If two processes run at the same time, a board is reposted once."""
    await hall.step(after=MINUTE)
    hall.now += 5 * MINUTE
    first, chat = (hall.scheduler, hall.outbox), hall.chat
    hall.restart()
    await asyncio.gather(first[0].tick(), hall.scheduler.tick())
    await asyncio.gather(first[1].drain(), hall.outbox.drain())
    await asyncio.gather(first[1].sweep(), hall.outbox.sweep())
    assert [what for what in chat.done if what.startswith("post")] == ["post 1/2 at 3"]


async def test_a_crash_before_reposting(hall: Hall) -> None:
    """If the process that claimed a repost dies, the next one reposts the board."""
    await hall.step(after=MINUTE)
    hall.now += 5 * MINUTE
    assert await hall.store.claim(hall.now)
    hall.restart()
    await hall.wait(31)
    await hall.wait(31)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]


async def test_a_board_that_cannot_be_shown(hall: Hall) -> None:
    """A board that can't be shown is given up until the table changes."""
    hall.chat.failures.append(Unshowable(Barrier.NO_PERMISSION))
    await hall.step(after=MINUTE)
    await hall.show()
    assert hall.chat.done == []
    assert await hall.store.overdue(Platform.DISCORD) == ()
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 4"]


async def test_a_board_asked_for_after_it_was_given_up(hall: Hall) -> None:
    """A board that was given up is tried again on request."""
    hall.chat.failures.append(Unshowable(Barrier.PLACE_GONE))
    await hall.step(after=MINUTE)
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.show()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_requested_delay(hall: Hall) -> None:
    """If the platform asks to wait, neither a sweep nor a request tries earlier."""
    hall.chat.failures.append(RetryLater(20))
    await hall.step(after=MINUTE)
    hall.now += 19
    await hall.show()
    hall.outbox.show_now(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == []
    assert await hall.store.overdue(Platform.DISCORD) == ()
    hall.now += 1
    assert await hall.store.overdue(Platform.DISCORD) == (Overdue(TABLE.id, PLACE),)
    await hall.show()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_growing_delays(hall: Hall) -> None:
    """A board that fails is retried after 1 s, then 2, 4 and so on, at most once a minute."""
    await hall.commit(after=MINUTE)
    for pause in (1, 2, 4, 8, 16, 32, 60, 60):
        hall.chat.failures.append(Unanswered())
        await hall.outbox.sweep()
        assert hall.chat.failures == []
        hall.now += pause - 0.5
        await hall.outbox.sweep()
        assert hall.chat.done == []
        hall.now += 0.5
    await hall.outbox.sweep()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_an_unexpected_error(hall: Hall) -> None:
    """A board that fails with an unexpected error is retried, too."""
    hall.chat.failures.append(ValueError("odd"))
    await hall.step(after=MINUTE)
    assert hall.chat.done == []
    hall.now += 1
    await hall.outbox.sweep()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_success_resets_the_delay(hall: Hall) -> None:
    """A success resets the delay to 1 s."""
    for number in (3, 4):
        hall.chat.failures.append(Unanswered())
        await hall.step(after=MINUTE)
        hall.now += 1
        await hall.outbox.sweep()
        assert hall.chat.done[-1] == f"edit 1/1 at {number}"


async def test_a_barrier(hall: Hall) -> None:
    """After a request, `barrier` returns why the board can't be shown."""
    for failures, barrier in (
        ([Unshowable(Barrier.NO_PERMISSION)], Barrier.NO_PERMISSION),
        ([RetryLater(0)], None),
        ([], None),
    ):
        hall.chat.failures.extend(failures)
        await hall.commit(after=MINUTE)
        hall.outbox.show_now(hall.table.id, PLACE)
        assert await hall.outbox.barrier(hall.table.id, PLACE, 10) is barrier
    assert await hall.outbox.barrier(hall.table.id, ELSEWHERE, 10) is None


async def test_a_barrier_that_times_out(hall: Hall) -> None:
    """`barrier` waits no longer than the given timeout."""
    hall.chat.hangs = asyncio.Event()
    await hall.commit(after=MINUTE)
    hall.outbox.show_now(hall.table.id, PLACE)
    assert await hall.outbox.barrier(hall.table.id, PLACE, 0.01) is None
    hall.chat.hangs.set()
    await hall.outbox.drain()


async def test_a_table_that_moved(hall: Hall) -> None:
    """After a table moves, its board is posted in the new place and retired in the old one."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    await hall.wait(1)
    assert hall.chat.done == ["post 2/2 at 3", "retire 1/1"]
    assert hall.chat.messages == {"1/1": "board.moved-to", "2/2": "3"}
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_a_table_that_moved_back(hall: Hall) -> None:
    """When a table moves back, its board is posted again, because the old one was retired."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    await hall.wait(1)
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=PLACE)
    await hall.wait(1)
    assert hall.chat.messages == {"1/1": "board.moved-to", "2/2": "board.moved-to", "1/3": "4"}


async def test_a_table_that_moved_away_is_not_reposted(hall: Hall) -> None:
    """When a table moves, a repost due in its old place is dropped."""
    await hall.step(after=MINUTE)
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    await hall.wait(1)
    hall.chat.done.clear()
    await hall.wait(9 * MINUTE)
    assert hall.chat.done == []
