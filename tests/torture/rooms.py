"""Where people play: in the channels of chats, whose messages are kept, or in browsers."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from typing_extensions import override

from bot.acts.act import Act
from bot.acts.gather.accept import Accept
from bot.acts.gather.join import Join
from bot.acts.play.move import Move
from bot.table.ids import TableId
from bot.table.people import Place, User
from tests.torture.journal import Call, Journal
from tests.week.mail import Look, Mail, Sent
from tests.week.towns import Pressed, Town

KEPT: Final = 50
"""How many of the newest messages of a channel are kept, besides those that can be pressed."""


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


class Room(Protocol):
    """Where a person plays or watches."""

    @property
    def user(self) -> User:
        """The person."""
        ...

    @property
    def application(self) -> str:
        """The bot's number on the platform."""
        ...

    @property
    def place(self) -> Place:
        """Where the person is."""
        ...

    def acts(self) -> Sequence[Sequence[Act]]:
        """Return what each message or page offers, newest first."""
        ...

    def boards(self) -> Mapping[TableId, Sequence[Board]]:
        """Return every board of each table, newest first."""
        ...

    def say(self, command: str, *people: User, **options: str) -> None:
        """Type a command, which may name people, or do what stands for it."""
        ...

    def press(self, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the first such button of the newest message that has one, None if none has."""
        ...


@dataclass(frozen=True, slots=True)
class ChatRoom:
    """A person in a channel or group, where the bot has this number."""

    town: Town
    application: str
    place: Place
    user: User

    def acts(self) -> Sequence[Sequence[Act]]:
        """Return what each message offers, newest first."""
        return [sent.last.acts for sent in self.town.mail.here(self.place)]

    def boards(self) -> Mapping[TableId, Sequence[Board]]:
        """Return every board of each table, newest first."""
        found: dict[TableId, list[Board]] = {}
        for sent in self.town.mail.here(self.place):
            acts = sent.last.acts
            for table in {one.table for one in acts if isinstance(one, Move | Accept | Join)}:
                if table is not None:
                    moves = [one.revision for one in acts if isinstance(one, Move)]
                    found.setdefault(table, []).append(Board(sent.id, max(moves, default=0)))
        return found

    def say(self, command: str, *people: User, **options: str) -> None:
        """Type a command."""
        self.town.say(self.user, self.place, command, *people, **options)

    def press(self, wanted: Callable[[Act], bool]) -> Pressed | None:
        """Press the first such button of the newest message that has one."""
        return self.town.press(self.user, self.place, wanted)
