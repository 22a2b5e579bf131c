"""People in several places who play one game, with codes, while somebody elsewhere watches it."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import override

from bot.acts.act import Act
from bot.acts.gather.sit import Sit
from bot.acts.look.hide import HideBoard
from bot.acts.look.menu import ShowMenu
from bot.acts.play.answer import Answer
from bot.games.catalogue import Games
from bot.table.agreement import offer_mark
from bot.table.ids import TableId
from bot.table.invites import Invites, code
from bot.table.table import Status, Table
from tests.evening.view import View
from tests.torture import verdict
from tests.torture.people import LOOK_SECONDS, Pair, Room

RIVALS: Final = 2
"""How many people try the same code at the same time."""

ANSWER_SECONDS: Final = 4.0
"""How long people wait for the answer to a command before they type it again."""

WATCH_SHARE, HIDE_SHARE, CLOSE_SHARE, WRONG_SHARE = 0.5, 0.2, 0.1, 0.1
"""How likely, before each press: somebody watches or stops watching, a moderator ends a copy, and
the press may be that of somebody whose turn it isn't."""

TRIED, WATCHED, ALLOWED, HIDDEN, CLOSED, HAD_BACK, REMATCHES = HAPPENS = (
    *("codes tried", "copies asked for", "copies allowed", "copies hidden", "copies closed"),
    *("copies had back", "rematches of circles"),
)
"""What people in several places do, all of which must happen."""


@dataclass
class Circle(Pair):
    """A `Pair` of several, of whom only the host sees the game before they have a seat."""

    watcher: Room
    view: View
    games: Games
    _hands: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(RIVALS), init=False
    )
    _invites: Invites | None = field(default=None, init=False)
    _rematches: set[TableId] = field(default_factory=set, init=False)

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
        host.town.say(host.user, host.place, "open", **self.options)

    def _sit(self, table: Table, secret: str) -> None:
        """Let some people take one seat; the others have to try again with another code."""

        def take(room: Room) -> None:
            room.town.say(room.user, room.place, "sit", code=code(table, secret))
            self._answer(room, lambda one: isinstance(one, Sit) and one.secret == secret)

        absent = [room for room in self.rooms if table.seat_of(room.user) is None]
        for _ in self._hands.map(take, self.chance.sample(absent, min(RIVALS, len(absent)))):
            self.counts[TRIED] += 1

    def _come_and_go(self, table: Table, invites: Invites) -> None:
        """Let people watch, stop watching, or have back what a moderator has ended.

        If somebody wants to watch, some of those who are asked allow it.
        """
        if table.viewing is not None:
            asking = table.viewing.asking
            yes = Answer(table.id, asking.revision, agrees=True, mark=offer_mark(table, asking))
            for room in self.chance.sample(self.rooms, RIVALS):
                pressed = room.town.press(room.user, room.place, lambda one: one == yes)
                self.counts[ALLOWED] += pressed is not None
        for room in self.rooms:
            if room.place not in table.shown_in:
                room.town.say(room.user, room.place, "board", game=table.id)
                self.counts[HAD_BACK] += 1
        room = self.watcher
        if room.place not in table.shown_in:
            if table.viewing is None and self.chance.random() < WATCH_SHARE:
                sight = code(table, invites.sight(table, table.hosted_by))
                room.town.say(room.user, room.place, "watch", code=sight)
                self.counts[WATCHED] += 1
        elif self.chance.random() < HIDE_SHARE:
            room.town.press(room.user, room.place, lambda one: one == ShowMenu(table.id))
            self.counts[HIDDEN] += self._answer(room, lambda one: one == HideBoard(table.id))
        if self.chance.random() < CLOSE_SHARE:
            shown = [one for one in self.places if one.place in table.shown_in[1:]]
            for one in self.chance.sample(shown, min(1, len(shown))):
                one.town.say(one.user, one.place, "close", game=table.id)
                self.counts[CLOSED] += 1

    def _answer(self, room: Room, wanted: Callable[[Act], bool]) -> bool:
        """Press a button of the next answer, once it is there; return whether one came."""
        until = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < until and not self.over.is_set():
            pressed = room.town.press(room.user, room.place, wanted)
            if pressed is not None:
                self._note(room, pressed)
                return True
            time.sleep(LOOK_SECONDS)
        return False
