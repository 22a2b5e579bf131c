"""Pairs of people, each in a channel of their own, who press whatever the board offers."""

import threading
import time
import uuid
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random
from typing import Any, Final, NamedTuple

from typing_extensions import override

from bot.acts import registry
from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.join import Join
from bot.acts.gather.rematch import Rematch
from bot.acts.gather.sit import Sit
from bot.acts.play.move import Move
from bot.table.ids import TableId
from bot.table.people import Place, User
from discord_simulator.people import Answer as DiscordAnswer
from telegram_simulator.people import Answer as TelegramAnswer
from tests.evening.page import Hall, Json
from tests.torture.journal import Call, Journal, Press
from tests.week.mail import Look, Mail, Sent, acts
from tests.week.towns import PageAnswer, Pressed, Town

LOOK_SECONDS: Final = 0.01
SHOWN_SECONDS: Final = 1.5
"""How long people wait for their move to be shown before they press again."""

REST_SECONDS: Final = 0.5
KEPT: Final = 50
"""How many of the newest messages of a channel are kept, besides those that can be pressed."""

TIMES: Final = 3
"""How often the page sends the same press at the same moment, to any processes."""

BEGINS: Final = Accept | Join | Rematch
"""What begins a game."""

THRICE_SHARE: Final = 0.2
LAZY_SHARE: Final = 0.2
"""How likely people with a pace move at all, before their time is up."""


class Board(NamedTuple):
    """A message that offers moves, or a game that hasn't begun, whose revision may be 0."""

    message: str
    revision: int


class Boards(Mail):
    """The messages of each channel that still matter, and a journal of all boards shown.

    `is_lost` says of a chat and a message whether the bot doesn't know that it has posted it. Such
    a message stays as it is, so nobody can be blamed for what it shows.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        journal: Journal,
        is_lost: Callable[[Place, str], bool] = lambda *_: False,
    ) -> None:
        super().__init__(clock)
        self._journal = journal
        self._is_lost = is_lost
        self._newest: dict[Place, deque[Sent]] = {}
        self._last: dict[tuple[Place, str], Sent] = {}

    @override
    def posted(
        self, place: Place, id_: str, called: Iterable[User], named: Iterable[User], look: Look
    ) -> None:
        sent = Sent(place, id_, look.at, frozenset(called), frozenset(named), [look])
        newest = self._newest.setdefault(place, deque())
        newest.appendleft(sent)
        self._last[place, id_] = sent
        if len(newest) > KEPT:
            old = next((one for one in reversed(newest) if not _offers(one)), None)
            if old is not None:
                newest.remove(old)
                del self._last[place, old.id]
        self._note(look)
        if look.board is not None and place.reader is None:
            table, revision = look.board
            for user in sent.called:
                self._journal.called(table, Call(revision, place, user, id_))

    @override
    def edited(self, place: Place, id_: str, look: Look) -> None:
        if (sent := self._last.get((place, id_))) is not None:
            sent.looks[:] = [look]
        self._note(look)

    @override
    def deleted(self, place: Place, id_: str) -> None:
        if (sent := self._last.get((place, id_))) is not None:
            sent.deleted = self.clock()

    @override
    def here(self, place: Place) -> list[Sent]:
        """Return the visible messages of a place, newest first."""
        return [
            one
            for one in list(self._newest.get(place, ()))
            if not (one.deleted or self._is_lost(place, one.id))
        ]

    def _note(self, look: Look) -> None:
        if look.board is not None:
            self._journal.showed(*look.board)


def _offers(sent: Sent) -> bool:
    """Return whether a message offers a move, or a game that hasn't begun."""
    return not sent.deleted and any(isinstance(one, Move | Accept | Join) for one in sent.last.acts)


