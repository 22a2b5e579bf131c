"""Interactions where the bot is a guest: each lets it show boards there, for 15 minutes.

Somebody has brought the bot along to a group, or to a server that hasn't added it. It can post
nothing there by itself, but an interaction can be answered by a board, and by up to five more.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.on_discord.responder import Responder
from bot.table.button import Posts
from bot.table.ids import TableId
from bot.table.people import Place

MAX_KEPT = 500
"""For how many places the latest interaction is kept."""


@dataclass(frozen=True, slots=True)
class Visit:
    """An interaction under way.

    `message` is the board that was pressed, empty for a command and for a private message. `table`
    is what it is about, None if that isn't known yet. `posts` is what it is to post.
    """

    responder: Responder
    message: str
    table: TableId | None
    posts: Posts

    def asks_for(self, table: TableId, *, new: bool) -> bool:
        """Whether it asks for the board of a table, which is `new` if none has been shown."""
        if self.responder.posted:
            return False
        if self.posts.is_new:
            return new
        return self.posts is Posts.BOARD and self.table in (None, table)

    def presses(self, table: TableId) -> bool:
        """Whether it is a press on a board of a table that it can still edit."""
        return bool(self.message) and self.table == table and self.responder.can_edit


class Visits:
    """The interactions under way by place, and the latest one in each."""

    def __init__(self) -> None:
        self._under_way: dict[Place, list[Visit]] = {}
        self._latest: dict[Place, Responder] = {}

    @contextmanager
    def during(self, place: Place, visit: Visit) -> Iterator[None]:
        """Offer an interaction while it is handled, and keep it afterwards."""
        visits = self._under_way.setdefault(place, [])
        visits.append(visit)
        try:
            yield
        finally:
            visits.remove(visit)
            if not visits:
                del self._under_way[place]
            if visit.responder.answered:
                self._keep(place, visit.responder)

    def under_way(self, place: Place) -> tuple[Visit, ...]:
        """Return the interactions that are being handled in a place, oldest first."""
        return tuple(self._under_way.get(place, ()))

    def latest(self, place: Place) -> Responder | None:
        """Return the latest interaction in a place that was answered, if it is known."""
        return self._latest.get(place)

    def _keep(self, place: Place, responder: Responder) -> None:
        self._latest.pop(place, None)
        self._latest[place] = responder
        if len(self._latest) > MAX_KEPT:
            del self._latest[next(iter(self._latest))]
