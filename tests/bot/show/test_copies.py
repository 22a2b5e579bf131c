"""Boards of a table that several places show."""

import asyncio
from typing import Literal

from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.table.calls import Calls
from bot.table.copies import Copy, Joined
from bot.table.due import UNSHOWN
from bot.table.forgetting import without_name
from bot.table.people import Platform, User
from bot.table.ports import Shown
from bot.table.table import Ending, Status
from tests.bot.show.hall import ELSEWHERE, MINUTE, PLACE, Hall

ANA = User(Platform.DISCORD, "ana")
BOTH = (PLACE, ELSEWHERE)


class Hanging(asyncio.Event):
    """What a platform waits for that hangs; `begun` once it does."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = asyncio.Event()

    async def wait(self) -> Literal[True]:
        self.begun.set()
        return await super().wait()


async def copied(hall: Hall) -> None:
    """Show the table elsewhere, too."""
    await hall.step(silent=True, places=BOTH, copies=(Copy(ELSEWHERE, ANA),))
    assert sorted(hall.chat.done) == ["edit 1/1 at 3", "post 2/2 at 3"]
    hall.chat.done.clear()
    hall.chat.pages.clear()


async def move(hall: Hall, after: float = MINUTE, **changes: object) -> None:
    """Make a move."""
    await hall.step(after=after, places=BOTH, **{"silent": False, **changes})


async def test_a_copy_is_kept_up_to_date(hall: Hall) -> None:
    """A copy is edited with every step, however slow, and only the home mentions the players."""
    await copied(hall)
    await move(hall, after=6 * MINUTE)
    assert sorted(hall.chat.done) == ["edit 2/2 at 4", "post 1/3 at 4", "retire 1/1"]
    assert sorted(bool(page.mentions) for page in hall.chat.pages) == [False, True]


async def test_a_reminder_comes_at_home(hall: Hall) -> None:
    """A reminder is a new message at home, and edits the copy."""
    await copied(hall)
    await move(hall, calls=Calls(count=1, revision=4))
    assert sorted(hall.chat.done) == ["edit 2/2 at 4", "post 1/3 at 4", "retire 1/1"]
    assert sorted(page.calls for page in hall.chat.pages) == [False, True]


async def sits_there(hall: Hall) -> None:
    """Show the table elsewhere, where Ana, who is to move, has taken her seat."""
    joined = (Joined(ANA, ELSEWHERE),)
    await hall.step(silent=True, places=BOTH, copies=(Copy(ELSEWHERE, ANA),), joined=joined)
    hall.chat.done.clear()
    hall.chat.pages.clear()


async def test_a_player_is_called_where_they_sit(hall: Hall) -> None:
    """A turn is a new message there that mentions the player, and edits the board at home."""
    await sits_there(hall)
    await move(hall, after=6 * MINUTE)
    assert sorted(hall.chat.done) == ["edit 1/1 at 4", "post 2/3 at 4", "retire 2/2"]
    mentions = {len(page.mentions) for page in hall.chat.pages}
    assert mentions == {0, 1}


async def test_a_reminder_comes_where_they_sit(hall: Hall) -> None:
    """So does a reminder."""
    await sits_there(hall)
    await move(hall, calls=Calls(count=1, revision=4))
    assert sorted(hall.chat.done) == ["edit 1/1 at 4", "post 2/3 at 4", "retire 2/2"]


async def test_a_player_whose_seat_is_not_shown(hall: Hall) -> None:
    """If the copy has ended where they sit, they are called at home."""
    await hall.step(silent=True, joined=(Joined(ANA, ELSEWHERE),))
    hall.chat.pages.clear()
    await hall.step(after=6 * MINUTE, silent=False)
    assert [len(page.mentions) for page in hall.chat.pages] == [1]


async def test_a_copy_is_not_reposted(hall: Hall) -> None:
    """A copy that was edited stays where it is; the home's board is reposted as usual."""
    await copied(hall)
    await move(hall)
    hall.chat.done.clear()
    await hall.wait(6 * MINUTE)
    assert hall.chat.done == ["post 1/3 at 4", "retire 1/1"]


async def test_a_copy_that_is_asked_for(hall: Hall) -> None:
    """A copy that is asked for again is posted again."""
    await copied(hall)
    await hall.store.mark_overdue(hall.table.id, ELSEWHERE)
    await hall.show()
    assert hall.chat.done == ["post 2/3 at 3", "retire 2/2"]
    assert hall.chat.messages["2/2"] == "deleted"


