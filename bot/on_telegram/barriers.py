"""What keeps a message from being sent or changed, told in the words of the outbox."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from bot.on_telegram.flood import Flood, patience
from bot.show.outbound import Barrier, RetryLater, Unshowable

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
)
FORBIDDEN = ("rights", "chat_write_forbidden", "chat_send_")
NO_PHOTOS = ("rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden")
NO_FILES = ("rights to send documents", "chat_send_docs_forbidden", "chat_send_media_forbidden")
NO_PLACE = ("chat not found", "message thread not found", "topic_closed", "topic_deleted")
"""How Telegram words what means something to a board, in small letters."""

UNREACHED_SECONDS = 2.0
"""How long a board waits that could not be sent because of the network."""

Migrate = Callable[[str, str], Awaitable[None]]
"""Takes every table of a group along to the supergroup that it became."""


class Gone(Exception):  # noqa: N818 - a state of a message
    """A message that is there no more, or cannot be changed any more."""


def says(bad: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether Telegram refused with one of these wordings."""
    return any(word in bad.message.casefold() for word in words)


@asynccontextmanager
async def bearable(
    flood: Flood, channel: str, migrate: Migrate, *, burst: bool = False
) -> AsyncIterator[None]:
    """Wait for room in a chat, and tell what is in the way: RetryLater and Unshowable.

    See `Flood.wait` for `burst`.
    """
    if (seconds := flood.wait(channel, burst=burst)) > 0:
        raise RetryLater(seconds)
    try:
        yield
    except RetryAfter as later:
        flood.rest(channel, patience(later))
        raise RetryLater(patience(later)) from later
    except ChatMigrated as migrated:
        await migrate(channel, str(migrated.new_chat_id))
        raise Unshowable(Barrier.PLACE_GONE) from migrated
    except Forbidden as forbidden:
        raise Unshowable(Barrier.REMOVED) from forbidden
    except BadRequest as bad:
        if says(bad, NO_PLACE):
            raise Unshowable(Barrier.PLACE_GONE) from bad
        if says(bad, FORBIDDEN):
            raise Unshowable(Barrier.NO_PERMISSION) from bad
        raise
    except NetworkError as lost:
        raise RetryLater(UNREACHED_SECONDS) from lost


@contextmanager
def standing() -> Iterator[None]:
    """Tell whether a message still stands: Gone, unless it says already what it shall say."""
    try:
        yield
    except BadRequest as bad:
        if says(bad, GONE):
            raise Gone from bad
        if not says(bad, SAME):
            raise
