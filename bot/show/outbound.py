"""What the show asks of a platform: a place for pages, and word of what is in the way."""

from enum import StrEnum
from typing import Protocol

from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place
from bot.table.ports import Shown
from bot.table.settings import Settings
from bot.table.table import TableId
from engine.text import Text


class Barrier(StrEnum):
    """Why a place cannot be shown anything."""

    NO_PERMISSION = "no permission"
    PLACE_GONE = "place gone"
    REMOVED = "removed"  # the bot is not there any more
    LOCKED = "locked"  # nobody but moderators writes there any more


class Unshowable(Exception):  # noqa: N818 - a state of the world, met by every platform
    """A place that cannot be shown a board, however often it is tried."""

    def __init__(self, reason: Barrier) -> None:
        super().__init__(reason)
        self.reason = reason


class RetryLater(Exception):  # noqa: N818 - likewise
    """A platform that asks for patience."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class Unanswered(Exception):  # noqa: N818 - likewise
    """A platform that did not answer, or only that it cannot just now; it may have done it."""


class Outbound(Protocol):
    """How one platform shows a page. Methods may raise Unshowable, RetryLater and Unanswered."""

    def places_itself(self, place: Place) -> bool:
        """Whether it knows where a board goes in `place`, whatever `placement` it is given."""
        ...

    def language(self, place: Place) -> str:
        """The language that the platform says is spoken in `place`, as a tag; empty if it does not.

        Asked often: it answers from what it knows already.
        """
        ...

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        /,
        *,
        language: str = "",
        threaded: bool = False,
    ) -> str:
        """Edit the message that `place` shows, or post a new one; return the one it is in now.

        `language` is the one that the page was made in, and its texts are said in. `threaded`: a
        game gets a thread of its own, where the platform has such.

        Where a message cannot be edited any more, a new one is posted. Whoever is to move is
        called by a new message only. The message that was replaced is left to `retire`.
        """
        ...

    async def retire(
        self,
        place: Place,
        message: str,
        table: TableId,
        *,
        note: Text,
        delete: bool,
        instead: str = "",
        language: str = "",
    ) -> None:
        """Take the buttons from a message that was replaced and say `note` there, or delete it.

        May be asked again; a message that is gone is no error. `instead` is the message in which
        the table is shown now, if it is shown in `place`. `language` is that of the place.
        """
        ...


def spoken(settings: Settings, outbound: Outbound, place: Place) -> str:
    """The language of a place: the one that is set for it, else the one that is spoken there."""
    return settings.language or outbound.language(place)
