"""A store with something of every family, for the tests of backups."""

import base64
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from bot.store import codec, json_values, keys
from bot.store.channels import RedisChannels
from bot.store.families import Fate, family
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table import steps
from bot.table.due import Due
from bot.table.ids import TableId
from bot.table.people import Place, Platform, User
from bot.table.ports import Operation, Shown
from bot.table.preferences import Preferences
from bot.table.settings import Settings
from bot.table.step import Step
from bot.table.subscriptions import Subscription
from bot.table.table import Status, Table
from bot.table.upkeep import upkeep
from engine import Choose
from engine.record import replay
from tests.bot.show.offer import GAMES, HANDS, OFFER, begun
from tests.bot.store import states

ANA, BEN = (User(Platform.WEB, name) for name in ("ana", "ben"))
MAIZE, BROKEN = (Place(Platform.WEB, name) for name in ("maize", "broken"))


class Written(NamedTuple):
    """A table as a release wrote it."""

    state: bytes
    record: Sequence[str]


@cache
def written() -> Sequence[Written]:
    """A table of each ruleset, platform and state, as a release wrote it."""
    found = dict[object, Written]()
    for line in states.written():
        one = Written(base64.b64decode(line["state"]), line["record"])
        table = codec.read(one.state)
        found.setdefault((table.header.split()[0], table.place.platform, table.status), one)
    return tuple(found.values())


async def fill(link: Link) -> Sequence[Table]:
    """Store something of every family; return the tables that can be read."""
    tables = dict[str, tuple[Table, Written]]()
    for number, (state, record) in enumerate(written()):
        table = codec.read(state)
        if table.id in tables:
            table = replace(table, id=TableId(f"t{number:09}"), code=f"code-{number}")
            state = codec.write(table)
        tables[table.id] = table, Written(state, record)

    def keep(pipeline: Any) -> None:
        for table, stored in tables.values():
            _keep(pipeline, table, stored)

    await link.batch(keep)
    await link.redis.hset("g:{61}:corrupt1", mapping={"v": 1, "s": b"\x03\xff", "o": "post"})
    await link.redis.set("g:{61}:a-key-of-the-wrong-type", b"\x00\xff")
    await _keep_the_rest(link)
    return tuple(table for table, _ in tables.values())


def _keep(pipeline: Any, table: Table, stored: Written) -> None:
    """Store a table as the bot does, shown and with its dues, but with these bytes."""
    shown = Shown(table.revision, "message-7", posted=table.touched, at=table.touched)
    fields = {"v": table.revision, "s": stored.state, "o": "post press-1"}
    fields |= {f"shown:{table.place}": json_values.write_shown(shown)}
    pipeline.hset(keys.table(table.id), mapping=fields)
    if stored.record:
        pipeline.rpush(keys.record(table.id), *stored.record)
    pipeline.set(keys.code(table.code), table.id, ex=keys.YEAR)
    if table.revision % 2:
        dirty = keys.dirty(table.id, table.place.platform)
        pipeline.zadd(dirty, {keys.board(table.id, table.place): 1.7e9 + 1 / 3})
    for past in keys.past_indexes(table):
        pipeline.zadd(past, {table.id: table.touched})
        pipeline.expire(past, keys.YEAR)
    if table.status is Status.OVER:
        pipeline.expire(keys.table(table.id), keys.YEAR)
        pipeline.expire(keys.record(table.id), keys.YEAR)
        pipeline.zadd(keys.played_in(table.place), {table.id: table.touched})
        pipeline.expire(keys.played_in(table.place), keys.DAY)
        return
    for what in (upkeep(table).what, f"repost:{table.place}"):
        pipeline.zadd(keys.due(table.id), {keys.falling(table.id, what): 1.7e9 + 0.25})
    for index in keys.indexes(table):
        pipeline.zadd(index, {table.id: table.created})
        pipeline.expire(index, keys.YEAR)


