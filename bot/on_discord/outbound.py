"""Pages become Discord messages: a line or two, the drawn board, a button for every move.

A message is known by its number, in a thread by `thread/message`.
"""

import contextlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any, Literal

import discord
import structlog

from bot.on_discord import names, words
from bot.on_discord.components import view
from bot.on_discord.faults import TRANSIENT
from bot.show.outbound import Barrier, RetryLater, Unanswered, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.naming import plain_name
from bot.table.people import Place, Platform
from bot.table.ports import Shown
from bot.table.table import TableId
from bot.texts.catalogue import Catalogue
from engine.text import Say, Text

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
TOO_OLD_TO_EDIT = 30046
ARCHIVED = 50083
HAS_THREAD = 160004
LOCKED = 160005
"""The codes of Discord's errors that mean something to a board."""

FORBIDDEN, NOT_FOUND, TOO_MANY = 403, 404, 429

LIMITED_SECONDS = 10.0
"""How long a board rests that Discord had no time for again and again."""

MOST_LETTERS = 2000
MOST_ALT = 1024
ARCHIVED_AFTER_MINUTES: Literal[1440] = 1440

log = structlog.get_logger()


class DiscordOutbound:
    """Shows pages in channels, threads and private chats."""

    def __init__(self, client: discord.Client, catalogue: Catalogue, url: str | None) -> None:
        self._client = client
        self._catalogue = catalogue
        self._url = url

    def places_itself(self, _place: Place) -> bool:
        """See `Outbound.places_itself`."""
        return False

    def language(self, place: Place) -> str:
        """See `Outbound.language`: a server has one, a private chat is not told of."""
        channel = self._client.get_channel(int(place.channel))
        guild = getattr(channel, "guild", None)
        return str(guild.preferred_locale) if isinstance(guild, discord.Guild) else ""

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
        """See `Outbound.show`; a game that shall have a thread gets it with its first board."""
        old = shown.message if shown is not None else ""
        with _barriers():
            name = self._plain(language)(Text("discord.thread", table=page.table))
            thread = await self._thread(place, page, old, name if threaded else "")
            if placement is Placement.EDIT and thread == _thread_of(old):
                with contextlib.suppress(_Lost):
                    content = self._content(page, language, mention=False)
                    return await self._edit(place, page, old, content)
            content = self._content(page, language, mention=True)
            try:
                return await self._post(place, page, old, thread, content)
            except discord.NotFound as missing:
                if not thread or missing.code != UNKNOWN_CHANNEL:
                    raise
                return await self._post(place, page, old, "", content)  # the thread was deleted

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
        """See `Outbound.retire`; the picture stays, for whoever scrolls back.

        A message on which a thread hangs stays, too, and says that the game goes on there.
        """
        standing = self._message(place, message)
        told = Text("discord.in-thread") if _thread_of(instead) == message else note
        with _barriers(), contextlib.suppress(_Lost), _losses(UNKNOWN_CHANNEL):
            if delete and told is note:
                await standing.delete()
            else:
                quiet = discord.AllowedMentions.none()
                said = self._voice(language)(told)
                await standing.edit(content=said, view=None, allowed_mentions=quiet)

    async def _edit(self, place: Place, page: Page, message: str, content: dict[str, Any]) -> str:
        """Change a message in its place; _Lost where that cannot be done any more."""
        with _losses():
            try:
                await self._message(place, message).edit(**content, attachments=_files(page))
            except discord.RateLimited as limited:
                raise _Lost from limited  # too long to wait for, while new messages may be posted
        return message

    async def _post(
        self, place: Place, page: Page, old: str, thread: str, content: dict[str, Any]
    ) -> str:
        """Post a message; posted again after a crash, it is the one that is there."""
        nonce = f"{page.table}.{page.revision}.{old[-6:]}"
        sent = await self._channel(thread or place.thread or place.channel).send(
            **content, files=_files(page), nonce=nonce
        )
        return f"{thread}/{sent.id}" if thread else str(sent.id)

    async def _thread(self, place: Place, page: Page, old: str, name: str) -> str:
        """The thread of its own that the board goes to, if it goes to one; begun where it is due.

        `name` is what one that is begun is called; empty, none is begun.

        It hangs on the message that showed the challenge, and has its number: begun again after a
        crash, it is the one that is there.
        """
        thread = _thread_of(old)
        if thread or place.thread or not old or not (page.live and page.picture):
            return thread
        if not name:
            return ""
        try:
            await self._client.http.start_thread_with_message(
                int(place.channel),
                int(old),
                name=name,
                auto_archive_duration=ARCHIVED_AFTER_MINUTES,
            )
        except discord.HTTPException as error:
            if error.code != HAS_THREAD:
                log.info("discord.threadless", table=page.table, code=error.code)
                return ""
        return old

    def _voice(self, language: str) -> Say:
        return words.voice(self._catalogue, language, names.escape)

    def _plain(self, language: str) -> Say:
        """How texts are said where there is no markup."""
        return words.voice(self._catalogue, language, plain_name)

    def _content(self, page: Page, language: str, *, mention: bool) -> dict[str, Any]:
        """What a message says and whom it calls: nobody but who is to move, and only when new."""
        head, called = "", discord.AllowedMentions.none()
        if mention and page.mention is not None and page.mention.platform is Platform.DISCORD:
            head = names.mention(page.mention)
            called = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(int(page.mention.id))]
            )
        say = self._voice(language)
        lines = list(map(say, page.lines))
        if page.commitment is not None:
            lines.append(_fair(page, say, self._url))
        return {
            "content": fitting(lines, head),
            "view": view(page, self._plain(language), self._url),
            "allowed_mentions": called,
        }

    def _channel(self, channel: str) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(int(channel))

    def _message(self, place: Place, message: str) -> discord.PartialMessage:
        channel = self._channel(_thread_of(message) or place.thread or place.channel)
        return channel.get_partial_message(int(message.rpartition("/")[2]))


