"""The presses by which boards can be edited, instead of as messages of their channel.

Discord allows a bot about five edits in five seconds in a channel, however many games are played
there. Each interaction has a limit of its own, and its first response has none, so a board that
answers its press needs a single request and waits for no other game.

Presses are kept in memory only. Without one, as in another process, a board is edited as a message
of its channel. Which process shows which revision is decided elsewhere, by the lease on the board.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from bot.on_discord.layout import Layout
from bot.on_discord.visits import Visits

MAX_KEPT = 500
"""For how many boards the latest press is kept."""


class Courier(Protocol):
    """An interaction by which a board can be edited: a press on it, or what has posted it."""

    @property
    def answered(self) -> bool:
        """Whether its first response has been sent."""
        ...

    @property
    def can_edit(self) -> bool:
        """Whether the board can probably be edited by it."""
        ...

    async def edit(self, layout: Layout) -> bool:
        """Edit the board; return False if Discord refuses it. Raises one of TRANSIENT."""
        ...

    async def remove(self, number: int) -> bool:
        """Delete the board, whose message has this id; return whether that worked."""
        ...


class Couriers:
    """The interactions by which boards can be edited, by message in the outbound's format.

    `visits` are those where the bot is a guest, which also post boards.
    """

    def __init__(self) -> None:
        self.visits = Visits()
        self._under_way: dict[str, list[Courier]] = {}
        self._kept: dict[str, Courier] = {}

    @contextmanager
    def during(self, message: str, press: Courier) -> Iterator[None]:
        """Offer a press while it is handled, and keep it afterwards if it can edit its board."""
        presses = self._under_way.setdefault(message, [])
        presses.append(press)
        try:
            yield
        finally:
            presses.remove(press)
            if not presses:
                del self._under_way[message]
            if press.answered and press.can_edit:
                self.keep(message, press)

    def of(self, message: str) -> Courier | None:
        """Return what can edit a board: the oldest press yet to be answered, or else the latest."""
        presses = [*self._under_way.get(message, ()), *filter(None, [self._kept.get(message)])]
        able = [press for press in presses if press.can_edit]
        return min(able, key=lambda press: press.answered, default=None)

    def keep(self, message: str, press: Courier) -> None:
        """Keep what can edit a board from now on."""
        self._kept.pop(message, None)
        self._kept[message] = press
        if len(self._kept) > MAX_KEPT:
            del self._kept[next(iter(self._kept))]