class Page(Hall):
    """The web chat, where a press is sometimes sent to several processes at once."""

    def __init__(
        self,
        ports: Callable[[], Sequence[int]],
        clock: Callable[[], float],
        journal: Journal,
        chance: Random,
    ) -> None:
        super().__init__(lambda: chance.sample(found := ports(), len(found)), clock)
        self._journal = journal
        self._chance = chance
        self._senders = ThreadPoolExecutor(TIMES)

    @override
    def press(self, user: User, place: Place, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Every press is noted before it is sent."""
        for code in self.codes(user, place):
            for act in filter(wanted, acts([code])):
                number = str(uuid.uuid4())
                if isinstance(act, Move):
                    self._journal.pressed(Press(f"web:{user.id}:{number}", user, act))
                if isinstance(act, Sit):
                    self._journal.wanted(f"web:{user.id}:{number}", act.secret)
                body = {"persona": user.id, "channel": place.channel, "operation": number}
                told = self._sent(user, body | {"code": code})
                self.replied(user, told)
                text = "\n".join(told.get("lines", ()))
                # With a line, it was refused, or counts but isn't safe yet.
                if isinstance(act, Move) and told and not (told.get("refused") or text):
                    done = Press(f"web:{user.id}:{number}", user, act, acknowledged=True)
                    self._journal.pressed(done)
                answer = PageAnswer(answered=bool(told), text=text)
                return Pressed(self._clock(), user, registry.decode(code), answer)
        return None

    @override
    def cards(self, place: Place) -> list[Json]:
        found = super().cards(place)
        for body in found:
            table, revision = TableId(body["table"]), body["revision"]
            self._journal.showed(table, revision)
            for number in body["mentions"]:
                user = User(self.platform, number)
                self._journal.called(table, Call(revision, place, user, body["table"]))
        return found

    def boards(self, place: Place) -> Mapping[TableId, Sequence[Board]]:
        """Return the cards of the games that aren't over; each is there once."""
        found: dict[TableId, list[Board]] = {}
        for body in filter(itemgetter("live"), self.cards(place)):
            board = Board(body["table"], body["revision"])
            found.setdefault(TableId(body["table"]), []).append(board)
        return found

    def _sent(self, user: User, body: Mapping[str, object]) -> Mapping[str, Any]:
        times = TIMES if self._chance.random() < THRICE_SHARE else 1
        sent = [
            self._senders.submit(self._post, "/api/press", dict(body), user) for _ in range(times)
        ]
        told = [one.result()[0] for one in sent]
        return next((one for one in told if not one.get("refused")), told[0])


@dataclass(frozen=True, slots=True)
class Room:
    """Where a person plays or watches; `application` is the bot's number on the platform."""

    town: Town
    application: str
    place: Place
    user: User

    def boards(self) -> Mapping[TableId, Sequence[Board]]:
        """Return every board of each table, newest first."""
        if isinstance(self.town, Page):
            return self.town.boards(self.place)
        found: dict[TableId, list[Board]] = {}
        for sent in self.town.mail.here(self.place):
            acts = sent.last.acts
            for table in {one.table for one in acts if isinstance(one, Move | Accept | Join)}:
                if table is not None:
                    moves = [one.revision for one in acts if isinstance(one, Move)]
                    found.setdefault(table, []).append(Board(sent.id, max(moves, default=0)))
        return found


@dataclass
class Pair:
    """People who play one game after another, by default two in a channel.

    `lazy` ones let their time run out.
    """

    rooms: Sequence[Room]
    """Where each of them is, in the order of their turns; the host comes first."""
    options: Mapping[str, str]
    journal: Journal
    chance: Random
    over: threading.Event
    counts: Counter[str]
    quiet: threading.Event
    """Set when no more games are to be started."""
    _turn: int = field(default=0, init=False)
    _asked: float = field(default=0, init=False)

    def play(self) -> None:
        """Press buttons until it is all over."""
        while not self.over.is_set():
            try:
                if not self._act():
                    self.over.wait(REST_SECONDS)
            except Exception as error:
                # A process that is killed takes its connections along; people just try again.
                self.counts[f"could not press: {type(error).__name__}"] += 1
                self.over.wait(REST_SECONDS)

    @property
    def places(self) -> Sequence[Room]:
        """A room of each place in which boards of theirs can be."""
        return [*{room.place: room for room in self.rooms}.values()]

    def _act(self) -> bool:
        """Press one button; return whether there was one."""
        offered = self.offered()
        moves = [one for one in offered if isinstance(one, Move)]
        if moves:
            return self._move(self.chance.choice(moves))
        if self.quiet.is_set():
            return False
        if offered:
            self.press(self._room, self.chance.choice(offered))
            self._pass_on()
            self.over.wait(0.2)
            return True
        self._pass_on()
        if time.monotonic() - self._asked > 4 * REST_SECONDS:
            self._asked = time.monotonic()
            self._challenge()
        return False

    @property
    def _room(self) -> Room:
        return self.rooms[self._turn]

    def _pass_on(self) -> None:
        """Let the next one have a try."""
        self._turn = 0 if "level" in self.options else (self._turn + 1) % len(self.rooms)

    def offered(self) -> list[Act]:
        """Return what the newest board offers; boards of tables that are over come last."""
        found: list[list[Act]] = []
        for sent in self._room.town.mail.here(self._room.place):
            if any(isinstance(one, Move) for one in sent.last.acts):
                return list(sent.last.acts)
            found.append([one for one in sent.last.acts if isinstance(one, BEGINS)])
        return next(filter(None, found), [])

    def _challenge(self) -> None:
        host, *guests = self.rooms
        options = dict(self.options)
        if level := options.pop("level", None):
            host.town.say(host.user, host.place, "practice", level=level, **options)
        else:
            host.town.say(host.user, host.place, "challenge", guests[0].user, **options)

    def _move(self, move: Move) -> bool:
        if "pace" in self.options and self.chance.random() > LAZY_SHARE:
            return False
        pressed = self.press(self._room, move)
        if pressed is None:
            self._pass_on()
            return True  # the board has changed
        self.counts["presses"] += 1
        until = time.monotonic() + SHOWN_SECONDS
        while time.monotonic() < until and not self.over.is_set():
            boards = self._room.boards().get(move.table)
            if boards is None or boards[0].revision != move.revision:
                break
            if pressed.answered and pressed.said:
                break
            time.sleep(LOOK_SECONDS)
        self._pass_on()
        return True

    def press(self, room: Room, act: Act) -> Pressed | None:
        """Press a button in a room, and note what the journal needs; None if it isn't there."""
        pressed = room.town.press(room.user, room.place, lambda one: one == act)
        if pressed is not None:
            self._note(room, pressed)
        return pressed

    def _note(self, room: Room, pressed: Pressed) -> None:
        """Note a press by the operation that the bot derives from it; the page notes its own."""
        match pressed.answer:
            case DiscordAnswer(interaction):
                number = str(interaction.id)
            case TelegramAnswer(query):
                number = query.id
            case _:
                return
        operation = f"{room.town.platform}:{room.application}:{number}"
        match pressed.act:
            case Move() as move:
                self.journal.pressed(Press(operation, pressed.user, move))
            case Sit(secret=secret):
                self.journal.wanted(operation, secret)
