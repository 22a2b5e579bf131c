"""The gateway: websocket sessions that receive events."""

import json
import time
from collections import Counter

from aiohttp import WSMsgType, web

from discord_simulator.members import Guild, Json
from discord_simulator.places import Channel, ChannelKind
from discord_simulator.sessions import Intent, Op, Session, Socket
from discord_simulator.world import World

PRIVILEGED = Intent.MEMBERS | Intent.PRESENCES | Intent.MESSAGE_CONTENT
WRONG_TOKEN, NOT_IDENTIFIED, INVALID_SHARD, DISALLOWED_INTENTS = 4004, 4003, 4010, 4014


def _intent(event: str, guild: Guild | None) -> Intent:
    """Return the intent that a session needs to receive an event; 0 if it needs none."""
    if event.startswith("MESSAGE_"):
        return Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
    if event.startswith("GUILD_MEMBER_"):
        return Intent.MEMBERS
    if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return Intent.GUILDS
    return Intent(0)


class Gateway:
    """Accepts clients and sends them events."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.url = ""
        self.shards = 1  # the number recommended to clients
        self.max_concurrency = 1
        self.granted = Intent(0)  # privileged intents that the bot may request
        self.identify_seconds = 5.0  # between two identifies in a bucket of shards
        self.heartbeat_seconds = 41.25
        self.acknowledges = True  # whether it acknowledges heartbeats
        self.sessions: list[Session] = []
        self.identified: Counter[int] = Counter()  # how often, by shard
        self.hasty: Counter[int] = Counter()  # how often too early, by shard
        self.resumed = 0
        self._identified_at: dict[int, float] = {}
        self._sockets: set[Socket] = set()

    @property
    def connected(self) -> list[Session]:
        return [session for session in self.sessions if session.connected]

    def forget(self, kept: int = 20) -> None:
        """Drop all but the newest sessions that are not connected."""
        lost = [session for session in self.sessions if not session.connected]
        for session in lost[: max(len(lost) - kept, 0)]:
            self.sessions.remove(session)

    def publish(self, event: str, data: Json, guild: Guild | None) -> None:
        """Send an event to every session that covers the guild and has the intent for it."""
        if guild is not None and event != "GUILD_DELETE" and self.world.bot.id not in guild.members:
            return
        asked = _intent(event, guild)
        for session in self.sessions:
            if session.hears_of(guild) and asked in session.intents:
                session.dispatch(event, self._for(session, event, data, guild))
        self.world.changes.touch()

    def _for(self, session: Session, event: str, data: Json, guild: Guild | None) -> Json:
        """Strip the content of other users' messages, unless the session may read it."""
        if event not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or guild is None:
            return data
        own = data["author"]["id"] == str(self.world.bot.id)
        named = any(user["id"] == str(self.world.bot.id) for user in data["mentions"])
        if own or named or Intent.MESSAGE_CONTENT in session.intents:
            return data
        return data | {"content": "", "components": [], "attachments": [], "embeds": []}

    def about(self) -> Json:
        """Return the response to `GET /gateway/bot`."""
        left = 1000 - self.identified.total()
        start = {"total": 1000, "remaining": left, "reset_after": 86_400_000}
        start["max_concurrency"] = self.max_concurrency
        return {"url": self.url, "shards": self.shards, "session_start_limit": start}

    async def drop(self, code: int = 4000) -> None:
        """Close every websocket; the sessions can be resumed."""
        for socket in list(self._sockets):
            await socket.close(code)

    async def ask_to_reconnect(self) -> None:
        for session in self.connected:
            assert session.socket is not None
            session.socket.send(Op.RECONNECT)

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Tell every client that its session is invalid or, if `resumable`, that it must resume."""
        for session in self.connected:
            assert session.socket is not None
            session.socket.send(Op.INVALID_SESSION, resumable)
            if not resumable:
                self.sessions.remove(session)

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one client's websocket, from hello to close."""
        websocket = web.WebSocketResponse()
        await websocket.prepare(request)
        compressed = request.query.get("compress") == "zlib-stream"
        socket = Socket(websocket, compressed=compressed)
        self._sockets.add(socket)
        socket.send(Op.HELLO, {"heartbeat_interval": int(self.heartbeat_seconds * 1000)})
        session: Session | None = None
        try:
            async for message in websocket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    continue
                frame = json.loads(message.data)
                if frame["op"] in (Op.IDENTIFY, Op.RESUME):
                    session = await self._begin(socket, frame["op"], frame["d"])
                elif frame["op"] == Op.HEARTBEAT:
                    if self.acknowledges:
                        socket.send(Op.HEARTBEAT_ACK)
                elif session is None:
                    await socket.close(NOT_IDENTIFIED)
                elif frame["op"] == Op.REQUEST_MEMBERS:
                    self._tell_members(session, frame["d"])
        finally:
            goodbye = not socket.cut and websocket.close_code in (1000, 1001)
            self._sockets.discard(socket)
            await socket.close(1000)
            if session is not None and session.socket is socket:
                session.socket = None
                if goodbye and session in self.sessions:
                    self.sessions.remove(session)
            self.world.changes.touch()
        return websocket

    async def _begin(self, socket: Socket, op: Op, data: Json) -> Session | None:
        if data["token"].removeprefix("Bot ") != self.token:
            await socket.close(WRONG_TOKEN)
            return None
        if op == Op.RESUME:
            return self._resume(socket, data)
        shard = tuple(data.get("shard") or (0, 1))
        intents = Intent(data["intents"])
        if not 0 <= shard[0] < shard[1]:
            await socket.close(INVALID_SHARD)
            return None
        if intents & PRIVILEGED & ~self.granted:
            await socket.close(DISALLOWED_INTENTS)
            return None
        if self._is_hasty(shard[0]):
            self.hasty[shard[0]] += 1
            socket.send(Op.INVALID_SESSION, False)
            return None
        self.identified[shard[0]] += 1
        session = Session(socket, (shard[0], shard[1]), intents)
        self.sessions.append(session)
        self._greet(session)
        return session

    def _is_hasty(self, shard: int) -> bool:
        """Tell whether another shard of this bucket identified too recently."""
        bucket, now = shard % self.max_concurrency, time.monotonic()
        last = self._identified_at.get(bucket, -self.identify_seconds)
        self._identified_at[bucket] = now
        return now - last < self.identify_seconds

    def _resume(self, socket: Socket, data: Json) -> Session | None:
        found = [one for one in self.sessions if one.id == data["session_id"]]
        if not found or not found[0].can_replay(data["seq"]):
            socket.send(Op.INVALID_SESSION, False)
            return None
        session = found[0]
        session.socket, session.resumed = socket, True
        self.resumed += 1
        session.replay(data["seq"])
        session.dispatch("RESUMED", {})
        self.world.changes.touch()
        return session

    def _greet(self, session: Session) -> None:
        guilds = [guild for guild in self.world.guilds.values() if session.hears_of(guild)]
        guilds = [guild for guild in guilds if self.world.bot.id in guild.members]
        ready = {
            "v": 10,
            "user": self.world.bot.json() | {"verified": True, "mfa_enabled": True, "email": None},
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "relationships": [],
            "geo_ordered_rtc_regions": [],
            "application": {"id": str(self.world.bot.id), "flags": 0},
        }
        session.dispatch("READY", ready)
        for guild in guilds:
            if Intent.GUILDS in session.intents:
                session.dispatch("GUILD_CREATE", self.guild(guild))
        self.world.changes.touch()

    def arrival(self, guild: Guild) -> Json:
        """Return a guild that the bot has just joined, which has no `unavailable` field."""
        return {name: value for name, value in self.guild(guild).items() if name != "unavailable"}

    def guild(self, guild: Guild) -> Json:
        """Return a guild with its contents, as GUILD_CREATE sends it to a new session."""
        places = [place for place in self.world.channels.values() if place.guild is guild]

        def kind(wanted: ChannelKind) -> list[Json]:
            return [place.json() for place in places if place.kind is wanted and _open(place)]

        empty = ("voice_states", "presences", "stage_instances", "guild_scheduled_events")
        return guild.json() | {
            "joined_at": guild.member(self.world.bot)["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [guild.member(self.world.bot)],
            "channels": kind(ChannelKind.TEXT),
            "threads": kind(ChannelKind.THREAD),
            "soundboard_sounds": [],
            **{name: [] for name in empty},
        }

    def _tell_members(self, session: Session, data: Json) -> None:
        ids = data["guild_id"]
        guild = self.world.guilds[int(ids[0] if isinstance(ids, list) else ids)]
        wanted = data.get("user_ids")
        wanted = [wanted] if isinstance(wanted, str | int) else wanted
        members = [
            user
            for user in guild.members.values()
            if (wanted is None or str(user.id) in map(str, wanted))
            and user.name.lower().startswith((data.get("query") or "").lower())
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [guild.member(user) for user in members],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [],
            "nonce": data.get("nonce"),
        }
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


def _open(place: Channel) -> bool:
    return not place.deleted and not place.archived
