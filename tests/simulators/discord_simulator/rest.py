"""The REST API: reads, validates, answers and records each request."""

import asyncio
import json
import time
import traceback
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from typing_extensions import override

from discord_simulator import specification
from discord_simulator.messages import Files
from discord_simulator.refusals import Refused
from simulation.forms import parts

PREFIX = "/api/v10"
OPEN = ("POST /interactions/", "GET /gateway ")  # and webhooks: no token in the header
VIOLATIONS = {50006, 50035, 40005}  # refusals of requests that no bot should ever send


@dataclass
class Request:
    """A request by the bot, and its response."""

    method: str
    path: str  # after /api/v10
    endpoint: str  # as in the specification; empty if it has none
    ids: dict[str, str]
    query: dict[str, str]
    body: Any
    files: Files
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    answer: Any = None

    @override
    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def number(self, name: str) -> int:
        return int(self.ids[name])


Handler = Callable[[Request], Any]  # returns the JSON, or a status and the JSON


@dataclass
class Fault:
    """A fault in the next requests whose line ("POST /channels/1/...") contains `part`."""

    part: str
    times: int
    code: int | None = None  # refused with this error code
    retry_after: float = 0.0  # seconds, if rate limited
    everywhere: bool = False  # whether the limit is global
    status: int = 0  # fails with this HTTP status
    seconds: float = 0.0  # delayed by this time
    applied: bool = False  # processed anyway; only the response is lost
    cut: bool = False  # the connection ends in the middle of the response


NO_FAULT = Fault("", 0, applied=True)


class Buckets:
    """Rate limits by endpoint and, as on Discord, by channel, guild or webhook with its token.

    So the edits of all messages in a channel share a limit, and each interaction has its own.
    """

    MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")

    def __init__(self) -> None:
        self.requests, self.seconds = 50, 1.0
        self._spent: dict[str, tuple[int, float]] = {}  # number, and since when

    def spend(self, request: Request) -> dict[str, str]:
        """Count a request and return the rate-limit headers; raise `Limited` if it is too many."""
        bucket = "|".join([request.endpoint, *(request.ids.get(name, "") for name in self.MAJOR)])
        now = time.monotonic()
        spent, since = self._spent.get(bucket, (0, now))
        if now - since >= self.seconds:
            spent, since = 0, now
        after = max(since + self.seconds - now, 0.001)
        if spent >= self.requests:
            raise Limited(after)
        self._spent[bucket] = spent + 1, since
        return {
            "X-RateLimit-Limit": str(self.requests),
            "X-RateLimit-Remaining": str(self.requests - spent - 1),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(request.endpoint.encode()):08x}",
        }


class Limited(Exception):  # noqa: N818 - it is a state
    """Too many requests in a bucket."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"{seconds} s")
        self.seconds = seconds


class Rest:
    """Reads requests, applies faults, and passes them on to an endpoint."""

    def __init__(self, endpoints: Mapping[str, Handler], token: str) -> None:
        self.token = token
        self._endpoints = endpoints
        self.requests: list[Request] = []
        self.violations: list[str] = []
        self.faults: list[Fault] = []
        self.buckets = Buckets()

    async def serve(self, incoming: web.Request) -> web.StreamResponse:
        """Answer one request and record it."""
        request = await self._read(incoming)
        self.requests.append(request)
        headers: dict[str, str] = {}
        fault = self._fault(request)
        try:
            await asyncio.sleep(fault.seconds)
            if request.endpoint and not request.path.startswith("/interactions/"):
                headers = self.buckets.spend(request)  # callbacks are not rate limited
            if fault.applied:
                self._check(request, incoming)
                found = self._endpoints[request.endpoint](request)
                request.status, request.answer = found if isinstance(found, tuple) else (200, found)
            self._fail(request, fault)
        except Limited as limited:
            request.status, request.answer = 429, _limited(limited.seconds)
            headers = {"X-RateLimit-Scope": "user"}
        except Refused as refused:
            if refused.code in VIOLATIONS:
                self.violations.append(f"{request}: {refused}")
            request.status, request.answer = refused.status, refused.body
        except Exception:  # a bug in the simulator must not look like a hang
            self.violations.append(f"{request}: the simulator failed\n{traceback.format_exc()}")
            request.status, request.answer = 400, {"code": 0, "message": "simulator failed"}
        if fault.cut:
            return await self._cut(incoming)
        return self._response(request, headers)

    async def _cut(self, incoming: web.Request) -> web.StreamResponse:
        """Begin a response, and end the connection in the middle of it."""
        answer = web.StreamResponse(headers={"Content-Length": "1000"})
        await answer.prepare(incoming)
        await answer.write(b'{"id": "1')
        if incoming.transport is not None:
            incoming.transport.abort()
        return answer

    async def _read(self, incoming: web.Request) -> Request:
        path = incoming.path.removeprefix(PREFIX)
        asked = specification.endpoint(incoming.method, path)
        body, files = None, dict[int, tuple[str, bytes]]()
        if incoming.content_type == "multipart/form-data":
            async for name, data, filename in parts(incoming):
                if filename is not None:
                    number = int(name.removeprefix("files[").removesuffix("]"))
                    files[number] = (filename, data)
                elif name == "payload_json":
                    body = json.loads(data)
        elif incoming.can_read_body:
            body = await incoming.json()
        name, ids = asked or ("", {})
        return Request(incoming.method, path, name, ids, dict(incoming.query), body, files)

    def _fault(self, request: Request) -> Fault:
        for fault in self.faults:
            if fault.times > 0 and fault.part in str(request):
                fault.times -= 1
                return fault
        return NO_FAULT

    def _fail(self, request: Request, fault: Fault) -> None:
        if fault.code is not None:
            raise Refused(fault.code)
        if fault.retry_after:
            request.status = 429
            request.answer = _limited(fault.retry_after, everywhere=fault.everywhere)
        elif fault.status:
            request.status, request.answer = fault.status, {"code": 0, "message": "broken"}

    def _check(self, request: Request, incoming: web.Request) -> None:
        is_open = f"{request} ".startswith(OPEN) or request.path.startswith("/webhooks/")
        if not is_open and incoming.headers.get("Authorization") != f"Bot {self.token}":
            raise Refused(0)
        wrong = specification.validate(request.method, request.path, request.body, request.query)
        if wrong:
            raise Refused(50035, wrong)

    def _response(self, request: Request, more: Mapping[str, str]) -> web.Response:
        headers = {"Via": "1.1 simulator", **more}
        if request.status == 429:
            retry_after = request.answer.setdefault("retry_after", 0.1)
            headers["Retry-After"] = str(retry_after)
        if request.status == 204:
            return web.Response(status=204, headers=headers)
        headers["Content-Type"] = "application/json"  # exact, because discord.py compares it
        return web.Response(
            body=json.dumps(request.answer).encode(), status=request.status, headers=headers
        )


def _limited(seconds: float, *, everywhere: bool = False) -> dict[str, Any]:
    """Return Discord's response to a rate-limited request."""
    said = "You are being rate limited."
    return {"message": said, "retry_after": round(seconds, 3), "global": everywhere}
