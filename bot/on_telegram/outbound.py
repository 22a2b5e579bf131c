"""Pages become Telegram messages: a drawn board with its caption and a keyboard of moves."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any

from telegram import Bot, InlineKeyboardMarkup, InputMediaPhoto, Message
from telegram.constants import MessageLimit, ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter

from bot.on_telegram import names, words
from bot.on_telegram.flood import Flood, patience
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
)
STAYS = ("message can't be deleted",)  # as those do that are older than two days
FORBIDDEN = ("rights", "chat_write_forbidden", "chat_send_")
NO_PLACE = ("chat not found", "message thread not found", "topic_closed", "topic_deleted")
"""How Telegram words what means something to a board, in small letters."""

UNREACHED_SECONDS = 2.0
"""How long a board waits that could not be sent because of the network."""

Migrate = Callable[[str, str], Awaitable[None]]
"""Takes every table of a group along to the supergroup that it became."""


class _Gone(Exception):  # noqa: N818 - a state of a message
    """A message that is there no more, or cannot be changed any more."""


class TelegramOutbound:
    """Shows pages in private chats, groups and topics."""

    platform = Platform.TELEGRAM

    def __init__(
        self, bot: Bot, catalogue: Catalogue, flood: Flood, migrate: Migrate, url: str | None
    ) -> None:
        self._bot = bot
        self._say = words.voice(catalogue, DEFAULT_LANGUAGE)
        self._flood = flood
        self._migrate = migrate
        self._url = url

    def places_itself(self, _place: Place) -> bool:
        """See `Outbound.places_itself`."""
        return False

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        /,
        *,
        threaded: bool = False,  # bots make topics in forums only
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
                if not delete or not await self._delete(place, message):
                    await self._bot.edit_message_reply_markup(place.channel, int(message))

    async def _delete(self, place: Place, message: str) -> bool:
        """Delete a message; False if it is too old for that."""
        try:
            return await self._bot.delete_message(place.channel, int(message))
        except BadRequest as bad:
            if _is(bad, STAYS):
                return False
            raise

    async def _edit(self, place: Place, page: Page, message: int) -> None:
        """Change a message in its place; _Gone where that cannot be done any more."""
        chat, keys = place.channel, self._keyboard(page)
        with _standing():
            if page.picture is None:
                await self._bot.edit_message_text(
                    self._text(page, ""),
                    chat,
                    message,
                    parse_mode=ParseMode.HTML,
                    reply_markup=keys,
                )
                return
            picture = InputMediaPhoto(
                page.picture.png,
                self._text(page, page.picture.letters),
                ParseMode.HTML,
                filename="board.png",
            )
            await self._bot.edit_message_media(picture, chat, message, reply_markup=keys)

    async def _post(self, place: Place, page: Page) -> Message:
        """Post a message; it calls whoever is to act."""
        more: dict[str, Any] = {
            "message_thread_id": names.thread(place),
            "parse_mode": ParseMode.HTML,
            "reply_markup": self._keyboard(page),
        }
        if page.picture is None:
            return await self._bot.send_message(
                place.channel, self._text(page, "", calls=True), **more
            )
        caption = self._text(page, page.picture.letters, calls=True)
        return await self._bot.send_photo(
            place.channel, page.picture.png, caption, filename="board.png", **more
        )

    def _text(self, page: Page, letters: str, *, calls: bool = False) -> str:
        """What a message says: whom it calls, what happened, and the board for those who listen.

        Where there is no room for all, what happened first is left out, and then the board.
        """
        room = int(MessageLimit.CAPTION_LENGTH if page.picture else MessageLimit.MAX_TEXT_LENGTH)
        call = ""
        if calls and page.mention is not None and page.mention.platform is Platform.TELEGRAM:
            call = names.link(page.mention, page.called) + "\n"
            room -= words.length(page.called) + 1
        lines = [self._say(line) for line in page.lines]
        board = ""
        if letters and words.length(f"{lines[-1]}\n{letters}") <= room:
            board = f"\n<blockquote expandable><pre>{names.escape(letters)}</pre></blockquote>"
            room -= words.length(letters) + 1
        return call + names.escape("\n".join(words.fitting(lines, room))) + board

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
            self._flood.rest(place.channel, patience(later))
            raise RetryLater(patience(later)) from later
        except ChatMigrated as migrated:
            await self._migrate(place.channel, str(migrated.new_chat_id))
            raise Unshowable(Barrier.PLACE_GONE) from migrated
        except Forbidden as forbidden:
            raise Unshowable(Barrier.REMOVED) from forbidden
        except BadRequest as bad:
            if _is(bad, NO_PLACE):
                raise Unshowable(Barrier.PLACE_GONE) from bad
            if _is(bad, FORBIDDEN):
                raise Unshowable(Barrier.NO_PERMISSION) from bad
            raise
        except NetworkError as lost:
            raise RetryLater(UNREACHED_SECONDS) from lost


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
