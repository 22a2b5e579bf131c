"""Conversion of Telegram's errors, when sending or editing, to the outbox's exceptions."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from bot.on_telegram.flood import Flood, retry_seconds
from bot.show.outbound import Barrier, RetryLater, Unshowable

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
)
NO_TEXT = ("no text in the message",)
"""The message is a picture, which can't become a text."""
FORBIDDEN = ("rights", "chat_write_forbidden", "chat_send_")
NO_PHOTOS = ("rights to send photos", "chat_send_photos_forbidden", "chat_send_media_forbidden")
NO_FILES = ("rights to send documents", "chat_send_docs_forbidden", "chat_send_media_forbidden")
NO_PLACE = (
    *("chat not found", "peer_id_invalid"),
    *("message thread not found", "topic_closed", "topic_deleted"),
)
"""Parts of Telegram's error messages, in lower case, that need handling."""

UNREACHED_SECONDS = 2.0
"""How long a board waits after a network error."""

Migrate = Callable[[str, str], Awaitable[None]]
"""Moves every table of a group to the supergroup that the group has become."""


class Uneditable(Exception):  # noqa: N818 - a state of a message
    """The message is gone or can no longer be edited."""


def says(bad: BadRequest, words: tuple[str, ...]) -> bool:
    """Whether Telegram's error message contains one of these wordings."""
    return any(word in bad.message.casefold() for word in words)


@asynccontextmanager
async def sending(
    flood: Flood, channel: str, migrate: Migrate, board: str | None = "", *, burst: bool = False
) -> AsyncIterator[None]:
    """Check the rate limit, and convert Telegram's errors to RetryLater and Unshowable.

    See `Flood.wait` for `burst`. If `board` is None, something is deleted, which doesn't count, but
    is not done either while Telegram wants the bot to wait.
    """
    late = flood.delay(channel) if board is None else flood.wait(channel, board, burst=burst)
    if late > 0:
        raise RetryLater(late)
    if board is not None:
        await flood.total_turn()
    try:
        yield
    except RetryAfter as later:
        flood.pause(channel, retry_seconds(later))
        raise RetryLater(retry_seconds(later)) from later
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
def edit_errors() -> Iterator[None]:
    """Convert Telegram's errors when editing to Uneditable; ignore "message is not modified"."""
    try:
        yield
    except BadRequest as bad:
        if says(bad, GONE):
            raise Uneditable from bad
        if not says(bad, SAME):
            raise
