"""Shows pages as Discord messages: a line or two, the board, and a button for each move.

A message is identified by its id, in a game's own thread by `thread/message`.
"""

import contextlib
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from io import BytesIO
from typing import Any, Literal

import discord
import structlog
from typing_extensions import override

from bot.games.catalogue import title
from bot.on_discord import links, members, names, words
from bot.on_discord.components import view
from bot.on_discord.faults import TRANSIENT
from bot.show.outbound import Barrier, Outbound, RetryLater, Unanswered, Unshowable
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
TOO_OLD_TO_EDIT = 30046
OPENED_TOO_FAST = 40003
NO_PRIVATE_MESSAGES = 50007
INVALID_RECIPIENT = 50033
ARCHIVED = 50083
NO_MUTUAL_GUILDS = 50278
HAS_THREAD = 160004
LOCKED = 160005
"""Discord's error codes that need handling."""

REFUSED = (NO_PRIVATE_MESSAGES, INVALID_RECIPIENT, NO_MUTUAL_GUILDS, members.UNKNOWN_USER)
"""Codes for people whom the bot can't write to in private: they don't want it, or are gone."""

FORBIDDEN, NOT_FOUND, TOO_MANY = 403, 404, 429

LIMITED_SECONDS = 10.0
"""How long to wait after Discord has kept rate limiting a request."""

OPENING_SECONDS = 60.0
"""How long to wait after opening private chats too fast. Discord doesn't say how long."""

ARCHIVED_AFTER_MINUTES: Literal[1440] = 1440

log = structlog.get_logger()


class DiscordOutbound(Outbound):
    """Shows pages in channels, threads and private chats."""

    def __init__(self, client: discord.Client, catalogue: Catalogue, url: str | None) -> None:
        self._client = client
        self._catalogue = catalogue
        self._url = url

    @override
    def places_itself(self, _place: Place) -> bool:
        return False

    @override
    def language(self, place: Place) -> str:
        """A server has a language; that of a private chat isn't known."""
        guild = links.guild_of(self._client, place)
        return "" if guild is None else str(guild.preferred_locale)

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
        """A game's thread starts with its first board."""
        old = shown.message if shown is not None else ""
        with _barriers(place):
            thread = await self._thread(place, page, old, language if threaded else None)
            if placement is Placement.EDIT and thread == _thread_of(old):
                with contextlib.suppress(_Uneditable):
                    content = self._content(page, language, mention=False)
                    return await self._edit(place, page, old, content)
            # A private message notifies its reader anyway.
            mention = place.reader is None and not page.called
            content = self._content(page, language, mention=mention)
            try:
                return await self._post(place, page, old, thread, content)
            except discord.NotFound as missing:
                if not thread or missing.code != UNKNOWN_CHANNEL:
                    raise
                return await self._post(place, page, old, "", content)  # the thread was deleted

    @override
    async def retire(
        self,
        place: Place,
        message: str,
        _table: TableId,
        *,
        note: Text,
        delete: bool,
        instead: str = "",
        language: str = "",
    ) -> None:
        """The picture remains for players who scroll back.

        A message that started the game's thread remains too, and points to the thread.
        """
        final = Text("discord.in-thread") if _thread_of(instead) == message else note
        unreachable = _edit_errors(UNKNOWN_CHANNEL, *REFUSED)
        with _barriers(place), contextlib.suppress(_Uneditable), unreachable:
            old = await self._message(place, message)
            if delete and final is note:
                await old.delete()
            else:
                quiet = discord.AllowedMentions.none()
                content = self._translator(language)(final)
                await old.edit(content=content, view=None, allowed_mentions=quiet)

    async def _edit(self, place: Place, page: Page, message: str, content: dict[str, Any]) -> str:
        """Edit a message; raise _Uneditable if that's no longer possible."""
        with _edit_errors():
            try:
                old = await self._message(place, message)
                await old.edit(**content, attachments=_files(page))
            except discord.RateLimited as limited:
                raise _Uneditable from limited  # a new message may be possible sooner
        return message

    async def _post(
        self, place: Place, page: Page, old: str, thread: str, content: dict[str, Any]
    ) -> str:
        """Post a message; the nonce makes it idempotent after a crash."""
        channel = await self._channel(place, thread)
        sent = await channel.send(**content, files=_files(page), nonce=_nonce(place, page, old))
        return f"{thread}/{sent.id}" if thread else str(sent.id)

    async def _thread(self, place: Place, page: Page, old: str, language: str | None) -> str:
        """Return the id of the game's own thread, or ""; start the thread if it's time.

        `language` is that of the name of a new thread; if it's None, none is started.

        The thread starts from the challenge's message and has the same id. So starting it again
        after a crash finds the existing one.
        """
        thread = _thread_of(old)
        if thread or place.thread or place.reader or not old or not (page.live and page.picture):
            return thread
        if language is None:
            return ""
        name = Text("discord.thread", ruleset=title(page.header), table=page.table)
        try:
            await self._client.http.start_thread_with_message(
                int(place.channel),
                int(old),
                name=self._plain_translator(language)(name),
                auto_archive_duration=ARCHIVED_AFTER_MINUTES,
            )
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                log.info("discord.threadless", table=page.table, code=error.code)
                return ""
        return old

    def _translator(self, language: str) -> Say:
        return words.marked_up(self._catalogue, language)

    def _plain_translator(self, language: str) -> Say:
        """Return the translator for text without markup."""
        return words.plain(self._catalogue, language)

    def _content(self, page: Page, language: str, *, mention: bool) -> dict[str, Any]:
        """Return a message's content, buttons and allowed mentions.

        With `mention`, for new messages only, it pings the people to act and nobody else.
        """
        users = [each.user for each in page.mentions if each.user.platform is Platform.DISCORD]
        head, mentions = "", discord.AllowedMentions.none()
        if mention and users:
            head = " ".join(map(names.mention, users))
            mentions = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(int(u.id)) for u in users]
            )
        say = self._translator(language)
        lines = list(map(say, page.lines))
        if page.commitment is not None:
            lines.append(_fair(page, say, self._url))
        return {
            "content": fitting(lines, head),
            "view": view(page, self._plain_translator(language), self._url),
            "allowed_mentions": mentions,
        }

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


def _files(page: Page) -> list[discord.File]:
    """Return the board's picture, with alt text."""
    if page.picture is None:
        return []
    picture = BytesIO(page.picture.png)
    alt = page.picture.alt[: words.MAX_ALT_LENGTH]
    return [discord.File(picture, filename="board.png", description=alt)]


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
def _edit_errors(*more: int) -> Iterator[None]:
    """Convert Discord's errors for a message that can no longer be edited to _Uneditable."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED, *more):
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
