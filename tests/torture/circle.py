"""People in several places who play one game, with codes and links, while others watch it."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import override

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.join import Join
from bot.acts.gather.leave import Leave
from bot.acts.gather.sit import Sit
from bot.acts.look.hide import HideBoard
from bot.acts.look.menu import ShowMenu
from bot.acts.play.answer import Answer
from bot.acts.play.resign import Resign
from bot.games.catalogue import Games
from bot.table.agreement import offer_mark
from bot.table.ids import TableId
from bot.table.invites import Invites, code
from bot.table.table import Status, Table
from tests.evening.view import View
from tests.torture import verdict
from tests.torture.browsers import SPENT, Browser
from tests.torture.people import LOOK_SECONDS, Pair
from tests.torture.rooms import ChatRoom, Room

RIVALS: Final = 2
"""How many people try the same code or link at the same time."""

ANSWER_SECONDS: Final = 4.0
"""How long people wait for the answer to a command before they type it again."""

WATCH_SHARE, HIDE_SHARE, CLOSE_SHARE, WRONG_SHARE = 0.5, 0.2, 0.1, 0.1
"""How likely, before each press: somebody watches or stops watching, a moderator ends a copy, and
the press may be that of somebody whose turn it isn't."""

LEAVE_SHARE, LATE_SHARE = 0.15, 0.05
"""How likely, before each press: a guest leaves, and somebody comes by a link that was used."""

FEW: Final = 3
"""Of so many people, nobody leaves a game that has begun."""

TRIED, WATCHED, ALLOWED, HIDDEN, CLOSED, HAD_BACK, REMATCHES = IN_CHATS = (
    *("codes tried", "copies asked for", "copies allowed", "copies hidden", "copies closed"),
    *("copies had back", "rematches of circles"),
)
LINKED, SECOND, LEFT, LATE = IN_BROWSERS = (
    *("links tried", "links tried second", "guests who left", "used links tried"),
)
HAPPENS: Final = (*IN_CHATS, *IN_BROWSERS)
"""What people in several places do, all of which must happen."""


@dataclass
class Circle(Pair):
    """A `Pair` of several, of whom only the host sees the game before they have a seat."""

    watcher: ChatRoom
    late: Browser
    """Whose links have been used by others."""
    view: View
    games: Games
    _hands: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(RIVALS), init=False
    )
    _invites: Invites | None = field(default=None, init=False)
    _rematches: set[TableId] = field(default_factory=set, init=False)
    _last: str = field(default="", init=False)
    """The last secret that people have tried."""

    @property
    @override
    def places(self) -> Sequence[Room]:
        return [*super().places, self.watcher]

    @override
    def _act(self) -> bool:
        table = next(iter(self.view.open_tables(self.rooms[0].place)), None)
        if table is None or self.quiet.is_set():
            return super()._act()
        if table.follows is not None and table.id not in self._rematches:
            self._rematches.add(table.id)
            self.counts[REMATCHES] += 1
        if self._invites is None:
            self._invites = self.view.invites()
        if self.chance.random() < LEAVE_SHARE:
            self._leave(table)
        if secrets := self._invites.seats(table):
            self._sit(table, secrets[0])
            return True
        if table.status is Status.PLAYING:
            self._come_and_go(table, self._invites)
            mover = verdict.holder(self.games, table)
            if mover is not None and self.chance.random() > WRONG_SHARE:
                users = [room.user for room in self.rooms]
                self._turn = users.index(mover.user)
        return super()._act()

    @override
    def _challenge(self) -> None:
        host = self.rooms[0]
        if not self.view.open_tables(host.place):  # a rematch may still wait for somebody
            host.say("open", **self.options)

    def _sit(self, table: Table, secret: str) -> None:
        """Let some people take one seat; the others have to try again with another secret."""

        def take(room: Room) -> None:
            if isinstance(room, Browser):
                room.open(f"/g/{table.code}", secret)
                sides = [one for one in room.offered() if isinstance(one, Accept | Join)]
                for side in self.chance.sample(sides, min(1, len(sides))):  # it may be full
                    self.counts[LINKED] += 1
                    self.counts[SECOND] += room.take_seat(side).said == SPENT
            else:
                room.say("sit", code=code(table, secret))
                self._answer(room, lambda one: isinstance(one, Sit) and one.secret == secret)
                self.counts[TRIED] += 1

        self._last = secret
        absent = [room for room in self.rooms if table.seat_of(room.user) is None]
        [*self._hands.map(take, self.chance.sample(absent, min(RIVALS, len(absent))))]

    def _leave(self, table: Table) -> None:
        """Let a guest in a browser leave a lobby, or a game in which enough others play on."""
        guests = [one for one in self.rooms[1:] if isinstance(one, Browser)]
        guests = [one for one in guests if table.seat_of(one.user) is not None]
        if not guests or (table.status is Status.PLAYING and len(table.people) <= FEW):
            return
        guest = self.chance.choice(guests)
        if table.status is Status.PLAYING:
            guest.push(Resign(table.id, sure=True, of_seat=True))
            self.counts[LEFT] += 1
        elif table.is_lobby:
            self.counts[LEFT] += guest.press(lambda one: one == Leave(table.id)) is not None

    def _come_and_go(self, table: Table, invites: Invites) -> None:
        """Let people watch, stop watching, come too late, or have back what has been ended.

        If somebody wants to watch, some of those who are asked allow it.
        """
        if table.viewing is not None:
            asking = table.viewing.asking
            yes = Answer(table.id, asking.revision, agrees=True, mark=offer_mark(table, asking))
            for room in self.chance.sample(self.rooms, RIVALS):
                self.counts[ALLOWED] += room.press(lambda one: one == yes) is not None
        for one in self.rooms:
            if isinstance(one, ChatRoom) and one.place not in table.shown_in:
                one.say("board", game=table.id)
                self.counts[HAD_BACK] += 1
        if self._last and self.chance.random() < LATE_SHARE:
            self.late.take_seat(Accept(table.id), table.code, self._last)
            self.counts[LATE] += 1
        room = self.watcher
        if room.place not in table.shown_in:
            if table.viewing is None and self.chance.random() < WATCH_SHARE:
                sight = code(table, invites.sight(table, table.hosted_by))
                room.say("watch", code=sight)
                self.counts[WATCHED] += 1
        elif self.chance.random() < HIDE_SHARE:
            room.press(lambda one: one == ShowMenu(table.id))
            self.counts[HIDDEN] += self._answer(room, lambda one: one == HideBoard(table.id))
        if self.chance.random() < CLOSE_SHARE:
            chats = [one for one in self.places if isinstance(one, ChatRoom)]
            shown = [one for one in chats if one.place in table.shown_in[1:]]
            for one in self.chance.sample(shown, min(1, len(shown))):
                one.say("close", game=table.id)
                self.counts[CLOSED] += 1

    def _answer(self, room: Room, wanted: Callable[[Act], bool]) -> bool:
        """Press a button of the next answer, once it is there; return whether one came."""
        until = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < until and not self.over.is_set():
            pressed = room.press(wanted)
            if pressed is not None:
                self._note(room, pressed)
                return True
            time.sleep(LOOK_SECONDS)
        return False
