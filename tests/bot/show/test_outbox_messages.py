"""Which message a board is in, on a platform where messages are edited or posted anew."""

import asyncio
from dataclasses import dataclass, field, replace

import pytest

from bot.show.outbound import Barrier, RetryLater, Unshowable
from bot.show.outbox import Outbox
from bot.show.page import Page
from bot.show.placement import Placement
from bot.show.presenter import Presenter, page_of
from bot.store.link import Link
from bot.store.memory import MemoryStore
from bot.store.redis import RedisStore
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Overdue, Shown, Store
from bot.table.scheduler import Scheduler
from bot.table.settings import Colours, Placing, Settings, Viewpoint
from bot.table.table import Ending, Person, Status, Table
from engine import open_game
from renderer.text import Text
from tests.bot.show.offer import HEADER, OFFER

PLACE = Place(Platform.DISCORD, "1")
ELSEWHERE = Place(Platform.DISCORD, "2")
TABLE = replace(
    OFFER,
    place=PLACE,
    seats=(Person(User(Platform.DISCORD, "ana"), "Ana"),),
    invited=None,
    touched=1_000_000,
)
MINUTE = 60


@dataclass
class Chat:
    """A platform: which messages stand where, at which revision, and what was done to them."""

    platform: Platform = Platform.DISCORD
    messages: dict[str, str] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)
    no_retiring: list[Exception] = field(default_factory=list)
    uneditable: set[str] = field(default_factory=set)

    def places_itself(self, _place: Place) -> bool:
        return False

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        *,
        threaded: bool = False,
    ) -> str:
        await asyncio.sleep(0)
        if self.trouble:
            raise self.trouble.pop()
        if placement is Placement.EDIT:
            assert shown is not None
            if shown.message not in self.uneditable:
                return self._put("edit", shown.message, page)
        return self._put("post", f"{place.channel}/{len(self.messages) + 1}", page)

    async def retire(
        self, place: Place, message: str, page: Page, *, note: Text, delete: bool
    ) -> None:
        await asyncio.sleep(0)
        if self.no_retiring:
            raise self.no_retiring.pop()
        self.messages[message] = "deleted" if delete else note.key
        self.done.append(f"retire {message}")

    def _put(self, how: str, message: str, page: Page) -> str:
        self.messages[message] = str(page.revision)
        self.done.append(f"{how} {message} at {page.revision}")
        self.pages.append(page)
        return message


@dataclass
class Hall:
    """A table that goes on, an outbox and a scheduler, and a clock that the test moves."""

    store: Store
    chat: Chat = field(default_factory=Chat)
    now: float = 1_000_000.0
    table: Table = TABLE

    def __post_init__(self) -> None:
        self.start_anew()

    def start_anew(self) -> None:
        """Another process, that knows nothing but what the store tells."""
        outbounds = {self.chat.platform: self.chat}
        self.outbox = Outbox(self.store, Presenter(), outbounds, lambda: self.now)
        self.scheduler = Scheduler(self.store, lambda: self.now, {"repost": self.outbox.repost})

    async def begin(self) -> None:
        """Post the table and begin to play."""
        await self.store.create(self.table, Operation("post"))
        await self.outbox.sweep()
        game = open_game(HEADER)
        position = game.cast(game.cast(game.start(), (1, 1, 0, 0)), (1, 0, 0, 0))
        position = game.cast(position, (1, 1, 1, 0))
        ben = Person(User(Platform.DISCORD, "ben"), "Ben")
        await self.step(
            seats=(*self.table.seats, ben),
            status=Status.PLAYING,
            position=game.write_position(position),
        )

    async def step(
        self, *, after: float = 0, places: tuple[Place, ...] = (), **changes: object
    ) -> None:
        """Let the table go on, some seconds later, and show it."""
        await self.commit(after=after, places=places, **changes)
        await self.outbox.sweep()

    async def commit(
        self, *, after: float = 0, places: tuple[Place, ...] = (), **changes: object
    ) -> None:
        self.now += after
        self.table = replace(
            self.table, revision=self.table.revision + 1, touched=int(self.now), **changes
        )
        operation = Operation(f"op{self.table.revision}")
        await self.store.commit(self.table, (), operation, places or (self.table.place,))

    async def wait(self, seconds: float) -> None:
        """Let time go by, with a tick of the scheduler and a sweep at its end."""
        self.now += seconds
        await self.scheduler.tick()
        await self.outbox.drain()
        await self.outbox.sweep()


