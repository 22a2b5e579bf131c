"""Reads everything in the store for a backup, and writes it back.

What must fit together is read and written at one moment, as a *piece*: a table with its record, its
dues and its overdue boards; or a channel's posts. So the bot may run meanwhile. Pieces that are
read twice, as SCAN allows, replace each other.
"""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import chain
from typing import Any, Final

import structlog

from bot.store import codec, keys
from bot.store.families import Fate, family
from bot.store.keyspace import Call, Keyspace, parts
from bot.store.link import Link
from bot.store.queues import is_of_wrong_type
from bot.store.scan import all_tables
from bot.table.ids import TableId
from bot.table.people import Platform
from bot.table.ports import Clock, CorruptRecord
from bot.table.table import Status, Table

AT_ONCE: Final = 64
"""How many pieces are read or written in one round trip."""

BYTES_AT_ONCE: Final = 2**18
"""After how many bytes a round trip writes no further pieces."""

KINDS: Final = frozenset({"hash", "list", "set", "string", "zset"})
"""The types of keys that can be saved."""

_CHANNELS: Final = {
    b"counter": (b"bodies", b"orders", b"versions", b"counter"),
    b"people": (b"people", b"names", b"seen"),
}
"""The parts of a channel of the web chat that fit together, by the one that stands for them."""

log = structlog.get_logger()


class Game(Enum):
    """What a saved table is."""

    OPEN = auto()
    OVER = auto()
    UNREADABLE = auto()  # corrupt, or from a newer release


@dataclass(frozen=True, slots=True)
class Value:
    """A key and what it holds, with binary elements as the server lists them.

    A hash alternates fields and values, and a sorted set members and scores. `expires` is Unix
    milliseconds, 0 for never. If it is only a `part` of a sorted set, others have the rest.
    """

    key: bytes
    kind: str
    expires: int
    elements: tuple[bytes, ...]
    part: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """Keys that are restored at one moment; `game` is the state of the table, if it is one."""

    values: tuple[Value, ...]
    game: Game | None = None


@dataclass(slots=True)
class Omitted:
    """What a backup leaves out: keys by family, and games that can't be read."""

    unknown: Counter[str] = field(default_factory=Counter)
    """Keys that this release doesn't know, by how they begin or by their type."""
    unreadable: int = 0
    too_large: int = 0


async def pieces(
    space: Keyspace, omitted: Omitted, *, without_open: bool = False
) -> AsyncIterator[Sequence[Piece]]:
    """Yield everything to be saved, some at a time, and count what is left out.

    With `without_open`, open tables are left out with all keys that only concern them, and so are
    tables that can't be read, because they might be open. Raises StoreDown.
    """
    async for found in space.scan():
        calls = [call for key in found if (call := _call(key, omitted, without_open=without_open))]
        for at in range(0, len(calls), AT_ONCE):
            some = calls[at : at + AT_ONCE]
            read = [_piece(answer, omitted) for answer in await space.run("dump", some)]
            there = [piece for piece in read if piece.values]
            yield await _closed(space, there, omitted) if without_open else there


def _call(key: bytes, omitted: Omitted, *, without_open: bool) -> Call | None:
    """Return how to read the piece of a key; None if the key is no piece's first."""
    known = family(key)
    if known is None:
        omitted.unknown[_beginning(key)] += 1
        return None
    if known.fate not in (Fate.KEPT, Fate.ADDED) or (known.open_only and without_open):
        return None
    head, _, rest = key.partition(b":")
    if head == b"g" and (id_ := _table_id(key)) is not None:
        shared = [keys.due(id_), *(keys.dirty(id_, platform) for platform in Platform)]
        whole = [key, keys.record(id_).encode()]
        return Call([*whole, *(name.encode() for name in shared)], [len(whole), f"{id_}|*"])
    if head == b"chat":
        channel, _, part = rest.rpartition(b":")
        whole = [b"chat:%b:%b" % (channel, each) for each in _CHANNELS.get(part, ())]
        return Call(whole, [len(whole), ""]) if whole else None
    return Call([key], [1, ""])


