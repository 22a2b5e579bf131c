"""Pages become messages: edited where they stand while they are near, else posted anew.

Nothing is kept here between two boards. What a place shows is found in its messages, so a
board whose posting was cut short by a crash is taken up again, not posted twice.
"""

from dataclasses import dataclass

from bot.on_web import payloads
from bot.show.page import Page
from bot.table.people import Place
from bot.table.ports import Channels, Clock, Message, Shown
from bot.table.table import TableId
from bot.texts.catalogue import Catalogue
from engine.text import Text

NEAR = 3
"""A board is edited in place while it is among this many newest messages."""

FRESH_SECONDS = 50 * 60
"""And while its message is younger than this."""


@dataclass(frozen=True, slots=True)
class _Board:
    """A message that shows the table, with how many messages were added after it."""

    message: Message
    posted: int
    below: int


class WebOutbound:
    """Shows pages in the web chat."""

    def __init__(self, channels: Channels, catalogue: Catalogue, clock: Clock) -> None:
        self._channels = channels
        self._catalogue = catalogue
        self._clock = clock

    def places_itself(self, _place: Place) -> bool:
        """See `Outbound.places_itself`."""
        return True

    def language(self, _place: Place) -> str:
        """See `Outbound.language`: browsers have languages, channels have none."""
        return ""

    async def show(
        self,
        place: Place,
        page: Page,
        shown: Shown | None,
        _placement: object = None,
        /,
        *,
        language: str = "",
        threaded: bool = False,  # there are none here
    ) -> str:
        """See `Outbound.show`; what is returned is the message's id and its order."""
        say = self._catalogue.voice(language)
        boards = await self._boards(place.channel, page, shown)
        last = boards[-1] if boards else None
        now = int(self._clock())
        # Who asks for a board again does not see it: what they alone were told may stand below it.
        asked = shown is not None and shown.revision >= page.revision
        if last and last.below < NEAR and now - last.posted < FRESH_SECONDS and not asked:
            id_, posted, old = last.message.id, last.posted, boards[:-1]
        else:
            after = last.message.order if last else 0
            id_, posted, old = f"{page.table}.{page.revision}.{after}", now, boards
        version = await self._channels.post(place.channel, id_, payloads.board(page, say, posted))
        for board in old:
            note = say(Text("board.moved-down"))
            await self._leave_line(place.channel, board.message.id, page.table, note)
        order = last.message.order if last and last.message.id == id_ else version
        return f"{id_}@{order}"

    async def _boards(self, channel: str, page: Page, shown: Shown | None) -> list[_Board]:
        """The boards of the table that stand in the channel, from the one shown last on."""
        since = int(shown.message.rpartition("@")[2]) - 1 if shown else 0
        boards = []
        messages = sorted(await self._channels.since(channel, since), key=lambda m: m.order)
        standing = [message for message in messages if message.body]
        for below, message in enumerate(reversed(standing)):
            body = payloads.read(message.body)
            if body["kind"] == "board" and body["table"] == page.table:
                boards.append(_Board(message, int(str(body["posted"])), below))
        return boards[::-1]

    async def retire(
        self,
        place: Place,
        message: str,
        table: TableId,
        *,
        note: Text,
        delete: bool,
        instead: str = "",
        language: str = "",
    ) -> None:
        """See `Outbound.retire`."""
        id_, _, order = message.rpartition("@")
        for standing in await self._channels.since(place.channel, int(order) - 1):
            if standing.id == id_ and payloads.read(standing.body).get("kind") == "board":
                if delete:
                    await self._channels.drop(place.channel, id_)
                else:
                    said = self._catalogue.voice(language)(note)
                    await self._leave_line(place.channel, id_, table, said)

    async def _leave_line(self, channel: str, message: str, table: TableId, note: str) -> None:
        """Leave one line, without picture and buttons, where a board was."""
        await self._channels.post(channel, message, payloads.moved(table, note))
