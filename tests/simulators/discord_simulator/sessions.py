"""Websockets, and the sessions that outlive them."""

import asyncio
import contextlib
import json
import zlib
from collections import deque
from enum import IntEnum, IntFlag
from secrets import token_hex
from typing import Any

from aiohttp import web

from discord_simulator.members import Guild, Json

KEPT = 10_000
"""How many frames of a session are kept for replay after a resume."""


class Op(IntEnum):
    """Frame opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Intent(IntFlag):
    """Gateway intents."""

    GUILDS = 1 << 0
    MEMBERS = 1 << 1
    PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


class Socket:
    """One websocket; frames are sent in order."""

    def __init__(self, websocket: web.WebSocketResponse, *, compressed: bool) -> None:
        self.websocket = websocket
        self.cut = False  # by the simulator, not by the client
        self._compressor = zlib.compressobj() if compressed else None
        self.frames: asyncio.Queue[str | int] = asyncio.Queue()  # a number closes the websocket
        self._writer = asyncio.ensure_future(self._write())

    def send(self, op: Op, data: Any = None, **more: Any) -> None:
        self.frames.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None} | more))

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):  # the client may have disconnected
            while isinstance(frame := await self.frames.get(), str):
                if self._compressor is None:
                    await self.websocket.send_str(frame)
                else:
                    data = self._compressor.compress(frame.encode())
                    data += self._compressor.flush(zlib.Z_SYNC_FLUSH)
                    await self.websocket.send_bytes(data)
            await self.websocket.close(code=frame)

    async def close(self, code: int) -> None:
        """Close the websocket after the frames sent so far."""
        self.cut = self.cut or not self.websocket.closed
        self.frames.put_nowait(code)
        await self._writer


class Session:
    """The events of an identified client; outlives its websocket so that it can be resumed."""

    def __init__(self, socket: Socket, shard: tuple[int, int], intents: Intent) -> None:
        self.id = token_hex(16)
        self.shard = shard
        self.intents = intents
        self.socket: Socket | None = socket
        self.resumed = False  # perhaps by a process that has its own session in a moment
        self.sent = 0
        self.frames: deque[tuple[str, Json]] = deque(maxlen=KEPT)  # for replay after a resume

    @property
    def connected(self) -> bool:
        return self.socket is not None

    def hears_of(self, guild: Guild | None) -> bool:
        number, of = self.shard
        return number == ((guild.id >> 22) % of if guild else 0)

    def dispatch(self, event: str, data: Json) -> None:
        self.sent += 1
        self.frames.append((event, data))
        if self.socket is not None:
            self.socket.send(Op.DISPATCH, data, s=self.sent, t=event)

    def can_replay(self, after: int) -> bool:
        """Tell whether the frames after this number are still there."""
        return self.sent - len(self.frames) <= after <= self.sent

    def replay(self, after: int) -> None:
        """Send the frames that the client has missed."""
        assert self.socket is not None
        first = self.sent - len(self.frames) + 1
        for number, (event, data) in enumerate(self.frames, first):
            if number > after:
                self.socket.send(Op.DISPATCH, data, s=number, t=event)
