"""Shows pages as cards: one small message for each game, which leads to its table.

Stateless: the cards of a place are found in its messages. So a card whose posting was interrupted
by a crash is resumed, not posted twice.
"""

from dataclasses import dataclass

from typing_extensions import override

from bot.on_web import payloads
from bot.on_web.push.notifier import Notifier
from bot.show.outbound import Barrier, Outbound, Remains, Unconfirmed, Unshowable
from bot.show.page import Page
from bot.table.channels import Channels, Message
from bot.table.ids import TableId
from bot.table.people import Place, Presence, User
from bot.table.ports import Clock, Shown, Unsafe
from bot.texts.catalogue import Catalogue
from engine.text import Text

NEAR = 3
"""A card among this many newest messages is in sight, also for those whom it calls."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A message that shows the table, and the number of messages below it."""

    message: Message
    posted: int
    below: int


class WebOutbound(Outbound):
    """Shows pages in the web chat."""

    def __init__(
        self,
        channels: Channels,
        catalogue: Catalogue,
        clock: Clock,
        notifier: Notifier | None = None,
    ) -> None:
        """Without a notifier, there are no private messages."""
        self._notifier = notifier
        self._channels = channels
        self._catalogue = catalogue
        self._clock = clock

    @override
    def places_itself(self, _place: Place) -> bool:
        return True

    @property
    @override
    def pictured(self) -> bool:
        """Boards are on the pages of their tables."""
        return False

    @property
    @override
    def notifies(self) -> bool:
        """Cards call only those who look at the chat."""
        return self._notifier is not None

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
        """A message is named by its id and order. A notification can't be found again."""
        if place.reader is not None:
            return await self._notify(place.reader, page, language)
        cards = await self._cards(place.channel, page, shown)
        last = cards[-1] if cards else None
        if last is None and shown is not None and page.silent and not page.live:
            return shown.message  # it is among the messages that have been deleted since
        if last is not None and (_is_begun(last, page, shown) or not _moves(last, page, shown)):
            id_, posted, old = last.message.id, last.posted, cards[:-1]
        else:
            after = last.message.order if last else 0
            id_, posted, old = f"{page.table}.{page.revision}.{after}", int(self._clock()), cards
        card = payloads.card(page, self._catalogue.voice(language), posted)
        version, unsafe = 0, None
        try:
            version = await self._channels.post(place.channel, id_, card, safe=True)
        except Unsafe as error:
            unsafe = error
        for each in old:
            await self._channels.drop(place.channel, each.message.id)
        if unsafe is not None:
            # It must not be noted as shown before a replica has it: a failover may lose it.
            raise Unconfirmed from unsafe
        order = last.message.order if last and last.message.id == id_ else version
        return f"{id_}@{order}"

    async def _notify(self, reader: User, page: Page, language: str) -> str:
        if self._notifier is None:
            raise Unshowable(Barrier.REFUSED)
        await self._notifier.notify(reader, page, self._catalogue.voice(language), language)
        return ""

    @override
    async def below(self, _place: Place, _message: str) -> int:
        """It doesn't matter, because cards place themselves."""
        return 0

    @override
    def link(self, _place: Place, _message: str) -> str | None:
        """A link would have to say as whom you read the channel."""
        return None

    @override
    async def presence(self, _place: Place, _user: User) -> Presence:
        """Nobody leaves a web channel, they only stop visiting it."""
        return Presence.UNKNOWN

    async def _cards(self, channel: str, page: Page, shown: Shown | None) -> list[_Card]:
        """Return the table's cards in the channel, starting with the one last shown."""
        since = int(shown.message.rpartition("@")[2]) - 1 if shown else 0
        cards = []
        messages = sorted(await self._channels.since(channel, since), key=lambda m: m.order)
        existing = [message for message in messages if message.body]
        for below, message in enumerate(reversed(existing)):
            body = payloads.read(message.body)
            if body["kind"] == "card" and body["table"] == page.table:
                cards.append(_Card(message, int(str(body["posted"])), below))
        return cards[::-1]

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
            card = payloads.read(found.body)
            if found.id != id_ or card.get("kind") != "card":
                continue
            if remains is Remains.NOTHING:
                await self._channels.drop(place.channel, id_)
            else:
                left = payloads.moved(str(card["path"]), self._catalogue.voice(language)(note))
                await self._channels.post(place.channel, id_, left)


def _moves(card: _Card, page: Page, shown: Shown | None) -> bool:
    """Return whether a card is posted again below the messages that have come since.

    It is if it was asked for, because private replies may be below it, or if it calls somebody who
    may no longer see it.
    """
    if shown is not None and shown.revision >= page.revision:
        return True
    calls = page.calls or (bool(page.mentions) and not page.called and not page.silent)
    return calls and card.below >= NEAR


def _is_begun(card: _Card, page: Page, shown: Shown | None) -> bool:
    """Tell whether a card was posted for this revision but not noted, as after a crash."""
    noted = None if shown is None else shown.message.rpartition("@")[0]
    posted_for = card.message.id.startswith(f"{page.table}.{page.revision}.")
    return posted_for and card.message.id != noted