async def test_a_copy_that_cannot_be_edited(hall: Hall) -> None:
    """A copy that can't be edited any more is posted again."""
    await copied(hall)
    hall.chat.uneditable.add("2/2")
    await move(hall)
    assert hall.chat.messages == {"1/1": "4", "2/2": "deleted", "2/3": "4"}


async def test_the_last_board_of_a_copy_stays(hall: Hall) -> None:
    """When the game ends, its copies show the last board."""
    await copied(hall)
    await move(hall, status=Status.OVER, ending=Ending.RESIGNED, ended_by=1)
    await hall.wait(MINUTE)
    assert hall.chat.messages == {"1/1": "4", "2/2": "4"}


async def test_a_copy_that_has_ended(hall: Hall) -> None:
    """The board of a copy that has ended says where the game goes on; nothing is noted of it."""
    await copied(hall)
    await move(hall, copies=())
    await hall.wait(1)
    assert hall.chat.messages == {"1/1": "4", "2/2": "board.moved-to"}
    assert await hall.store.shown(hall.table.id, ELSEWHERE) is None
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_a_copy_that_cannot_be_shown(hall: Hall) -> None:
    """A copy that can't be shown is ended by a due, and doesn't keep the home from being shown."""
    await copied(hall)
    await hall.commit(after=MINUTE, places=(ELSEWHERE,), silent=False)
    hall.chat.failures.append(Unshowable(Barrier.PLACE_GONE))
    await hall.show()
    assert hall.chat.done == []
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.scheduler.tick()
    await hall.show()
    table = await hall.store.load(hall.table.id)
    assert table is not None
    assert table.shown_in == (PLACE,)
    assert hall.chat.messages["1/1"] == str(table.revision)
    hall.table = table
    for _ in range(5):
        await hall.step(after=MINUTE)
    assert [due.what for due in await hall.store.claim(hall.now) if UNSHOWN in due.what] == []


async def test_a_copy_that_waits(hall: Hall) -> None:
    """A copy that its platform keeps waiting, or doesn't answer for, delays no other board."""
    await copied(hall)
    for failure in (RetryLater(20), Unanswered()):
        await hall.commit(after=MINUTE, places=(ELSEWHERE,), silent=False)
        hall.chat.failures.append(failure)
        await hall.show()
        await hall.store.mark_overdue(hall.table.id, PLACE)
        await hall.show()
        assert hall.chat.messages["1/1"] == str(hall.table.revision)


async def test_a_copy_that_hangs(hall: Hall) -> None:
    """While a copy is being shown, the home is shown."""
    await copied(hall)
    hall.chat.hangs = hanging = Hanging()
    await hall.commit(after=MINUTE, places=(ELSEWHERE,), silent=False)
    hall.outbox.show_now(hall.table.id, ELSEWHERE)
    await hanging.begun.wait()
    hall.chat.hangs = None
    await hall.store.mark_overdue(hall.table.id, PLACE)
    hall.outbox.show_now(hall.table.id, PLACE)
    await hall.outbox.barrier(hall.table.id, PLACE, 60)
    assert (hall.chat.messages["1/1"], hall.chat.messages["2/2"]) == ("4", "3")
    hanging.set()
    await hall.outbox.drain()


async def test_a_crash_before_a_copy_is_shown(hall: Hall) -> None:
    """A copy that a process could not show before it died is shown by another one."""
    await hall.commit(silent=True, places=BOTH, copies=(Copy(ELSEWHERE, ANA),))
    hall.restart()
    await hall.show()
    assert hall.chat.messages == {"1/1": "3", "2/2": "3"}


async def test_a_crash_after_a_copy_was_posted(hall: Hall) -> None:
    """A copy that was posted but not noted is found by a press on it."""
    await copied(hall)
    hall.chat.messages["2/9"] = "3"
    await hall.store.mark_shown(hall.table.id, ELSEWHERE, Shown(2, "2/2"))
    hall.outbox.pressed(hall.table.id, ELSEWHERE, "2/9", 3)
    await hall.outbox.drain()
    await move(hall)
    assert hall.chat.messages["2/9"] == "4"


async def test_a_forgotten_player(hall: Hall) -> None:
    """Nothing is noted of the copy of a player who is forgotten, also after the game."""
    await copied(hall)
    await move(hall, status=Status.OVER, ending=Ending.RESIGNED, ended_by=1)
    hall.table = without_name(hall.table, (ANA,))
    assert hall.table.copies == ()
    await hall.step(places=(ELSEWHERE,))
    await hall.wait(1)
    assert await hall.store.shown(hall.table.id, ELSEWHERE) is None
    assert hall.chat.messages == {"1/1": "4", "2/2": "board.moved-to"}
