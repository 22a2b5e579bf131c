"""Shows pages as Telegram messages: a board with a caption and a keyboard of moves."""

import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import structlog
from telegram import Bot, InputMediaPhoto, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest
from typing_extensions import override

from bot.on_telegram import captions, links, names, words
from bot.on_telegram.barriers import NO_PHOTOS, Migrate, Uneditable, edit_errors, says, sending
from bot.on_telegram.editing import PICTURED, STRIP, rewrite
from bot.on_telegram.flood import Flood
from bot.on_telegram.inline_boards import InlineBoards
from bot.on_telegram.keyboard import inline_keyboard, keyboard
from bot.on_telegram.members import Members
from bot.on_telegram.newest import Newest
from bot.on_telegram.pictures import Pictures
from bot.on_telegram.words import Voice
from bot.show.outbound import Barrier, Outbound, Remains, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.ids import TableId
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Shown
from bot.texts.catalogue import Catalogue
from engine.text import Text

STAYS = ("message can't be deleted",)
"""Telegram's error when deleting a message that is older than two days."""

TEXT_ONLY_SECONDS = 60.0
"""How long to edit boards as text, in a chat that forbids photos, before trying a photo again."""

MAX_CHATS = 1000

log = structlog.get_logger()


class TelegramOutbound(Outbound):
    """Shows pages in private chats, groups and topics, and in inline messages.

    The private chat of a place's reader is the chat with the reader's id. Whatever bars the bot
    from it is the reader's decision: they have not started the bot, have blocked it, or have
    deleted their account.

    `url` is the base of the public pages; `cache_chat` is where pictures for inline messages are
    uploaded; `newest` has the newest messages of chats; `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        bot: Bot,
        catalogue: Catalogue,
        flood: Flood,
        migrate: Migrate,
        members: Members,
        *,
        url: str | None = None,
        cache_chat: str | None = None,
        newest: Newest | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._catalogue = catalogue
        self._flood = flood
        self._migrate = migrate
        self._members = members
        self._url = url
        self._newest = newest or Newest()
        self._clock = clock
        self._text_only: dict[str, float] = {}
        self._inline = InlineBoards(bot, Pictures(bot, flood, migrate, cache_chat))

    @override
    def places_itself(self, place: Place) -> bool:
        """An inline message is the only message of its place."""
        return names.inline_message(place) is not None

    @override
    def language(self, _place: Place) -> str:
        """Telegram has languages for users, not for chats."""
        return ""

    @override
    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        placement: Placement,
        /,
        *,
        language: str = "",
        threaded: bool = False,  # bots can create topics in forums only
    ) -> str:
        """A message is named by its id in its chat."""
        inline, say = names.inline_message(place), words.Voice(self._catalogue, language)
        async with self._sending(place, page.table) as chat:
            if inline is not None:
                return await self._show_inline(inline, page, say)
            if shown is not None and placement is Placement.EDIT:
                with contextlib.suppress(Uneditable):
                    await self._edit(chat, page, say, int(shown.message))
                    return shown.message
            sent = await self._post(place, chat, page, say)
            self._newest.note(sent)
            return str(sent.message_id)

    @override
    async def below(self, place: Place, message: str) -> int:
        """Only supergroups without topics tell (`Newest`)."""
        return self._newest.below(place.channel, int(message)) if message.isdecimal() else 0

    @override
    def link(self, place: Place, message: str) -> str | None:
        """Only messages in supergroups and channels have links."""
        return links.to_message(place, message)

    @override
    async def presence(self, place: Place, user: User) -> Presence:
        """See `Members.presence` for what Telegram tells.

        Private chats and inline messages have no list of members, and a username can't be looked
        up.
        """
        known = user.platform is Platform.TELEGRAM and not names.is_handle(user)
        if not known or not names.is_group(place):
            return Presence.UNKNOWN
        return await self._members.presence(place.channel, user.id)

    @override
    async def retire(
        self,
        place: Place,
        message: str,
        _table: TableId,
        *,
        note: Text,
        remains: Remains,
        instead: str = "",
        language: str = "",
    ) -> None:
        """Of a board that keeps its picture, the text remains, too.

        But it becomes the note if no other message in its place shows where the game continues, and
        so does a reminder, which would otherwise still ask for a move, and an inline message. A
        picture can't be removed, so a bare strip takes its place. A reader who doesn't accept
        messages any more keeps the message.
        """
        try:
            await self._retire(
                place,
                message,
                words.Voice(self._catalogue, language)(note),
                remains=remains,
                says=place.reader is not None or not instead,
            )
        except Unshowable:
            if place.reader is None:
                raise

    async def _retire(
        self, place: Place, message: str, note: str, *, remains: Remains, says: bool
    ) -> None:
        if remains is Remains.NOTHING and not self.places_itself(place):
            stays = False
            async with self._sending(place, None) as chat:
                with contextlib.suppress(Uneditable), edit_errors():
                    stays = not await self._delete(chat, message)
            if not stays:
                return
        async with self._sending(place, message) as chat:
            with contextlib.suppress(Uneditable), edit_errors():
                if self.places_itself(place):
                    await self._inline.retire(message, note)
                elif says or remains is not Remains.PICTURE:
                    content = words.escape(note)
                    where = {"chat_id": chat, "message_id": int(message)}
                    strip = None if remains is Remains.PICTURE else STRIP
                    await rewrite(self._bot, where, content, content, picture=strip)
                else:
                    await self._bot.edit_message_reply_markup(chat, int(message))

    async def _show_inline(self, message: str, page: Page, say: Voice) -> str:
        try:
            keys = inline_keyboard(
                page, say, self._url, queries=bool(self._bot.supports_inline_queries)
            )
            await self._inline.show(message, page, say, keys, self._url)
        except Uneditable as gone:
            raise Unshowable(Barrier.PLACE_GONE) from gone
        return message

    async def _delete(self, chat: str, message: str) -> bool:
        """Delete a message; return False if it is too old."""
        try:
            return await self._bot.delete_message(chat, int(message))
        except BadRequest as bad:
            if says(bad, STAYS):
                return False
            raise

    async def _edit(self, chat: str, page: Page, say: Voice, message: int) -> None:
        """Edit a message. Raises Uneditable."""
        keys = keyboard(page, say, self._url)
        with edit_errors():
            if page.picture is not None and self._text_only.get(chat, 0.0) <= self._clock():
                picture = InputMediaPhoto(
                    page.picture.png,
                    captions.caption(page, say, url=self._url),
                    ParseMode.HTML,
                    filename="board.png",
                )
                with self._text_fallback(chat):
                    await self._bot.edit_message_media(picture, chat, message, reply_markup=keys)
                    return
            try:
                await self._bot.edit_message_text(
                    captions.text(page, say, note=_missing(page), url=self._url),
                    chat,
                    message,
                    parse_mode=ParseMode.HTML,
                    link_preview_options=words.NO_PREVIEW,
                    reply_markup=keys,
                )
            except BadRequest as bad:
                if says(bad, PICTURED):  # an old picture, which can't be removed
                    raise Uneditable from bad
                raise

    async def _post(self, place: Place, chat: str, page: Page, say: Voice) -> Message:
        """Post a message that mentions the people to act, except to the only person there."""
        mention = place.reader is None and not page.called
        more: dict[str, Any] = {
            "message_thread_id": names.thread(place),
            "parse_mode": ParseMode.HTML,
            "reply_markup": keyboard(page, say, self._url),
        }
        if page.picture is not None:
            caption = captions.caption(page, say, mention=mention, url=self._url)
            with self._text_fallback(chat):
                return await self._bot.send_photo(
                    chat, page.picture.png, caption, filename="board.png", **more
                )
        text = captions.text(page, say, mention=mention, note=_missing(page), url=self._url)
        return await self._bot.send_message(
            chat, text, link_preview_options=words.NO_PREVIEW, **more
        )

    @contextlib.contextmanager
    def _text_fallback(self, chat: str) -> Iterator[None]:
        """Suppress the error if the chat forbids photos, so that the caller can send text."""
        try:
            yield
        except BadRequest as bad:
            if not says(bad, NO_PHOTOS):
                raise
            log.warning("telegram.no-photos", chat=chat)
            if len(self._text_only) >= MAX_CHATS:
                self._text_only.clear()
            self._text_only[chat] = self._clock() + TEXT_ONLY_SECONDS

    @contextlib.asynccontextmanager
    async def _sending(self, place: Place, board: str | None) -> AsyncIterator[str]:
        """Provide the chat of a place, check its rate limit, and convert Telegram's errors.

        `board` is what waits there for its turn; None if a message is deleted.
        """
        reader = place.reader
        if reader is None:
            async with sending(self._flood, place.channel, self._migrate, board):
                yield place.channel
            return
        if not reader.id.isdecimal():  # a username, which as a chat would be a public group
            raise Unshowable(Barrier.REFUSED)
        try:
            async with sending(self._flood, reader.id, self._migrate, board):
                yield reader.id
        except Unshowable as refused:
            raise Unshowable(Barrier.REFUSED) from refused


def _missing(page: Page) -> Text | None:
    """Return the note for a board shown as text because the bot may not send photos."""
    return None if page.picture is None else Text("telegram.no-photos")