@pytest.fixture(params=["memory", "redis"])
async def hall(request: pytest.FixtureRequest, link: Link) -> Hall:
    def clock() -> float:
        return hall.now

    store = MemoryStore(clock) if request.param == "memory" else RedisStore(link, clock)
    hall = Hall(store)
    await hall.begin()
    hall.chat.done.clear()
    return hall


async def test_quick_play_edits(hall: Hall) -> None:
    """A move within five minutes changes the message that is there."""
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_slow_play_posts(hall: Hall) -> None:
    """A move after five minutes is posted, and the old message is retired."""
    await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]
    assert hall.chat.messages == {"1/1": "board.moved-down", "1/2": "3"}


async def test_what_is_noted(hall: Hall) -> None:
    """The store knows when the message was posted, and when its board was shown."""
    await hall.step(after=MINUTE)
    noted = Shown(3, "1/1", 1_000_000, 1_000_060)
    assert await hall.store.shown(hall.table.id, PLACE) == noted


async def test_always_new_and_deleted(hall: Hall) -> None:
    """A channel may want every board as a new message, and the old one deleted."""
    await hall.store.change_settings(PLACE, Settings(placement=Placing.NEW, delete_old=True))
    await hall.step(after=MINUTE)
    assert hall.chat.messages == {"1/1": "deleted", "1/2": "3"}


async def test_the_look_of_a_channel(hall: Hall) -> None:
    """Boards are drawn as their channel wants them."""
    settings = Settings(theme=Colours.DARK, view=Viewpoint.MOVER)
    await hall.store.change_settings(PLACE, settings)
    await hall.step()
    assert hall.chat.pages[-1] == page_of(hall.table, "en", settings.look)


async def test_a_message_that_cannot_be_edited(hall: Hall) -> None:
    """Where the platform posts in place of an edit, the message it could not edit is retired."""
    hall.chat.uneditable.add("1/1")
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]


