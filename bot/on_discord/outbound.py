"""Shows pages as Discord messages: a line or two, the board, and a button for each move.

A message is identified by its id, in a game's own thread by `thread/message`.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b

import discord
import structlog
from typing_extensions import override

from bot.on_discord import components, links, members, names, old_messages, threads, words
from bot.on_discord.client import Client
from bot.on_discord.couriers import Couriers
from bot.on_discord.faults import INVALID_FORM, TRANSIENT
from bot.on_discord.guests import GuestBoards
from bot.on_discord.layout import Layout, Picture, kept
from bot.show.outbound import (
    Barrier,
    Outbound,
    OwnThreads,
    Remains,
    RetryLater,
    Unanswered,
    Unshowable,
)
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.ids import TableId
from bot.table.people import Place, Platform, Presence, User
from bot.table.ports import Shown
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
OPENED_TOO_FAST = 40003
NO_PRIVATE_MESSAGES = 50007
INVALID_RECIPIENT = 50033
ARCHIVED = 50083
NO_MUTUAL_GUILDS = 50278
LOCKED = 160005
"""Discord's error codes that need handling."""

REFUSED = (NO_PRIVATE_MESSAGES, INVALID_RECIPIENT, NO_MUTUAL_GUILDS, members.UNKNOWN_USER)
"""Codes for people whom the bot can't write to in private: they don't want it, or are gone."""

FORBIDDEN, NOT_FOUND, TOO_MANY = 403, 404, 429

LIMITED_SECONDS = 10.0
"""How long to wait after Discord has kept rate limiting a request."""

OPENING_SECONDS = 60.0
"""How long to wait after opening private chats too fast. Discord doesn't say how long."""

FORGOTTEN_SECONDS = 1.0
"""How long to wait before a message that was refused is sent without emoji."""

log = structlog.get_logger()


