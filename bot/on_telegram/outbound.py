"""Pages become Telegram messages: a drawn board with its caption and a keyboard of moves."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.constants import MessageLimit, ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter

from bot.on_telegram import names
from bot.on_telegram.flood import Flood
from bot.on_telegram.keyboard import keyboard
from bot.show.outbox import Barrier, RetryLater, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place, Platform
from bot.table.ports import Shown
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue
from renderer.text import Text

SAME = ("message is not modified",)
GONE = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message to delete not found",
    "message can't be deleted",
)
NO_PLACE = ("chat not found", "message thread not found", "topic_closed", "topic_deleted")
"""How Telegram words what means something to a board, in small letters."""

Migrate = Callable[[str, str], Awaitable[None]]
"""Takes every table of a group along to the supergroup that it became."""


class _Gone(Exception):  # noqa: N818 - a state of a message
    """A message that is there no more, or cannot be changed any more."""


class TelegramOutbound:
    """Shows pages in private chats, groups and topics."""

    platform = Platform.TELEGRAM
    places_itself = False

    def __init__(
        self, bot: Bot, catalogue: Catalogue, flood: Flood, migrate: Migrate, url: str | None
    ) -> None:
        self._bot = bot
        self._say = catalogue.voice(DEFAULT_LANGUAGE, names.escape)
        self._flood = flood
        self._migrate = migrate
        self._url = url

    async def show(
        self, place: Place, page: Page, shown: Shown | None, placement: Placement, /
    ) -> str:
        """See `Outbound.show`; what is returned is the message's number in its chat."""
        async with self._bearable(place):
            if shown is not None and placement is Placement.EDIT:
                with contextlib.suppress(_Gone):
                    await self._edit(place, page, int(shown.message))
                    return shown.message
            sent = await self._post(place, page)
            return str(sent.message_id)

    async def retire(
        self, place: Place, message: str, page: Page, *, note: Text, delete: bool
    ) -> None:
        """See `Outbound.retire`; without its keyboard a board says enough, and keeps its words."""
        async with self._bearable(place):
            with contextlib.suppress(_Gone), _standing():
                if delete:
                    await self._bot.delete_message(place.channel, int(message))
                else:
                    await self._bot.edit_message_reply_markup(place.channel, int(message))

    async def _edit(self, place: Place, page: Page, message: int) -> None:
        """Change a message in its place; _Gone where that cannot be done any more."""
        chat, keys = place.channel, self._keyboard(page)
        with _standing():
            if page.picture is None:
                await self._bot.edit_message_text(
                    self._text(page), chat, message, parse_mode=ParseMode.HTML, reply_markup=keys
                )
                return
            picture = InputMediaPhoto(
                page.picture.png,
                self._text(page, letters=page.picture.letters),
                ParseMode.HTML,
                filename="board.png",
            )
            await self._bot.edit_message_media(picture, chat, message, reply_markup=keys)

    async def _post(self, place: Place, page: Page) -> Message:
        """Post a message; it calls whoever is to act."""
        more: dict[str, Any] = {
            "message_thread_id": int(place.thread) if place.thread else None,
            "parse_mode": ParseMode.HTML,
            "reply_markup": self._keyboard(page),
        }
        call = self._call(page)
        if page.picture is None:
            return await self._bot.send_message(place.channel, self._text(page, call), **more)
        caption = self._text(page, call, page.picture.letters)
        return await self._bot.send_photo(
            place.channel, page.picture.png, caption, filename="board.png", **more
        )

    def _call(self, page: Page) -> str:
        if page.mention is None or page.mention.platform is not Platform.TELEGRAM:
            return ""
        return names.link(page.mention, page.called)

    def _text(self, page: Page, call: str = "", letters: str = "") -> str:
        """What a message says: whom it calls, what happened, and the board for those who listen."""
        lines = [*filter(None, [call]), *map(self._say, page.lines)]
        board = f"\n<blockquote expandable><pre>{names.escape(letters)}</pre></blockquote>"
        limit = MessageLimit.CAPTION_LENGTH if letters else MessageLimit.MAX_TEXT_LENGTH
        room = limit - (len(letters) if letters else 0)
        return _shortened(lines, room) + (board if letters else "")

    def _keyboard(self, page: Page) -> InlineKeyboardMarkup | None:
        url = None if self._url is None else f"{self._url}/g/{page.code}"
        return keyboard(page, self._say, url)

    @contextlib.asynccontextmanager
    async def _bearable(self, place: Place) -> AsyncIterator[None]:
        """Wait for room in the chat, and tell what is in the way in the words of the outbox."""
        if (seconds := self._flood.wait(place.channel)) > 0:
            raise RetryLater(seconds)
        try:
            yield
        except RetryAfter as later:
            raise RetryLater(_seconds(later)) from later
        except ChatMigrated as migrated:
            await self._migrate(place.channel, str(migrated.new_chat_id))
            raise Unshowable(Barrier.PLACE_GONE) from migrated
        except Forbidden as forbidden:
            raise Unshowable(Barrier.REMOVED) from forbidden
        except BadRequest as bad:
            if _is(bad, NO_PLACE):
                raise Unshowable(Barrier.PLACE_GONE) from bad
            if "rights" in bad.message.casefold():
                raise Unshowable(Barrier.NO_PERMISSION) from bad
            raise


def _shortened(lines: list[str], room: int) -> str:
    """Join lines; where there is no room for all, the first go, since the last matter more."""
    while len(lines) > 1 and len("\n".join(lines)) > room:
        del lines[0]
    return "\n".join(lines)


def _seconds(later: RetryAfter) -> float:
    after = later.retry_after
    return float(after) if isinstance(after, int) else after.total_seconds()


def _is(bad: BadRequest, words: tuple[str, ...]) -> bool:
    return any(word in bad.message.casefold() for word in words)


@contextlib.contextmanager
def _standing() -> Iterator[None]:
    """Tell whether a message still stands: _Gone, unless it says already what it shall say."""
    try:
        yield
    except BadRequest as bad:
        if _is(bad, GONE):
            raise _Gone from bad
        if not _is(bad, SAME):
            raise
