"""Pages become Discord messages: a line or two, the drawn board, a button for every move."""

import contextlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, TypeAlias

import discord
import structlog

from bot.on_discord import names
from bot.on_discord.components import view
from bot.show.outbox import Barrier, RetryLater, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.people import Place, Platform
from bot.table.ports import Shown, Store
from bot.texts.catalogue import DEFAULT_LANGUAGE, Catalogue
from renderer.text import Text

UNKNOWN_CHANNEL = 10003
UNKNOWN_GUILD = 10004
UNKNOWN_MESSAGE = 10008
TOO_OLD_TO_EDIT = 30046
ARCHIVED = 50083
"""The codes of Discord's errors that mean something to a board."""

MOST_LETTERS = 2000
MOST_ALT = 1024

Messages: TypeAlias = discord.PartialMessageable

log = structlog.get_logger()


class DiscordOutbound:
    """Shows pages in channels, threads and private chats."""

    platform = Platform.DISCORD
    places_itself = False

    def __init__(
        self, client: discord.Client, store: Store, catalogue: Catalogue, url: str | None
    ) -> None:
        self._client = client
        self._store = store
        self._say = catalogue.voice(DEFAULT_LANGUAGE, names.escape)
        self._url = url

    async def show(
        self, place: Place, page: Page, shown: Shown | None, placement: Placement
    ) -> str:
        """See `Outbound.show`; what is returned is `message`, or `thread/message`."""
        old = shown.message if shown is not None else ""
        with _barriers():
            if placement is Placement.EDIT and await self._edit(place, page, old):
                return old
            return await self._post(place, page, old)

    async def retire(
        self, place: Place, message: str, page: Page, *, note: Text, delete: bool
    ) -> None:
        """See `Outbound.retire`; the picture stays, for whoever scrolls back."""
        standing = self._message(place, message)
        with _barriers(), _gone_is_fine():
            if delete:
                await standing.delete()
            else:
                await standing.edit(content=self._say(note), view=None)

    async def _edit(self, place: Place, page: Page, message: str) -> bool:
        """Change a message in its place; False where that cannot be done any more."""
        try:
            await self._message(place, message).edit(
                **self._content(page, mention=False), attachments=_files(page)
            )
        except discord.HTTPException as error:
            if error.code in (UNKNOWN_MESSAGE, TOO_OLD_TO_EDIT, ARCHIVED):
                return False
            raise
        return True

    async def _post(self, place: Place, page: Page, old: str) -> str:
        """Post a message; posted again after a crash, it is the one that is there."""
        nonce = f"{page.table}.{page.revision}.{old[-6:]}"
        thread = await self._thread(place, page, old)
        sent = await self._channel(thread or place.thread or place.channel).send(
            **self._content(page, mention=True), files=_files(page), nonce=nonce
        )
        return f"{thread}/{sent.id}" if thread else str(sent.id)

    async def _thread(self, place: Place, page: Page, old: str) -> str:
        """The thread that the board goes to, if it goes to one of its own; made where it is due."""
        inside, _, _ = old.rpartition("/")
        if inside or place.thread or not (page.live and page.picture):
            return inside
        if not (await self._store.settings(place)).thread:
            return ""
        channel = self._client.get_channel(int(place.channel))
        if not isinstance(channel, discord.TextChannel):
            return ""
        try:
            thread = await channel.create_thread(
                name=self._say(Text("discord.thread", table=page.table)),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=1440,
            )
        except discord.Forbidden:
            return ""
        return str(thread.id)

    def _content(self, page: Page, *, mention: bool) -> dict[str, Any]:
        """What a message says and whom it calls: nobody but who is to move, and only when new."""
        lines = list(map(self._say, page.lines))
        called = discord.AllowedMentions.none()
        if mention and page.mention is not None and page.mention.platform is Platform.DISCORD:
            lines.insert(0, names.mention(page.mention))
            called = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(int(page.mention.id))]
            )
        made = view(page, self._say)
        if self._url is not None:
            label, url = self._say(Text("button.watch")), f"{self._url}/g/{page.code}"
            made.add_item(discord.ui.Button(label=label, url=url))
        return {
            "content": "\n".join(lines)[:MOST_LETTERS],
            "view": made,
            "allowed_mentions": called,
        }

    def _channel(self, channel: str) -> Messages:
        return self._client.get_partial_messageable(int(channel))

    def _message(self, place: Place, message: str) -> discord.PartialMessage:
        thread, _, id_ = message.rpartition("/")
        channel = self._channel(thread or place.thread or place.channel)
        return channel.get_partial_message(int(id_))


def _files(page: Page) -> list[discord.File]:
    """The drawn board, with its description for those who cannot see it."""
    if page.picture is None:
        return []
    picture = BytesIO(page.picture.png)
    alt = page.picture.alt[:MOST_ALT]
    return [discord.File(picture, filename="board.png", description=alt)]


@contextlib.contextmanager
def _barriers() -> Iterator[None]:
    """Tell what keeps a board from being shown in the words of the outbox."""
    try:
        yield
    except discord.RateLimited as limited:
        raise RetryLater(limited.retry_after) from limited
    except discord.Forbidden as forbidden:
        raise Unshowable(Barrier.NO_PERMISSION) from forbidden
    except discord.NotFound as missing:
        removed = missing.code == UNKNOWN_GUILD
        raise Unshowable(Barrier.REMOVED if removed else Barrier.PLACE_GONE) from missing


@contextlib.contextmanager
def _gone_is_fine() -> Iterator[None]:
    """A message that is gone, or stands in an archive, needs no retiring."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, TOO_OLD_TO_EDIT, ARCHIVED):
            raise