class DiscordOutbound(Outbound, OwnThreads):
    """Shows pages in channels, threads and private chats."""

    def __init__(
        self,
        client: Client,
        catalogue: Catalogue,
        url: str | None,
        couriers: Couriers,
    ) -> None:
        self._client = client
        self._couriers = couriers
        self._guests = GuestBoards(couriers)
        self._catalogue = catalogue
        self._url = url

    @override
    def places_itself(self, place: Place) -> bool:
        """Where the bot is a guest, it depends on who presses what."""
        return names.is_guest(place)

    @override
    def language(self, place: Place) -> str:
        """A server can have a language; that of a private chat isn't known."""
        return links.language_of(links.guild_of(self._client, place))

    @override
    async def below(self, place: Place, message: str) -> int:
        """Count messages after one, if an interaction has told of any (`Below`)."""
        if place.reader is not None or names.is_guest(place):
            return 0
        thread, _, board = message.rpartition("/")
        channel = await self._channel(place, thread)
        number = int(thread or place.thread or place.channel)
        return await self._client.below.count(channel, number, int(board))

    @property
    @override
    def own_threads(self) -> OwnThreads:
        return self

    @override
    def thread_of(self, message: str) -> str:
        return _thread_of(message)

    @override
    async def caption(self, place: Place, message: str, page: Page, /, *, language: str) -> None:
        """The message that has started the thread is above it, in the channel."""
        thread = _thread_of(message)
        gone = _edit_errors(UNKNOWN_CHANNEL, old=thread)
        with _barriers(place), contextlib.suppress(_Uneditable), gone:
            above = await self._message(place, thread)
            said = threads.caption(page, self._translator(language))
            await above.edit(**Layout((said,)).changes)

    @override
    async def close_thread(self, place: Place, message: str) -> None:
        """One that is archived or deleted is left as it is."""
        with _barriers(place), contextlib.suppress(_Uneditable), _edit_errors(UNKNOWN_CHANNEL):
            await threads.archive(self._client, _thread_of(message))

    @override
    def link(self, place: Place, message: str) -> str | None:
        """None until the client knows the server or private chat."""
        return links.to_message(self._client, place, message)

    @override
    async def presence(self, place: Place, user: User) -> Presence:
        """Ask Discord whether the user is a member of the server."""
        return await members.presence(self._client, place, user)

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
        threaded: bool = False,
    ) -> str:
        """A game's thread starts with its first board, or is that of the game that it follows."""
        old = shown.message if shown is not None else ""
        with _barriers(place), self._emoji_errors():
            if names.is_guest(place):

                def made(mention: bool) -> Layout:
                    return self._layout(page, language, mention=mention, guest=True)

                return await self._guests.show(place, page, shown, placement, made)
            thread = await self._thread(place, page, old, language if threaded else None)
            if placement is Placement.EDIT and thread == _thread_of(old):
                with contextlib.suppress(_Uneditable):
                    layout = self._layout(page, language, mention=False)
                    return await self._edit(place, old, layout)
            # A private message notifies its reader anyway.
            mention = place.reader is None and not page.called
            layout = self._layout(page, language, mention=mention)
            try:
                return await self._post(place, page, old, thread, layout)
            except discord.NotFound as missing:
                if not thread or missing.code != UNKNOWN_CHANNEL:
                    raise
                return await self._post(place, page, old, "", layout)  # the thread was deleted

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
        """A message that started the game's thread remains, with a caption."""
        if _thread_of(instead) == message:
            return
        if names.is_guest(place):
            with _barriers(place):
                await self._guests.retire(message)
            return
        unreachable = _edit_errors(UNKNOWN_CHANNEL, *REFUSED, old=message)
        with _barriers(place), contextlib.suppress(_Uneditable), unreachable:
            old = await self._message(place, message)
            if remains is Remains.NOTHING:
                await old.delete()
                return
            said = self._translator(language)(note)
            pictures = await _pictures(old) if remains is Remains.PICTURE else ()
            await old.edit(**Layout((said, *pictures)).changes)

    async def _edit(self, place: Place, message: str, layout: Layout) -> str:
        """Edit a message, by a press on it if possible.

        Raises _Uneditable if it can no longer be edited.
        """
        press = self._couriers.of(message)
        if press is not None and await press.edit(layout):
            return message
        with _edit_errors():
            try:
                old = await self._message(place, message)
                await old.edit(**layout.changes)
            except discord.RateLimited as limited:
                raise _Uneditable from limited  # a new message may be possible sooner
        return message

    async def _post(self, place: Place, page: Page, old: str, thread: str, layout: Layout) -> str:
        """Post a message; the nonce makes it idempotent after a crash."""
        channel = await self._channel(place, thread)
        sent = await channel.send(**layout.new, nonce=_nonce(place, page, old))
        return f"{thread}/{sent.id}" if thread else str(sent.id)

    async def _thread(self, place: Place, page: Page, old: str, language: str | None) -> str:
        """Return the id of the game's own thread, or ""; start the thread if it's time.

        `language` is that of the name of a new thread; if it's None, none is started.

        The thread starts from the challenge's message and has the same id. So starting it again
        after a crash finds the existing one.
        """
        if thread := _thread_of(old or page.beside):
            if not old:
                await threads.add(self._client, thread, page.people)
            return thread
        if place.thread or place.reader or not old or not (page.live and page.picture):
            return ""
        if language is None or not names.may_start_threads(self._client, int(place.channel)):
            return ""
        name = threads.name(page, self._plain_translator(language))
        if not await threads.start(self._client, place, old, name):
            return ""
        await threads.add(self._client, old, page.people)
        return old

    @contextlib.contextmanager
    def _emoji_errors(self) -> Iterator[None]:
        """Do without emoji if Discord refuses a message; somebody may have deleted one."""
        try:
            yield
        except discord.HTTPException as refused:
            if refused.code == INVALID_FORM and self._client.emoji.forget():
                raise RetryLater(FORGOTTEN_SECONDS) from refused
            raise

    def _translator(self, language: str) -> Say:
        return words.marked_up(self._catalogue, language, self._client.group)

    def _plain_translator(self, language: str) -> Say:
        """Return the translator for text without markup."""
        return words.plain(self._catalogue, language)

    def _layout(self, page: Page, language: str, *, mention: bool, guest: bool = False) -> Layout:
        """Return the message that shows a page.

        With `mention`, for new messages only, it pings the people to act. Where the bot is a
        `guest`, it says what that means, and offers only what works there.
        """
        users = [each.user for each in page.mentions if each.user.platform is Platform.DISCORD]
        called = users if mention else []
        say = self._translator(language)
        emoji = self._client.emoji
        lines = [(emoji.text(page.signs) if x == page.turn else "") + say(x) for x in page.lines]
        if page.commitment is not None:
            lines.append(_fair(page, say, self._url))
        if guest:
            page = replace(page, buttons=tuple(components.outside(page.buttons)))
            if page.commitment is not None and page.live:
                lines.append(f"-# {say(Text('discord.guest'))}")
        text = fitting(lines, " ".join(map(names.mention, called)))
        plain = self._plain_translator(language)
        layout = components.board(page, text, plain, self._url, emoji)
        return replace(layout, pings=tuple(int(user.id) for user in called))

    async def _channel(
        self, place: Place, thread: str = ""
    ) -> discord.DMChannel | discord.PartialMessageable:
        """Return where to write: the game's own thread, or the place itself.

        Opening a reader's private chat is idempotent, and the library remembers the last ones.
        """
        if place.reader is not None:
            return await self._client.create_dm(discord.Object(int(place.reader.id)))
        return self._client.get_partial_messageable(int(thread or place.thread or place.channel))

    async def _message(self, place: Place, message: str) -> discord.PartialMessage:
        channel = await self._channel(place, _thread_of(message))
        return channel.get_partial_message(int(message.rpartition("/")[2]))


