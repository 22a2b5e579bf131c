"""Private messages to the operator, at most one of each kind a day from all processes together."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

import structlog

from bot.show.outbound import Outbound, RetryLater, Unanswered, Unshowable
from bot.show.page import Page
from bot.show.placement import Placement
from bot.table.ids import TableId
from bot.table.notes import Notes
from bot.table.pace import DAY
from bot.table.people import Place, Platform, User
from bot.table.ports import Clock, StoreDown
from engine.text import Text

LANGUAGE = "en"

ATTEMPTS = 5
MAX_REST_SECONDS = 60.0
"""The longest wait between two attempts."""

Sleep: TypeAlias = Callable[[float], Awaitable[None]]

ALLOWING: Final[Mapping[Platform, str]] = {
    Platform.TELEGRAM: "open a private chat with the bot on Telegram, and press Start",
    Platform.DISCORD: "share a server with the bot, and allow direct messages from its members",
}
"""How the operator allows the bot's messages."""

log = structlog.get_logger()


class Operator:
    """The operator named in the settings, as the platforms of this process reach them."""

    def __init__(
        self,
        user: User,
        outbounds: Mapping[Platform, Outbound],
        notes: Notes,
        clock: Clock,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._user = user
        self._outbounds = outbounds
        self._notes = notes
        self._clock = clock
        self._sleep = sleep
        self._told: dict[str, float] = {}
        self._refused = False

    async def tell(self, kind: str, text: Text) -> None:
        """Send a text, unless one of this kind was sent in the last 24 hours. Never raises.

        If the platform runs in another process, that one tells them.
        """
        outbound = self._outbounds.get(self._user.platform)
        if outbound is None or not await self._first(kind):
            return
        number = len(self._told)
        page = Page(
            table=TableId(f"op{number}"),  # distinguishes texts of one second on Discord
            code="",
            revision=int(self._clock()),
            lines=(text,),
            picture=None,
            buttons=(),
            live=False,
        )
        try:
            await self._send(outbound, page)
        except Unshowable:
            if not self._refused:
                self._refused = True
                log.warning("operator.refused", do=ALLOWING.get(self._user.platform, ""))
        except (RetryLater, Unanswered) as error:
            log.warning("operator.untold", kind=kind, why=type(error).__name__)
        except Exception:
            log.exception("operator.untold", kind=kind)

    async def _send(self, outbound: Outbound, page: Page) -> None:
        """Send a page; if the platform asks to wait, try again. Raises the last exception."""
        place = Place.private(self._user)
        for left in reversed(range(ATTEMPTS)):
            try:
                await outbound.show(place, page, None, Placement.POST, language=LANGUAGE)
            except RetryLater as later:
                if not left:
                    raise
                await self._sleep(min(later.seconds, MAX_REST_SECONDS))
            else:
                return

    async def _first(self, kind: str) -> bool:
        """Return whether no process has told this kind within a day.

        A store that can't be written can't tell what others did, so then each process counts alone.
        """
        now = self._clock()
        told = self._told.get(kind)
        if told is not None and now < told + DAY:
            return False
        self._told[kind] = now
        try:
            return await self._notes.gate(f"operator:{kind}", DAY)
        except StoreDown:
            return True
