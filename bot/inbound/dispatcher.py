"""Where every platform's acts are done: each gets an outcome, and a board that can be seen."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from bot.acts.service import Service
from bot.inbound.outcome import Outcome, outcome_of
from bot.show.outbound import Barrier
from bot.table.codes import BadCode, decode
from bot.table.intents import Cancel, Challenge, Intent, Practice
from bot.table.people import Place
from bot.table.ports import Operation
from bot.table.request import Reply, Request
from bot.table.table import TableId

SEEN_SECONDS = 10.0
"""How long it is waited for a board to be shown, before nothing is said about it."""

OPENING = (Challenge, Practice)
"""What opens a table anew."""

Seen: TypeAlias = Callable[[TableId, Place, float], Awaitable[Barrier | None]]
"""Why a board that has just changed cannot be shown, if it cannot be; waits for so long."""


def decoded(code: str) -> Intent | None:
    """What a button means; None for what no button of ours carries."""
    try:
        return decode(code)
    except BadCode:
        return None


class Dispatcher:
    """Takes requests to the service. Holds nothing: one does for all platforms."""

    def __init__(self, service: Service, seen: Seen) -> None:
        self._service = service
        self._seen = seen

    async def act(self, request: Request) -> Outcome:
        """Act; the board may be shown later than this returns."""
        return await outcome_of(self._act(request))

    async def act_and_show(self, request: Request) -> Outcome:
        """Act, and wait until the board is shown, so that the outcome tells why it cannot be.

        A table that was opened where its board cannot be shown is taken back.
        """
        return await outcome_of(self._act_and_show(request))

    async def barrier(self, reply: Reply, place: Place) -> Barrier | None:
        """Why the board that an act has changed cannot be shown in its place, if it cannot be."""
        if reply.refused or reply.table is None:
            return None
        return await self._seen(reply.table, place, SEEN_SECONDS)

    async def _act(self, request: Request) -> Outcome:
        return Outcome(await self._service.act(request))

    async def _act_and_show(self, request: Request) -> Outcome:
        reply = await self._service.act(request)
        barrier = await self.barrier(reply, request.place)
        if barrier is not None and reply.table is not None and isinstance(request.intent, OPENING):
            operation = Operation(f"{request.operation}:unposted")
            await self._service.act(
                replace(request, operation=operation, intent=Cancel(reply.table))
            )
        return Outcome(reply, barrier=barrier)
