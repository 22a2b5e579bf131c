"""What the platforms showed to people: every message of the bot, with the fast time."""

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bot.acts import registry
from bot.acts.act import Act
from bot.acts.codec import BadCode
from bot.acts.gather.accept import Accept
from bot.acts.gather.rematch import Rematch
from bot.acts.play.move import Move
from bot.table.ids import TableId
from bot.table.people import Place, User


@dataclass(frozen=True, slots=True)
class Look:
    """What a message looked like from `at` on; `links` counts its links."""

    at: float
    text: str
    acts: tuple[Act, ...]
    links: int

    @property
    def board(self) -> tuple[TableId, int] | None:
        """The table and revision of the board in it; revision 0 if its buttons have none."""
        for act in self.acts:
            if isinstance(act, Move) or (isinstance(act, Accept) and act.revision):
                return TableId(str(act.table)), act.revision or 0
        for act in self.acts:
            if isinstance(act, Rematch | Accept):
                return TableId(str(act.table)), 0
        return None


@dataclass(eq=False, slots=True)
class Sent:
    """A message of the bot: whom it called when it was posted, and all its looks since then."""

    place: Place
    id: str
    at: float
    called: frozenset[User]
    named: frozenset[User]
    """Mentioned, whether or not the platform notified them."""
    looks: list[Look]
    deleted: float | None = None

    @property
    def last(self) -> Look:
        """Its newest look."""
        return self.looks[-1]


@dataclass(slots=True)
class Mail:
    """All messages of a platform's bot, oldest first; the simulator's thread writes it."""

    clock: Callable[[], float]
    sent: list[Sent] = field(default_factory=list)
    _by_id: dict[tuple[Place, str], Sent] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def posted(
        self, place: Place, id_: str, called: Iterable[User], named: Iterable[User], look: Look
    ) -> None:
        """Note a new message."""
        sent = Sent(place, id_, look.at, frozenset(called), frozenset(named), [look])
        with self._lock:
            self.sent.append(sent)
            self._by_id[place, id_] = sent

    def edited(self, place: Place, id_: str, look: Look) -> None:
        """Note that a message looks different."""
        sent = self._by_id.get((place, id_))
        if sent is not None:
            sent.looks.append(look)

    def deleted(self, place: Place, id_: str) -> None:
        """Note that a message is gone."""
        sent = self._by_id.get((place, id_))
        if sent is not None:
            sent.deleted = self.clock()

    def here(self, place: Place) -> list[Sent]:
        """Return the visible messages of a place, newest first."""
        with self._lock:
            return [one for one in reversed(self.sent) if one.place == place and not one.deleted]


def acts(buttons: Iterable[str | None]) -> tuple[Act, ...]:
    """Return the acts of a message's buttons; buttons of other bots have none."""
    found = []
    for code in buttons:
        if code is not None:
            try:
                found.append(registry.decode(code))
            except BadCode:
                continue
    return tuple(found)
