"""The port to a platform that displays pages, and its errors."""

from enum import Enum, StrEnum, auto
from typing import Protocol

from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.ids import TableId
from bot.table.people import Place, Presence, User
from bot.table.ports import Shown
from engine.text import Text


class Barrier(StrEnum):
    """Why a place cannot show anything."""

    NO_PERMISSION = "no permission"
    PLACE_GONE = "place gone"
    REMOVED = "removed"  # the bot was removed from it
    LOCKED = "locked"  # only moderators can write there
    REFUSED = "refused"  # the person accepts no private messages from the bot
    WAITING = "waiting"  # it shows boards only as answers: the next press shows this one


class Remains(Enum):
    """What remains of a message that no longer shows a board."""

    NOTHING = auto()  # it is deleted; if the platform forbids that, its note remains
    NOTE = auto()  # one line, without a picture as far as the platform allows
    PICTURE = auto()  # the board as it was, without buttons, and a note if there is room for one


class Unshowable(Exception):  # noqa: N818 - a condition that any platform may meet
    """The place cannot show a board, and retrying does not help."""

    def __init__(self, reason: Barrier) -> None:
        super().__init__(reason)
        self.reason = reason


class RetryLater(Exception):  # noqa: N818 - likewise
    """The platform asks to wait before the next attempt, e.g. because of a rate limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class Unanswered(Exception):  # noqa: N818 - likewise
    """The platform did not answer, or reported a temporary error.

    It may have done what it was asked.
    """


class Unconfirmed(Exception):  # noqa: N818 - likewise
    """The page is shown, but no replica of the store has it yet, so a failover may lose it."""


class OwnThreads(Protocol):
    """How one platform tends the threads of games, which `Outbound.show` starts.

    Methods may raise what those of `Outbound` may.
    """

    def thread_of(self, message: str) -> str:
        """Return the game's own thread that a message is in; "" if it is in none."""
        ...

    async def caption(self, place: Place, message: str, page: Page, /, *, language: str) -> None:
        """Say above the game's own thread, in which `message` is, who plays and how it stands."""
        ...

    async def close_thread(self, place: Place, message: str) -> None:
        """Archive the game's own thread, in which `message` is. Idempotent."""
        ...


class Outbound(Protocol):
    """How one platform shows pages.

    Methods may raise Unshowable, RetryLater and Unanswered, and `show` also Unconfirmed.
    """

    def places_itself(self, place: Place) -> bool:
        """Return whether it decides where a board goes in `place`, ignoring `placement`."""
        ...

    def language(self, place: Place) -> str:
        """Return the language tag that the platform reports for `place`; empty if it reports none.

        Called often, so it must answer from data at hand.
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
        """Edit the message that `place` shows, or post a new one; return the message shown now.

        `language` is the language of the page, in which its texts are to be rendered. `threaded`:
        the game gets its own thread, on platforms that have threads. A game that follows another
        one (`Page.beside`) stays in the thread of that.

        A message that can no longer be edited is replaced by a new one. Only a new message mentions
        people. The replaced message is left to `retire`.

        In a place with a `reader`, this sends a private message, or raises Unshowable with
        Barrier.REFUSED.
        """
        ...

    @property
    def pictured(self) -> bool:
        """Whether it shows the pictures of boards; otherwise none are drawn for it."""
        return True

    @property
    def notifies(self) -> bool:
        """Whether private places are shown in addition to the boards that call their readers.

        Elsewhere a reminder is shown either on the board or in private.
        """
        return False

    @property
    def own_threads(self) -> "OwnThreads | None":
        """How to tend the games' own threads; None on platforms that have none."""
        return None

    async def below(self, place: Place, message: str) -> int:
        """Return how many messages have come after this one, as far as is known.

        It may be too few, and need not count further than is buried (`bot.show.placement.FEW`).
        Raises nothing.
        """
        ...

    def link(self, place: Place, message: str) -> str | None:
        """Return the URL of a message for the members of its place, None if it has none.

        Called often, so it must answer from data at hand.
        """
        ...

    async def presence(self, place: Place, user: User) -> Presence:
        """Return whether `user` is still a member of `place`, as far as the platform tells."""
        ...

    async def retire(
        self,
        place: Place,
        message: str,
        table: TableId,
        *,
        note: Text,
        remains: Remains,
        instead: str = "",
        language: str = "",
    ) -> None:
        """Delete a replaced message, or remove its buttons and show `note` there.

        Idempotent; a missing message is not an error. `instead` is the message that shows the table
        now, if it is in `place`. `language` is that of the place.
        """
        ...