async def _keep_the_rest(link: Link) -> None:
    """Store what isn't a table."""
    store, channels = RedisStore(link), RedisChannels(link)
    await link.redis.lpush(keys.in_place(BROKEN), "a list instead of a sorted set")
    await store.tables_in(BROKEN)  # sets it aside
    await channels.enter("maize", "ana", "Ana \u2028 \N{EAR OF MAIZE}")
    for number in range(3):
        await channels.post("maize", f"m{number}", json.dumps({"kind": "text", "n": number}))
    await store.block(ANA, BEN, "Ben")
    await store.subscribe(ANA, Subscription("https://push.example/1", "key", "auth", 1))
    await store.prefer(BEN, Preferences(zone="Europe/Madrid"))
    await store.change_settings(MAIZE, Settings(language="es"))
    for name in ("aborts:web:ana", "offers:web:ben"):
        await store.take(name, "k3f9qd7m2x", now=0, until=int(time.time()) + 3600, limit=3)
    await store.gate("telegram.greeted:17:-1001", 3600)
    await store.count("health:probe", 60)
    await store.hold("telegram.poller", "process-1", 60)
    await link.redis.set("lease:{1}:k3f9qd7m2x|web:maize:", b"\xff", px=60_000)
    for name in ("discord.commands.17", "telegram.commands.17"):
        await store.set_note(name, "2")
    await store.secret("ids")
    await link.redis.set("guard:probe", 1)
    await link.redis.set("trial", bytes(8))


class Played:
    """A game between Ana and Ben in a channel of its own, of which every step is kept."""

    def __init__(self, link: Link, number: int) -> None:
        self._store = RedisStore(link)
        place = Place(Platform.WEB, f"channel-{number}")
        self._offer = replace(OFFER, id=TableId(f"p{number:09}"), code=f"p-{number}", place=place)
        self.now = self._offer
        self.moves = 0

    async def begin(self) -> None:
        """Post the challenge, and accept it."""
        await self._store.create(self._offer, Operation(f"post-{self._offer.id}"))
        await self._commit(begun(self._offer))

    async def play(self) -> None:
        """Play until the end of the game, or until cancelled."""
        game = GAMES.game(self.now.header)
        while self.now.status is Status.PLAYING:
            position = GAMES.position(self.now)
            phase = game.phase(position)
            assert isinstance(phase, Choose)
            move = game.write_move(phase.moves[0])
            await self._commit(steps.play(self.now, game, position, phase.seat, move, HANDS, 0))
            self.moves += 1

    async def _commit(self, step: Step) -> None:
        """Commit a step with a due that only this revision has."""
        due = Due(step.table.id, "think", step.table.revision)
        operation = Operation(f"press-{step.table.id}-{step.table.revision}")
        await self._store.commit(
            step.table, step.entries, operation, [step.table.place], [*step.dues, due]
        )
        self.now = step.table

    async def check(self, link: Link) -> None:
        """Check that the table in a store fits its record, its dues and its overdue boards."""
        store, id_ = RedisStore(link), self.now.id
        table = await store.load(id_)
        assert table is not None
        *_, last = replay(GAMES.game(table.header), await store.record(id_))
        assert GAMES.game(table.header).write_position(last.after) == table.position
        think = keys.falling(id_, "think")
        assert await link.redis.zscore(keys.due(id_), think) == table.revision


async def contents(client: Any) -> Mapping[bytes, tuple[object, float]]:
    """What a store has that a backup keeps: by key, what it holds and when it expires.

    `client` is a server's or a cluster's.
    """
    there = [key async for key in client.scan_iter(count=1000)]
    kept = [key for key in there if (known := family(key)) and known.fate is not Fate.LEFT]
    kinds, held = client.pipeline(transaction=False), client.pipeline(transaction=False)
    for key in kept:
        kinds.type(key)
    for key, kind in zip(kept, await kinds.execute(), strict=True):
        _READ[kind.decode()](held, key)
        held.pexpiretime(key)
    values = await held.execute()
    return {
        key: (value, float(until))
        for key, value, until in zip(kept, values[::2], values[1::2], strict=True)
    }


_READ: Final[Mapping[str, Any]] = {
    "string": lambda client, key: client.get(key),
    "hash": lambda client, key: client.hgetall(key),
    "list": lambda client, key: client.lrange(key, 0, -1),
    "set": lambda client, key: client.smembers(key),
    "zset": lambda client, key: client.zrange(key, 0, -1, withscores=True),
}
