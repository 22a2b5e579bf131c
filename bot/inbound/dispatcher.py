"""The dispatcher: passes requests to the service, and turns whatever happens into an Outcome."""

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from structlog.contextvars import bound_contextvars

from bot.acts.service import Service
from bot.inbound.outcome import Outcome, outcome_of
from bot.show.outbound import Barrier
from bot.table.codes import BadCode, decode
from bot.table.ids import TableId
from bot.table.intents import Cancel, Challenge, Demo, Intent, Practice, Resign
from bot.table.people import Place
from bot.table.ports import Operation
from bot.table.request import Reply, Request

SHOW_TIMEOUT = 10.0
"""How many seconds to wait for a board to be shown before assuming that it will be."""

OPENING = (Challenge, Practice, Demo)
"""Intents that post a new table."""

BarrierOf: TypeAlias = Callable[[TableId, Place, float], Awaitable[Barrier | None]]
"""Waits up to a timeout for a board to be shown; returns why it cannot be, or None."""


def decoded(code: str) -> Intent | None:
    """Return the intent of a button, None if no button encodes it."""
    try:
        return decode(code)
    except BadCode:
        return None


def _new_id() -> str:
    """Return an id for the log lines that follow from one request, up to the board."""
    return secrets.token_hex(4)


class Dispatcher:
    """Passes requests to the service. Stateless, so one instance serves all platforms."""

    def __init__(self, service: Service, barrier_of: BarrierOf) -> None:
        self._service = service
        self._barrier_of = barrier_of

    async def act(self, request: Request) -> Outcome:
        """Handle a request, without waiting for the board to be shown."""
        with bound_contextvars(press=_new_id()):
            return await outcome_of(self._act(request))

    async def act_and_show(self, request: Request) -> Outcome:
        """Handle a request and wait for the board; the outcome says why it cannot be shown, if so.

        A table posted in a place that cannot show it is cancelled; computers stop playing.
        """
        with bound_contextvars(press=_new_id()):
            return await outcome_of(self._act_and_show(request))

    async def barrier(self, reply: Reply, place: Place) -> Barrier | None:
        """Return why the board that a reply is about cannot be shown in its place, if so."""
        if reply.refused or reply.table is None:
            return None
        return await self._barrier_of(reply.table, place, SHOW_TIMEOUT)

    async def _act(self, request: Request) -> Outcome:
        return Outcome(await self._service.act(request))

    async def _act_and_show(self, request: Request) -> Outcome:
        reply = await self._service.act(request)
        barrier = await self.barrier(reply, request.place)
        if barrier is not None and reply.table is not None and isinstance(request.intent, OPENING):
            operation = Operation(f"{request.operation}:unposted")
            running = isinstance(request.intent, Demo)
            undo = Resign(reply.table, sure=True) if running else Cancel(reply.table)
            await self._service.act(replace(request, operation=operation, intent=undo))
        return Outcome(reply, barrier=barrier)