def _table_id(key: bytes) -> TableId | None:
    """Return the table whose key this is; None if the bot wouldn't find it there."""
    id_ = TableId(key.rpartition(b":")[2].decode(errors="replace"))
    return id_ if id_.isalnum() and keys.table(id_).encode() == key else None


def _beginning(key: bytes) -> str:
    """Return the beginning of an unknown key, to name its family without personal data."""
    return ascii(key.partition(b":")[0][:20].decode(errors="replace"))[1:-1]


def _piece(answer: Sequence[Any], omitted: Omitted) -> Piece:
    """Return what the script has read."""
    values = []
    for key, kind, expires, elements in answer:
        if kind.decode() in KINDS:
            part = expires < 0
            until = 0 if part else expires
            values.append(Value(key, kind.decode(), until, tuple(elements), part))
        else:
            omitted.unknown[f"{_beginning(key)} ({kind.decode()})"] += 1
    game = _game(values[0]) if values and values[0].key.startswith(b"g:") else None
    return Piece(tuple(values), game)


def _game(value: Value) -> Game:
    """Return what the table in a key is."""
    fields = dict(zip(value.elements[::2], value.elements[1::2], strict=False))
    if value.kind != "hash" or b"s" not in fields:
        return Game.UNREADABLE
    return _game_of(fields[b"s"])


def _game_of(state: Any) -> Game:
    try:
        return Game.OVER if codec.read(state).status is Status.OVER else Game.OPEN
    except (CorruptRecord, TypeError):  # or not even bytes, if its key has the wrong type
        return Game.UNREADABLE


async def _closed(space: Keyspace, found: Sequence[Piece], omitted: Omitted) -> Sequence[Piece]:
    """Return the pieces without tables that are or may be open, and without their watch codes."""
    omitted.unreadable += sum(piece.game is Game.UNREADABLE for piece in found)
    codes = [piece for piece in found if piece.values[0].key.startswith(b"code:")]
    ids = [TableId(piece.values[0].elements[0].decode(errors="replace")) for piece in codes]

    def look(pipeline: Any) -> None:
        for id_ in ids:
            pipeline.hget(keys.table(id_), "s")

    states = await space.batch(look, is_of_wrong_type) if ids else []
    opening = {
        id(piece)
        for piece, state in zip(codes, states, strict=True)
        if state is not None and _game_of(state) is not Game.OVER
    }
    closed = (None, Game.OVER)
    return [piece for piece in found if piece.game in closed and id(piece) not in opening]


async def held(space: Keyspace) -> Counter[str]:
    """Return how many keys restoring would replace, by family, but for those of a new store.

    Keys may be counted twice. Raises StoreDown.
    """
    counted: Counter[str] = Counter()
    async for found in space.scan():
        for key in found:
            known = family(key)
            if known is not None and known.fate is Fate.KEPT and not known.at_start:
                counted[key.partition(b":")[0].decode()] += 1
    return counted


async def clear(space: Keyspace, done: Callable[[int], None]) -> None:
    """Delete everything that restoring replaces; report how many keys. Raises StoreDown."""
    async for found in space.scan():
        replaced = [
            key
            for key in found
            if (known := family(key)) is not None and known.fate in (Fate.KEPT, Fate.TOGETHER)
        ]
        for some in parts(replaced, AT_ONCE):

            def delete(pipeline: Any, some: Sequence[bytes] = some) -> None:
                for key in some:  # unlink() of a cluster's pipeline would not add a command
                    pipeline.execute_command("UNLINK", key)

            await space.batch(delete)
            done(len(some))


RESTORING: Final = "restoring"
"""The key that marks a store into which a backup is being restored."""

INCOMPLETE: Final = (
    "a restore was interrupted, so the store has only a part of the backup; restore it again with "
    "--replace"
)
"""What to tell the operator of such a store."""


async def begin_restore(space: Keyspace) -> bool:
    """Mark the store as incomplete, until `end_restore`. Raises StoreDown.

    Returns False if an earlier restore has left the mark.
    """
    (marked,) = await space.batch(lambda pipeline: pipeline.set(RESTORING, 1, nx=True))
    return bool(marked)