async def test_a_board_that_is_asked_for(hall: Hall) -> None:
    """A board that is asked for again is posted anew, once for each time."""
    await hall.store.mark_overdue(hall.table.id, PLACE)
    for _ in range(2):
        hall.outbox.nudge(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == ["post 1/2 at 2", "retire 1/1"]


async def test_a_nudge_without_a_reason(hall: Hall) -> None:
    """A place that has had everything is not shown it again."""
    hall.outbox.nudge(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == []


async def test_an_edited_board_that_waits(hall: Hall) -> None:
    """Five minutes after an edit that brought no move the board is posted anew, once."""
    await hall.step(after=MINUTE)
    await hall.wait(5 * MINUTE - 1)
    assert hall.chat.done == ["edit 1/1 at 3"]
    await hall.wait(1)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]
    for _ in range(3):
        await hall.wait(5 * MINUTE)
    assert len(hall.chat.done) == 3


async def test_a_board_that_moved_on(hall: Hall) -> None:
    """A move puts the posting off: five minutes count from the last edit."""
    await hall.step(after=MINUTE)
    await hall.step(after=4 * MINUTE)
    await hall.wait(4 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4"]
    await hall.wait(MINUTE)
    assert "post 1/2 at 4" in hall.chat.done


async def test_a_board_that_is_about_to_be_edited(hall: Hall) -> None:
    """A move that is not shown yet when its board would be posted anew puts the posting off."""
    await hall.step(after=MINUTE)
    await hall.commit(after=4 * MINUTE)
    hall.now += MINUTE
    await hall.scheduler.tick()
    await hall.wait(0)
    await hall.wait(5 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4", "post 1/2 at 4", "retire 1/1"]


async def test_a_table_that_is_over_is_not_posted_anew(hall: Hall) -> None:
    """Nothing is posted anew for a game that has ended."""
    await hall.step(after=MINUTE)
    await hall.step(after=MINUTE, status=Status.OVER, ending=Ending.RESIGNED, winner=0, ended_by=1)
    await hall.wait(6 * MINUTE)
    assert hall.chat.done == ["edit 1/1 at 3", "edit 1/1 at 4"]


async def test_a_posted_board_is_not_posted_anew(hall: Hall) -> None:
    """A board that was asked for meanwhile stands in a new message already."""
    await hall.step(after=MINUTE)
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.outbox.sweep()
    await hall.wait(6 * MINUTE)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]


async def test_two_processes_post_anew_once(hall: Hall) -> None:
    """However many processes look at the same time, a board is posted anew once."""
    await hall.step(after=MINUTE)
    hall.now += 5 * MINUTE
    first, chat = (hall.scheduler, hall.outbox), hall.chat
    hall.start_anew()
    await asyncio.gather(first[0].tick(), hall.scheduler.tick())
    await asyncio.gather(first[1].drain(), hall.outbox.drain())
    await asyncio.gather(first[1].sweep(), hall.outbox.sweep())
    assert [what for what in chat.done if what.startswith("post")] == ["post 1/2 at 3"]


async def test_a_crash_before_posting_anew(hall: Hall) -> None:
    """What a process had claimed that died is posted anew by the next one."""
    await hall.step(after=MINUTE)
    hall.now += 5 * MINUTE
    assert await hall.store.claim(hall.now)
    hall.start_anew()
    await hall.wait(31)
    await hall.wait(31)
    assert hall.chat.done[1:] == ["post 1/2 at 3", "retire 1/1"]


async def test_a_crash_before_retiring(hall: Hall) -> None:
    """A message that was replaced is retired by whoever comes after a crash."""
    hall.chat.no_retiring.append(RetryLater(3))
    await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3"]
    hall.start_anew()
    await hall.wait(3)
    assert hall.chat.done == ["post 1/2 at 3", "retire 1/1"]
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_a_message_that_cannot_be_retired(hall: Hall) -> None:
    """A message that cannot be retired is left, and no new board waits for it."""
    for trouble in (ValueError("odd"), Unshowable(Barrier.NO_PERMISSION)):
        hall.chat.no_retiring.append(trouble)
        await hall.step(after=5 * MINUTE)
    assert hall.chat.done == ["post 1/2 at 3", "post 1/3 at 4"]
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_what_cannot_be_shown(hall: Hall) -> None:
    """A board that cannot be shown is given up until the table moves on."""
    hall.chat.trouble.append(Unshowable(Barrier.NO_PERMISSION))
    await hall.step(after=MINUTE)
    await hall.outbox.sweep()
    assert hall.chat.done == []
    assert await hall.store.overdue(Platform.DISCORD) == ()
    await hall.step(after=MINUTE)
    assert hall.chat.done == ["edit 1/1 at 4"]


async def test_a_board_asked_for_after_it_was_given_up(hall: Hall) -> None:
    """A board that was given up is tried again when somebody asks for it."""
    hall.chat.trouble.append(Unshowable(Barrier.PLACE_GONE))
    await hall.step(after=MINUTE)
    await hall.store.mark_overdue(hall.table.id, PLACE)
    await hall.outbox.sweep()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_patience(hall: Hall) -> None:
    """A platform that asks for patience is not asked before, by whichever process and event."""
    hall.chat.trouble.append(RetryLater(20))
    await hall.step(after=MINUTE)
    hall.start_anew()
    hall.now += 19
    await hall.outbox.sweep()
    hall.outbox.nudge(hall.table.id, PLACE)
    await hall.outbox.drain()
    assert hall.chat.done == []
    assert await hall.store.overdue(Platform.DISCORD) == ()
    hall.now += 1
    assert await hall.store.overdue(Platform.DISCORD) == (Overdue(TABLE.id, PLACE),)
    await hall.outbox.sweep()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_trouble_nobody_foresaw(hall: Hall) -> None:
    """A board that fails for an unknown reason rests for ten seconds, not for ever."""
    hall.chat.trouble.append(ValueError("odd"))
    await hall.step(after=MINUTE)
    hall.now += 9
    await hall.outbox.sweep()
    assert hall.chat.done == []
    hall.now += 1
    await hall.outbox.sweep()
    assert hall.chat.done == ["edit 1/1 at 3"]


async def test_a_table_that_moved(hall: Hall) -> None:
    """A table that moved is posted in its new place, and retired in the old one."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    assert sorted(hall.chat.done) == ["post 2/2 at 3", "retire 1/1"]
    assert hall.chat.messages == {"1/1": "board.moved-away", "2/2": "3"}
    assert await hall.store.overdue(Platform.DISCORD) == ()


async def test_a_table_that_moved_back(hall: Hall) -> None:
    """A table that comes back is posted anew: nothing of it stands there any more."""
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=PLACE)
    assert hall.chat.messages == {"1/1": "board.moved-away", "2/2": "board.moved-away", "1/3": "4"}


async def test_a_table_that_moved_away_is_not_posted_anew(hall: Hall) -> None:
    """What was to be posted anew in the old place is forgotten when the table moves."""
    await hall.step(after=MINUTE)
    await hall.step(after=MINUTE, places=(PLACE, ELSEWHERE), place=ELSEWHERE)
    hall.chat.done.clear()
    await hall.wait(9 * MINUTE)
    assert hall.chat.done == []