def _thread_of(message: str) -> str:
    """Return the id of the game's own thread that a message is in, or ""."""
    return message.rpartition("/")[0]


async def _pictures(message: discord.PartialMessage) -> Sequence[Picture]:
    """Return the pictures of a message, none if the bot may not read the channel's history."""
    try:
        return kept(await message.fetch())
    except discord.Forbidden:
        return ()


def _nonce(place: Place, page: Page, old: str) -> str:
    """Return the nonce of a post: the same after a crash, and different for any other post.

    Discord compares up to 25 characters with the bot's other recent messages, in any channel. So
    what is posted about one revision in several places has the hash of its place in it.
    """
    where = blake2b(f"{place}|{old}".encode(), digest_size=4).hexdigest()
    return f"{page.table}.{page.revision}.{where}"


def _fair(page: Page, say: Say, url: str | None) -> str:
    """Return a small line with a link to the fairness page, or else with the whole commitment."""
    if url is None:
        commitment = Text("corn.bound", commitment=page.commitment or "", id=page.table)
        return f"-# {say(commitment)}"
    return f"-# [{say(Text('corn.fair'))}](<{url}{page.fair_path}>)"


def fitting(lines: Sequence[str], head: str = "") -> str:
    """Join `head` and as many of the last lines as fit in a message.

    The last lines matter most: they say what comes next.
    """
    room = words.MAX_LENGTH - len(head)
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0 and kept:
            break
        kept.insert(0, line)
    return "\n".join([head, *kept] if head else kept)[: words.MAX_LENGTH]


class _Uneditable(Exception):  # noqa: N818 - a state, not an error
    """The message is gone or can no longer be edited."""


@contextlib.contextmanager
def _edit_errors(*more: int, old: str = "") -> Iterator[None]:
    """Convert Discord's errors for a message that can no longer be edited to _Uneditable.

    So is a limit of edits if the message is `old`, and should rest then rather than be tried again.
    """
    try:
        yield
    except discord.RateLimited as limited:
        if old and old_messages.is_old(int(old.rpartition("/")[2])):
            raise _Uneditable from limited
        raise
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MESSAGE, old_messages.TOO_OLD, ARCHIVED, *more):
            raise _Uneditable from error
        raise


@contextlib.contextmanager
def _barriers(place: Place) -> Iterator[None]:
    """Convert Discord's errors to the outbox's exceptions."""
    try:
        yield
    except discord.RateLimited as limited:
        raise RetryLater(limited.retry_after) from limited
    except TRANSIENT as error:
        raise Unanswered from error
    except discord.HTTPException as refused:
        if refused.status == TOO_MANY:
            raise RetryLater(LIMITED_SECONDS) from refused  # the library's own retries failed too
        if refused.code == OPENED_TOO_FAST:
            raise RetryLater(OPENING_SECONDS) from refused
        private = place.reader is not None and refused.status in (FORBIDDEN, NOT_FOUND)
        if private or refused.code in REFUSED:
            raise Unshowable(Barrier.REFUSED) from refused
        if refused.code in (ARCHIVED, LOCKED):
            raise Unshowable(Barrier.LOCKED) from refused
        if refused.status == FORBIDDEN:
            raise Unshowable(Barrier.NO_PERMISSION) from refused
        if refused.status == NOT_FOUND:
            removed = refused.code == UNKNOWN_GUILD
            raise Unshowable(Barrier.REMOVED if removed else Barrier.PLACE_GONE) from refused
        raise
