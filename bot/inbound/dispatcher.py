"""The dispatcher: passes requests to the service, and turns whatever happens into an Outcome."""

import secrets
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from structlog.contextvars import bound_contextvars

from bot.acts.act import Act
from bot.acts.service import Service
from bot.inbound.outcome import Outcome, outcome_of
from bot.show.outbound import Barrier
from bot.table.ids import TableId
from bot.table.people import Place
from bot.table.request import Reply, Request

SHOW_TIMEOUT = 10.0
"""How many seconds to wait for a board to be shown before assuming that it will be."""

BarrierOf: TypeAlias = Callable[[TableId, Place, float], Awaitable[Barrier | None]]
"""Waits up to a timeout for a board to be shown; returns why it cannot be, or None."""


def _new_id() -> str:
    """Return an id for the log lines that follow from one request, up to the board."""
    return secrets.token_hex(4)


class Dispatcher:
    """Passes requests to the service. Stateless, so one instance serves all platforms."""

    def __init__(self, service: Service, barrier_of: BarrierOf) -> None:
        self._service = service
        self._barrier_of = barrier_of

    async def act(self, act: Act, request: Request) -> Outcome:
        """Carry out an act, without waiting for the board to be shown."""
        with bound_contextvars(press=_new_id()):
            return await outcome_of(self._act(act, request))

    async def act_and_show(self, act: Act, request: Request) -> Outcome:
        """Carry out an act and wait for the board; the outcome says why it can't be shown, if so.

        A table posted in a place that cannot show it is withdrawn.
        """
        with bound_contextvars(press=_new_id()):
            return await outcome_of(self._act_and_show(act, request))

    async def settle(self, act: Act, request: Request) -> Outcome:
        """Carry out an act; wait for the board only if the act is to post it."""
        return await (self.act_and_show if act.posts.is_board else self.act)(act, request)

    async def barrier(self, reply: Reply, place: Place) -> Barrier | None:
        """Return why the board that a reply is about cannot be shown in its place, if so."""
        if reply.refused or reply.table is None:
            return None
        return await self._barrier_of(reply.table, place, SHOW_TIMEOUT)

    async def _act(self, act: Act, request: Request) -> Outcome:
        return Outcome(await self._service.act(act, request))

    async def _act_and_show(self, act: Act, request: Request) -> Outcome:
        reply = await self._service.act(act, request)
        barrier = await self.barrier(reply, request.place)
        if barrier is not None and reply.table is not None:
            await self._service.withdraw(request, reply.table)
        return Outcome(reply, barrier=barrier)
