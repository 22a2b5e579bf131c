"""Shows pages as messages: edited in place while near the end of the channel, else reposted.

Stateless: the boards of a place are found in its messages. So a board whose posting was interrupted
by a crash is resumed, not posted twice.
"""

from dataclasses import dataclass

from typing_extensions import override

from bot.on_web import payloads
from bot.show.outbound import Barrier, Outbound, Remains, Unconfirmed, Unshowable
from bot.show.page import Page
from bot.show.placement import FRESH_SECONDS
from bot.table.channels import Channels, Message
from bot.table.ids import TableId
from bot.table.people import Place, Presence, User
from bot.table.ports import Clock, Shown, Unsafe
from bot.texts.catalogue import Catalogue
from engine.text import Text

NEAR = 3
"""A board is edited in place only if it is among this many newest messages."""


@dataclass(frozen=True, slots=True)
class _Board:
    """A message that shows the table, and the number of messages below it."""

    message: Message
    posted: int
    below: int


class WebOutbound(Outbound):
    """Shows pages in the web chat."""

    def __init__(self, channels: Channels, catalogue: Catalogue, clock: Clock) -> None:
        self._channels = channels
        self._catalogue = catalogue
        self._clock = clock

    @override
    def places_itself(self, _place: Place) -> bool:
        return True

    @override
    def language(self, _place: Place) -> str:
        """Browsers have languages, channels don't."""
        return ""

    @override
    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        _placement: object = None,
        /,
        *,
        language: str = "",
        threaded: bool = False,  # the web chat has no threads
    ) -> str:
        """A message is named by its id and order."""
        if place.reader is not None:
            raise Unshowable(Barrier.REFUSED)  # the web chat has no private messages
        say = self._catalogue.voice(language)
        boards = await self._boards(place.channel, page, shown)
        last = boards[-1] if boards else None
        if last is None and shown is not None and page.silent and not page.live:
            return shown.message  # it is among the messages that have been deleted since
        now = int(self._clock())
        # A board that was requested again is out of sight: private replies may be below it.
        repeated = page.calls or (shown is not None and shown.revision >= page.revision)
        near = last is not None and last.below < NEAR and now - last.posted < FRESH_SECONDS
        if last and (_is_begun(last, page, shown) or (not repeated and (near or page.silent))):
            id_, posted, old = last.message.id, last.posted, boards[:-1]
        else:
            after = last.message.order if last else 0
            id_, posted, old = f"{page.table}.{page.revision}.{after}", now, boards
        body = payloads.board(page, say, posted)
        version, unsafe = 0, None
        try:
            version = await self._channels.post(place.channel, id_, body, safe=True)
        except Unsafe as error:
            unsafe = error
        for board in old:
            if page.calls:  # a reminder replaces the board that it repeats
                await self._channels.drop(place.channel, board.message.id)
            else:
                note = say(Text("board.moved-down"))
                await self._replace_board(place.channel, board.message.id, page.table, note)
        if unsafe is not None:
            # It must not be noted as shown before a replica has it: a failover may lose it.
            raise Unconfirmed from unsafe
        order = last.message.order if last and last.message.id == id_ else version
        return f"{id_}@{order}"

    @override
    async def below(self, _place: Place, _message: str) -> int:
        """It doesn't matter, because boards place themselves."""
        return 0

    @override
    def link(self, _place: Place, _message: str) -> str | None:
        """A link would have to say as whom you read the channel."""
        return None

    @override
    async def presence(self, _place: Place, _user: User) -> Presence:
        """Nobody leaves a web channel, they only stop visiting it."""
        return Presence.UNKNOWN

    async def _boards(self, channel: str, page: Page, shown: Shown | None) -> list[_Board]:
        """Return the table's boards in the channel, starting with the one last shown."""
        since = int(shown.message.rpartition("@")[2]) - 1 if shown else 0
        boards = []
        messages = sorted(await self._channels.since(channel, since), key=lambda m: m.order)
        existing = [message for message in messages if message.body]
        for below, message in enumerate(reversed(existing)):
            body = payloads.read(message.body)
            if body["kind"] == "board" and body["table"] == page.table:
                boards.append(_Board(message, int(str(body["posted"])), below))
        return boards[::-1]

    @override
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
        id_, _, order = message.rpartition("@")
        for found in await self._channels.since(place.channel, int(order) - 1):
            if found.id == id_ and payloads.read(found.body).get("kind") == "board":
                if remains is Remains.NOTHING:
                    await self._channels.drop(place.channel, id_)
                else:
                    text = self._catalogue.voice(language)(note)
                    await self._replace_board(place.channel, id_, table, text)

    async def _replace_board(self, channel: str, message: str, table: TableId, note: str) -> None:
        """Replace a board with a one-line note."""
        await self._channels.post(channel, message, payloads.moved(table, note))


def _is_begun(board: _Board, page: Page, shown: Shown | None) -> bool:
    """Tell whether a board was posted for this revision but not noted, as after a crash."""
    noted = None if shown is None else shown.message.rpartition("@")[0]
    posted_for = board.message.id.startswith(f"{page.table}.{page.revision}.")
    return posted_for and board.message.id != noted