def _thread_of(message: str) -> str:
    """The game's own thread that a message is in, if it is in one."""
    return message.rpartition("/")[0]


def _fair(page: Page, say: Say, url: str | None) -> str:
    """One small line that binds the throws: the whole hash, in a link's address if there is one."""
    if url is None:
        bound = Text("corn.bound", commitment=page.commitment or "", id=page.table)
        return f"-# {say(bound)}"
    return f"-# [{say(Text('corn.fair'))}](<{url}{page.fair_path}>)"


def _files(page: Page) -> list[discord.File]:
    """The drawn board, with its description for those who cannot see it."""
    if page.picture is None:
        return []
    picture = BytesIO(page.picture.png)
    alt = page.picture.alt[:MOST_ALT]
    return [discord.File(picture, filename="board.png", description=alt)]


def fitting(lines: Sequence[str], head: str = "") -> str:
    """Put as many of the last lines together as a message takes, below `head`.

    What comes next stands last, and matters most.
    """
    room = MOST_LETTERS - len(head)
    kept: list[str] = []
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0 and kept:
            break
        kept.insert(0, line)
    return "\n".join([head, *kept] if head else kept)[:MOST_LETTERS]


class _Lost(Exception):  # noqa: N818 - a state of the world
    """A message that is gone, or stands where nothing is edited any more."""


@contextlib.contextmanager
def _losses(*more: int) -> Iterator[None]:
    """Turn the errors for a message that cannot be changed any more into _Lost."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED, *more):
            raise _Lost from error
        raise


@contextlib.contextmanager
def _barriers() -> Iterator[None]:
    """Tell what keeps a board from being shown in the words of the outbox."""
    try:
        yield
    except discord.RateLimited as limited:
        raise RetryLater(limited.retry_after) from limited
    except TRANSIENT as error:
        raise Unanswered from error
    except discord.HTTPException as refused:
        if refused.code in (ARCHIVED, LOCKED):
            raise Unshowable(Barrier.LOCKED) from refused
        if refused.status == FORBIDDEN:
            raise Unshowable(Barrier.NO_PERMISSION) from refused
        if refused.status == NOT_FOUND:
            removed = refused.code == UNKNOWN_GUILD
            raise Unshowable(Barrier.REMOVED if removed else Barrier.PLACE_GONE) from refused
        if refused.status == TOO_MANY:
            raise RetryLater(LIMITED_SECONDS) from refused  # the library has waited, in vain
        raise
