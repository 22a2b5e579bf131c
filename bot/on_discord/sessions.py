"""Sessions at Discord's gateway that outlive their process, so that no press is lost in a restart.

A process that stops closes its connections in the way after which Discord keeps the session, and
notes in the store where it has stopped to listen. Its successor resumes the session, which needs
no turn to identify, and hears at once what has happened in between, while it connects by itself.
Only then does it know the servers, which Discord tells in new sessions only; so the old one ends.

This reaches into private parts of the library, which can resume a session only in the process that
began it: `Shard` behind `ShardInfo`, and the parsers of `DiscordWebSocket`. The test of this module
fails if they change.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import discord
import structlog
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from typing_extensions import override
from yarl import URL

from bot.on_discord.faults import TRANSIENT
from bot.table.notes import Notes
from bot.table.ports import StoreDown
from bot.work.ending import end

RESUMABLE: Final = 4000
"""The close code after which Discord keeps a session; after 1000 or 1001 it ends."""

ENDED: Final = 1000

MOST_SECONDS: Final = 60.0
"""How long a session is listened to at most, until the process has its own."""

ONCE_SECONDS: Final = 120
"""How long no other process resumes a session."""

FRESH_SECONDS: Final = 3.0
"""After how long Discord has told people that a press or command has failed.

They have probably repeated it since.
"""

PRESSES, RESUMED = "INTERACTION_CREATE", "RESUMED"
"""The event of a press or command, the only one that is taken from an old session; and the one that
follows the last missed event."""

_LOST: Final = (discord.ConnectionClosed, ReconnectWebSocket, *TRANSIENT)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Session:
    """A session, and the number of the last event that was heard in it."""

    id: str
    sequence: int
    gateway: str

    @override
    def __str__(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Session":
        """Parse what `str` wrote."""
        return cls(**json.loads(text))


@dataclass(frozen=True, slots=True)
class _Listener:
    """Listens to an old session, at least until what was missed is heard and we are `connected`."""

    task: "asyncio.Task[None]"
    connected: asyncio.Event


class Sessions:
    """Hands the sessions of a client's shards over to other processes, and takes over theirs."""

    def __init__(self, client: discord.AutoShardedClient, notes: Notes) -> None:
        self._client = client
        self._notes = notes
        self._listeners: dict[int, _Listener] = {}

    async def hand_over(self) -> None:
        """Note the sessions of all connections, and close these. May raise StoreDown."""
        await self.close()
        await asyncio.gather(*map(self._hand_over, tuple(self._client.shards)))

    async def close(self) -> None:
        """Listen to no old session any more."""
        await end(*(each.task for each in self._listeners.values()))

    async def _hand_over(self, shard: int) -> None:
        connection = self._client.shards[shard]._parent  # noqa: SLF001 - see above
        socket = connection.ws
        if not socket.open or socket.session_id is None or socket.sequence is None:
            return
        connection._cancel_task()  # noqa: SLF001 - what is not read yet, the successor reads
        session = Session(socket.session_id, socket.sequence, str(socket.gateway))
        # Noted first, because Discord may take its time to answer the end of the connection.
        await self._notes.set_note(self._name(shard), str(session))
        log.info("discord.handed-over", shard=shard)
        await socket.close(code=RESUMABLE)

    def take_over(self, shard: int) -> None:
        """Begin to listen to the session that another process has handed over, if any."""
        if shard not in self._listeners:
            connected = asyncio.Event()
            task = asyncio.create_task(self._listen(shard, connected))
            self._listeners[shard] = _Listener(task, connected)
            task.add_done_callback(lambda _: self._listeners.pop(shard))

    @property
    def listening(self) -> bool:
        """Whether an old session is open."""
        return bool(self._listeners)

    def connected(self, shard: int) -> None:
        """End the old session as soon as it has told what was missed: this process has its own."""
        if (listener := self._listeners.get(shard)) is not None:
            listener.connected.set()

    async def _listen(self, shard: int, connected: asyncio.Event) -> None:
        try:
            async with asyncio.timeout(MOST_SECONDS):
                session = await self._taken(shard)
                if session is not None:
                    await self._resume(shard, session, connected)
        except (StoreDown, TimeoutError, *_LOST) as error:
            log.info("discord.not-resumed", shard=shard, why=type(error).__name__)
        except Exception:
            log.exception("discord.resume-failed")  # the process connects by itself anyway

    async def _taken(self, shard: int) -> Session | None:
        """Return the session of a shard, for the first process that asks."""
        text = await self._notes.note(self._name(shard))
        if not text:
            return None
        session = Session.read(text)
        if not await self._notes.gate(f"{self._name(shard)}.{session.id}", ONCE_SECONDS):
            return None
        await self._notes.set_note(self._name(shard), "")
        return session

    async def _resume(self, shard: int, session: Session, connected: asyncio.Event) -> None:
        """Hear what was missed, and go on until the process is `connected`."""
        socket = await DiscordWebSocket.from_client(
            self._client,
            gateway=URL(session.gateway),
            shard_id=shard,
            session=session.id,
            sequence=session.sequence,
            resume=True,
        )
        caught_up = asyncio.Event()
        hear = socket._discord_parsers[PRESSES]  # noqa: SLF001 - see above
        parsers = {PRESSES: _fresh(hear), RESUMED: lambda _: caught_up.set()}
        socket._discord_parsers = parsers  # noqa: SLF001 - see above
        reading = asyncio.create_task(_read(socket))
        enough = asyncio.create_task(_all(caught_up, connected))
        try:
            await asyncio.wait({reading, enough}, return_when=asyncio.FIRST_COMPLETED)
            if not enough.done():
                await reading  # raises why it has ended
            log.info("discord.resumed", shard=shard)
        finally:
            await end(reading, enough)
            with contextlib.suppress(*_LOST):
                await socket.close(code=ENDED)

    def _name(self, shard: int) -> str:
        client = self._client
        return f"discord.{client.application_id}.session.{shard}.{client.shard_count}"


async def _read(socket: DiscordWebSocket) -> None:
    """Hear events until Discord ends the connection. Raises one of _LOST."""
    while True:
        await socket.poll_event()


async def _all(*events: asyncio.Event) -> None:
    for event in events:
        await event.wait()


def _fresh(hear: Callable[[Any], None]) -> Callable[[Any], None]:
    """Return what hears those presses whose people still wait for an answer."""

    def heard(data: Mapping[str, Any]) -> None:
        made = discord.utils.snowflake_time(int(data["id"]))
        if (discord.utils.utcnow() - made).total_seconds() < FRESH_SECONDS:
            hear(data)

    return heard
