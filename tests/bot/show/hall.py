"""A platform on which boards are edited or reposted, and a table that is played there."""

import asyncio
from dataclasses import dataclass, field, replace

from bot.core import Core
from bot.games.catalogue import games
from bot.show.outbound import Barrier, Remains, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.corn import FairCorn
from bot.table.ids import TableId
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Operation, Shown, Store
from bot.table.seats import Free, Person
from bot.table.table import Status, Table
from bot.table.turns import Hands
from bot.texts.catalogue import Catalogue
from engine import open_game
from engine.text import Text
from tests.bot.hands import in_thread
from tests.bot.show.offer import HEADER, OFFER

PLACE = Place(Platform.DISCORD, "1")
ELSEWHERE = Place(Platform.DISCORD, "2")
TABLE = replace(
    OFFER,
    place=PLACE,
    seats=(Person(User(Platform.DISCORD, "ana"), "Ana"), Free()),
    touched=1_000_000,
)
MINUTE = 60


@dataclass
class Chat:
    """A platform that records its messages, their revisions, and what was done to them.

    `languages` has the language of every call to show or retire a message.
    """

    platform: Platform = Platform.DISCORD
    messages: dict[str, str] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    no_retiring: list[Exception] = field(default_factory=list)
    uneditable: set[str] = field(default_factory=set)
    speaks: str = ""
    languages: list[str] = field(default_factory=list)
    hangs: asyncio.Event | None = None
    hanging_retiring: asyncio.Event | None = None
    below_boards: int = 0
    refuses: bool = False
    """Whether it refuses private messages."""

    own_threads = None
    notifies = False
    pictured = True

    def places_itself(self, _place: Place) -> bool:
        return False

    def language(self, _place: Place) -> str:
        return self.speaks

    async def below(self, _place: Place, _message: str) -> int:
        return self.below_boards

    def link(self, _place: Place, message: str) -> str | None:
        return f"link to {message}"

    async def presence(self, _place: Place, _user: User) -> Presence:
        return Presence.UNKNOWN

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        *,
        language: str = "",
        threaded: bool = False,
    ) -> str:
        self.languages.append(language)
        await (asyncio.sleep(0) if self.hangs is None else self.hangs.wait())
        if self.refuses and place.reader is not None:
            raise Unshowable(Barrier.REFUSED)
        if self.failures:
            raise self.failures.pop()
        if placement is Placement.EDIT:
            assert shown is not None
            if shown.message not in self.uneditable:
                return self._put("edit", shown.message, page)
        return self._put("post", f"{place.channel}/{len(self.messages) + 1}", page)

    async def retire(
        self,
        place: Place,
        message: str,
        _table: TableId,
        *,
        note: Text,
        remains: Remains,
        instead: str = "",
        language: str = "",
    ) -> None:
        self.languages.append(language)
        await (asyncio.sleep(0) if self.hanging_retiring is None else self.hanging_retiring.wait())
        if self.no_retiring:
            raise self.no_retiring.pop()
        self.messages[message] = "deleted" if remains is Remains.NOTHING else note.key
        self.done.append(f"retire {message}")

    def _put(self, how: str, message: str, page: Page) -> str:
        self.messages[message] = str(page.revision)
        self.done.append(f"{how} {message} at {page.revision}")
        self.pages.append(page)
        return message


@dataclass
class Hall:
    """A table in play, its outbox and scheduler, and a clock that the test sets."""

    store: Store
    chat: Chat = field(default_factory=Chat)
    now: float = 1_000_000.0
    table: Table = TABLE

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Replace the outbox and scheduler, as in another process: only the store is kept."""
        core = Core.of(
            self.store,
            games(),
            clock=lambda: self.now,
            hands=Hands(FairCorn()),
            key=bytes(32),
            work=in_thread,
            catalogue=Catalogue(),
            outbounds={self.chat.platform: self.chat},
        )
        self.outbox, self.scheduler = core.outbox, core.scheduler

    async def begin(self) -> None:
        """Post the table and begin the game."""
        await self.store.create(self.table, Operation("post"))
        await self.outbox.sweep()
        game = open_game(HEADER)
        position = game.cast(game.cast(game.start(), (1, 1, 0, 0)), (1, 0, 0, 0))
        position = game.cast(position, (1, 1, 1, 0))
        ben = Person(User(Platform.DISCORD, "ben"), "Ben")
        await self.step(
            seats=(self.table.host, ben),
            status=Status.PLAYING,
            position=game.write_position(position),
        )

    async def step(
        self, *, after: float = 0, places: tuple[Place, ...] = (), **changes: object
    ) -> None:
        """Commit the table's next revision, `after` seconds later, and show it."""
        await self.commit(after=after, places=places, **changes)
        await self.show()

    async def show(self) -> None:
        """Show overdue boards, and wait until replaced messages have been retired."""
        await self.outbox.sweep()
        await self.outbox.drain()

    async def commit(
        self, *, after: float = 0, places: tuple[Place, ...] = (), **changes: object
    ) -> None:
        self.now += after
        changed = {"revision": self.table.revision + 1, "touched": int(self.now)} | changes
        self.table = replace(self.table, **changed)  # type: ignore[arg-type] # the types match the fields
        operation = Operation(f"op{self.table.revision}")
        await self.store.commit(self.table, (), operation, places or (self.table.place,))

    async def wait(self, seconds: float) -> None:
        """Advance the clock, run the scheduler once, and show overdue boards."""
        self.now += seconds
        await self.scheduler.tick()
        await self.outbox.drain()
        await self.show()