async def end_restore(space: Keyspace) -> None:
    """Remove the mark. Raises StoreDown."""
    await space.batch(lambda pipeline: pipeline.execute_command("UNLINK", RESTORING))


async def is_incomplete(link: Link) -> bool:
    """Return whether a restore has begun and not ended. Raises StoreDown."""
    return bool(await link.run(lambda: link.redis.exists(RESTORING)))


class Writer:
    """Writes pieces in batches. Idempotent."""

    def __init__(self, space: Keyspace) -> None:
        self._space = space
        self._calls: list[Call] = []
        self._size = 0

    async def add(self, piece: Piece) -> None:
        """Write a piece, now or with later ones. Raises StoreDown."""
        arguments = [argument for value in piece.values for argument in _arguments(value)]
        self._calls.append(Call([value.key for value in piece.values], arguments))
        self._size += sum(len(element) for value in piece.values for element in value.elements)
        if len(self._calls) == AT_ONCE or self._size > BYTES_AT_ONCE:
            await self.flush()

    async def flush(self) -> None:
        """Write what is left. Raises StoreDown."""
        calls, self._calls, self._size = self._calls, [], 0
        await self._space.run("fill", calls)


def _arguments(value: Value) -> Iterator[bytes | str | int]:
    """Yield a value as the script expects it, which gives ZADD scores before members."""
    known = family(value.key)
    added = known is not None and known.fate is Fate.ADDED
    yield from ("merge" if value.part else "add" if added else "replace", value.kind)
    yield from (value.expires, len(value.elements))
    if value.kind == "zset":
        members, scores = value.elements[::2], value.elements[1::2]
        yield from chain.from_iterable(zip(scores, members, strict=True))
    else:
        yield from value.elements


def is_restorable(value: Value) -> bool:
    """Return whether a value could come from a backup of this release."""
    known = family(value.key)
    if known is None or known.fate is Fate.LEFT or value.kind not in KINDS or not value.elements:
        return False
    pairs = value.kind in ("hash", "zset")
    return not (pairs and len(value.elements) % 2) and (not value.part or value.kind == "zset")


async def mend(space: Keyspace, clock: Clock, *, boards: bool = True) -> int:
    """List all tables where they belong, and return how many are open.

    A table that changed during the backup may be missing from the lists. With `boards`, the boards
    of open tables are marked as overdue, so that the bot posts them. Idempotent. Raises StoreDown.
    """
    opened: set[TableId] = set()  # because a server may list a table twice
    async for tables in all_tables(space):
        still_open = [*filter(_is_open, tables)]
        await _enter(space, still_open, clock(), boards=boards)
        await _list(space, tables, clock())
        opened.update(table.id for table in still_open)
    return len(opened)


async def _enter(space: Keyspace, tables: Sequence[Table], now: float, *, boards: bool) -> None:
    """Add open tables to the watch codes where they are missing, and mark their boards."""

    def enter(pipeline: Any) -> None:
        for table in tables:
            pipeline.set(keys.code(table.code), table.id, ex=keys.YEAR, nx=True)
            if boards:
                for place in table.shown_in:
                    dirty = keys.dirty(table.id, place.platform)
                    pipeline.zadd(dirty, {keys.board(table.id, place): now}, nx=True)

    if tables:
        await space.batch(enter, is_of_wrong_type)


async def _list(space: Keyspace, tables: Sequence[Table], now: float) -> None:
    """Add tables to the lists of their people and places where they are missing."""
    entries = [
        *(
            (index, table, now)
            for table in filter(_is_open, tables)
            for index in keys.indexes(table)
        ),
        *((index, table, table.touched) for table in tables for index in keys.past_indexes(table)),
    ]

    def add(pipeline: Any) -> None:
        for index, table, score in entries:
            pipeline.zadd(index, {table.id: score}, nx=True)

    def keep(pipeline: Any) -> None:
        for (index, _, _), count in zip(entries, added, strict=True):
            if count == 1:  # not an index of the wrong type, which the bot sets aside
                pipeline.expire(index, keys.YEAR)

    if entries:
        added = await space.batch(add, is_of_wrong_type)
        if 1 in added:
            await space.batch(keep)


def _is_open(table: Table) -> bool:
    return table.status is not Status.OVER
