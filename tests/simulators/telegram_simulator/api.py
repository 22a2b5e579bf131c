"""The Bot API: reads, validates, answers and records each request."""

import asyncio
import inspect
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from typing_extensions import override

from simulation.forms import parts
from telegram_simulator import specification
from telegram_simulator.endpoints import Handler
from telegram_simulator.members import Json
from telegram_simulator.messages import Upload
from telegram_simulator.rates import Rates
from telegram_simulator.refusals import Refused


@dataclass
class Request:
    """A request by the bot, and its response."""

    method: str
    params: Json
    files: dict[str, Upload]
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    answer: Any = None  # the result or the error

    @override
    def __str__(self) -> str:
        return f"{self.method} {self.params.get('chat_id', '')}".strip()


@dataclass
class Fault:
    """A fault in the next requests whose line ("sendPhoto -4000000001") contains `part`."""

    part: str
    times: int
    refused: Refused | None = None
    seconds: float = 0.0  # delayed by this time
    applied: bool = False  # processed anyway; if refused or cut, only the response is lost
    cut: bool = False  # the connection ends in the middle of the response


class Api:
    """Reads requests, applies faults, and passes them on to a method."""

    def __init__(
        self, methods: Mapping[str, Handler], token: str, knows_ephemeral: Callable[[], bool]
    ) -> None:
        self._methods = methods
        self._token = token
        self._knows_ephemeral = knows_ephemeral
        self.requests: list[Request] = []
        self.violations: list[str] = []
        self.faults: list[Fault] = []
        self.lost: set[tuple[int, int]] = set()
        """Chats and messages that were posted although no response arrived.

        Anyone who presses such a message tells the bot about it. Once the bot changes it, it isn't
        lost any more.
        """
        self.rates: Rates | None = None

    async def serve(self, incoming: web.Request) -> web.StreamResponse:
        """Answer one request and record it."""
        request = await self._read(incoming)
        self.requests.append(request)
        try:
            if incoming.match_info["token"] != self._token:
                raise Refused(401, "Unauthorized")  # noqa: TRY301 - refusals are handled in one place
            fault = self._fault(request)
            await asyncio.sleep(fault.seconds)
            result = await self._applied(request) if fault.applied else None
            if fault.cut or fault.refused is not None or incoming.transport is None:
                self._lose(request, result)
            if fault.cut:
                return await self._cut(incoming, request)
            if fault.refused is not None:
                raise fault.refused  # noqa: TRY301 - likewise
            request.status, request.answer = 200, result
            body: Json = {"ok": True, "result": result}
        except Refused as refused:
            if refused.violation:
                self.violations.append(f"{request}: {refused}")
            request.status, request.answer = refused.status, refused.words
            body = refused.body
        except Exception:  # a bug in the simulator must not look like a hang
            self.violations.append(f"{request}: the simulator failed\n{traceback.format_exc()}")
            request.status, request.answer = 400, "simulator failed"
            body = Refused(400, "simulator failed").body
        return web.json_response(body, status=request.status)

    def _lose(self, request: Request, result: object) -> None:
        """Note the messages that a request has posted, whose response never arrives."""
        if request.method.startswith("send"):
            for message in result if isinstance(result, list) else [result]:
                if isinstance(message, dict) and "message_id" in message:
                    self.lost.add((message["chat"]["id"], message["message_id"]))

    async def _cut(self, incoming: web.Request, request: Request) -> web.StreamResponse:
        """Begin a response, and end the connection in the middle of it."""
        request.answer = "cut"
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(incoming)
        await response.write(b'{"ok":true,"result":{"mess')
        if incoming.transport is not None:
            incoming.transport.close()
        return response

    async def _read(self, incoming: web.Request) -> Request:
        method = incoming.match_info["method"]
        given: dict[str, object] = dict(incoming.query)
        files = dict[str, Upload]()
        if incoming.content_type == "application/json":
            given |= await incoming.json()
        elif incoming.content_type == "multipart/form-data":
            async for name, data, filename in parts(incoming):
                if filename is None:
                    given[name] = data.decode()
                else:
                    files[name] = Upload.of(data, filename)
        else:
            given |= await incoming.post()
        return Request(method, specification.read(method, given, files), files)

    def _fault(self, request: Request) -> Fault:
        for fault in self.faults:
            if fault.times > 0 and fault.part in str(request):
                fault.times -= 1
                return fault
        return Fault("", 0, applied=True)

    async def _applied(self, request: Request) -> object:
        if not self._knows_ephemeral():
            request.params.pop("ephemeral_message_parameters", None)
            if "Ephemeral" in request.method:
                raise Refused(404, "Not Found")
        if request.method not in self._methods:
            raise Refused(404, "Not Found", violation=True)
        wrong = specification.validate(request.method, request.params, request.files)
        if wrong:
            raise Refused(400, f"Bad Request: {'; '.join(wrong)}", violation=True)
        if self.rates is not None:
            self.rates.check(request.method, request.params)
        # The bot knows a message that it names.
        self.lost.discard((request.params.get("chat_id"), request.params.get("message_id")))
        result = self._methods[request.method](request.params, request.files)
        return await result if inspect.isawaitable(result) else result
