"""What the program reads from its store, its settings, backups and files of exact tables."""

import asyncio
import base64
import hashlib
import io
import json
import os
import tempfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from bot.config import WrongSetting
from bot.ops import loading
from bot.ops.backup_file import Header, Reader, Unusable, Writer
from bot.store import address as store_address
from bot.store import codec, json_values, preferences
from bot.store.dump import Omitted, Piece, is_restorable, pieces
from bot.store.embedded import EmbeddedServer
from bot.store.keyspace import Keyspace
from bot.store.link import Link
from bot.table.ports import CorruptRecord, Shown, StoreDown
from bot.table.preferences import Preferences
from bot.table.settings import SETTINGS, Settings
from engine import Corrupt
from engine.odds import lines
from engine.tables import BYTES, HEAD, BadTable, Table
from tests.bot.ops.exact import OTHER, TINY, make_table
from tests.bot.ops.stored import fill
from tests.bot.store.test_written import WRITTEN
from tests.fuzz.chance import AWKWARD, Chance
from tests.fuzz.changes import altered, edited
from tests.fuzz.faults import reported

_BYTES: Final = "".join(map(chr, range(256)))


# Tables


@cache
def _states() -> tuple[str, ...]:
    """Return tables of all formats as they are stored."""
    found = [line for path in WRITTEN for line in path.read_text("utf-8").splitlines()[::7]]
    return tuple(base64.b64decode(json.loads(line)["state"]).decode("latin-1") for line in found)


@cache
def _fields() -> tuple[Any, ...]:
    """Return the fields of tables of the present format."""
    dictionary = codec._DICTIONARY  # noqa: SLF001 - inputs are made as they are stored
    packed = [state.encode("latin-1") for state in _states() if state.startswith("\x02")]
    unpacked = [zlib.decompressobj(-15, zdict=dictionary).decompress(each[1:]) for each in packed]
    return tuple(map(json.loads, unpacked))


def stored(chance: Chance) -> str:
    """Return the bytes of a stored table."""
    if chance.one_in(5):
        return edited(chance, chance.choice(_states()), _BYTES)
    fields = altered(chance, chance.choice(_fields()))
    packer = zlib.compressobj(1, zlib.DEFLATED, -15)
    return (b"\x02" + packer.compress(json.dumps(fields).encode()) + packer.flush()).decode(
        "latin-1"
    )


def check_stored(text: str) -> bool:
    """What is stored of a table is a table, or is reported as corrupt."""
    try:
        table = codec.read(text.encode("latin-1"))
    except CorruptRecord:
        return False
    assert codec.read(codec.write(table)) == table
    return True


# Settings, preferences and places, as they are stored


def small_value(chance: Chance) -> str:
    """Return a channel's settings, a person's preferences, or what a place shows of a table."""
    kind = chance.below(4)
    if kind == 0:
        fields: Any = {name: chance.choice(values) for name, values in SETTINGS.items()}
        written = altered(chance, {"format": 1, "language": "es-MX", **fields})
    elif kind == 1:
        written = altered(chance, _PREFERENCES)
    elif kind == 2:
        shown = Shown(7, "12", 1.5, 2.25, ("10", "11")[: chance.below(3)])
        written = altered(chance, json.loads(json_values.write_shown(shown)))
    else:
        return edited(chance, chance.choice(("7|12", "{}", "[1,2]", '{"theme": "dark"}')))
    text = json.dumps(written)
    return edited(chance, text) if chance.one_in(6) else text


_PREFERENCES: Final = {
    "block:web:ben": "Ben",
    "block-all": "",
    "reminders": "off",
    "private": "True",
    "quiet": "22-8",
    "zone": "Europe/Berlin",
    "vacation": "1700000000-1700086400",
    "language": "es",
}


def check_small_value(text: str) -> bool:
    """What is stored is read, and what can't be read counts as not set or is a ValueError."""
    with reported("settings.corrupt"):
        found: list[object] = [json_values.read_settings(text)]
    with suppress(ValueError):
        found.append(json_values.read_shown(text))
    with suppress(ValueError):
        fields = json.loads(text)
        if isinstance(fields, dict):
            written = {name.encode(): str(each).encode() for name, each in fields.items()}
            found.append(preferences._read(written))  # noqa: SLF001 - as the store reads them
    return not {*map(repr, found)} <= {repr(Settings()), repr(Preferences())}


# The program's own settings

ADDRESSES: Final = (
    "redis://:s3cret@127.0.0.1:6379/0",
    "rediss://ana:s3cret@host",
    "unix:///tmp/redis.sock",
    "redis-cluster://ana:s3cret@a:7000,b,[::1]:7001/0",
)


def address(chance: Chance) -> str:
    """Return the address of a store."""
    return edited(chance, chance.choice(ADDRESSES))


def check_address(text: str) -> bool:
    """An address is accepted, or refused without repeating its password."""
    try:
        store_address.check(text)
        store_address.peers(text)
        store_address.place(text)
    except ValueError as error:
        return not _told(error)
    return True


def _told(refusal: Exception) -> str:
    """Return what a refusal says: in one line, and without secrets."""
    text = str(refusal)
    if "\n" in text or "s3cret" in text:
        raise AssertionError(text)
    return text


_ENVIRONMENT: Final[Mapping[str, tuple[str, ...]]] = {
    "REDIS_URL": ADDRESSES,
    "REDIS_WAIT": ("0", "1", "yes", "2"),
    "REDIS_CONNECTIONS": ("16", "0", "100000"),
    "DISCORD_TOKEN": ("s3cret",),
    "DISCORD_SHARDS": ("0-3/16", "1/2", "auto"),
    "DISCORD_API_URL": ("https://discord.example/api/v10",),
    "TELEGRAM_TOKEN": ("1:s3cret",),
    "TELEGRAM_WEBHOOK_URL": ("https://puluc.example",),
    "TELEGRAM_GROUP_MINUTE": ("20", "0"),
    "PULUC_URL": ("https://puluc.example", "http://127.0.0.1:5000/x"),
    "PULUC_WEB": ("chat", "watch", "off"),
    "PULUC_PAUSE": ("1", "0.5"),
    "PULUC_LOG": ("info", "json"),
    "PULUC_OPERATOR": ("discord:17", "web:ana"),
    "PULUC_DATA": ("/nowhere/data",),
    "PULUC_TABLES": ("/nowhere/tables",),
    "PORT": ("5000", "0", "70000"),
    "PULUC_PORT": ("5000",),
    "DYNO": ("web.1",),
}


def environment(chance: Chance) -> dict[str, str]:
    """Return the program's settings."""
    names = chance.some(lambda _: chance.choice(tuple(_ENVIRONMENT)), 4)
    return {name: _setting(chance, name).replace("\0", "") for name in names}


def _setting(chance: Chance, name: str) -> str:
    known = chance.choice(_ENVIRONMENT[name])
    return known if chance.one_in(2) else edited(chance, known)


def check_environment(given: Mapping[str, str]) -> bool:
    """Settings are accepted, or refused in one line that hides secrets."""
    with patch.dict("os.environ", given, clear=True):
        try:
            loading.load()
        except WrongSetting as wrong:
            return not _told(wrong)
    return True


# Backups


@cache
def _dumped() -> tuple[str, ...]:
    """Return the lines of a real backup, without the last one."""
    found = sorted(_all_pieces(), key=lambda piece: piece.values[0].key)
    file = io.BytesIO()
    writer = Writer(file, Header("0.2.0", 1_700_000_000, without_open=False))
    for piece in found:
        writer.add(piece)
    written = file.getvalue().decode().removesuffix("\n").split("\n")
    return tuple(line for line in written if len(line) < 2_000)


def _all_pieces() -> list[Piece]:
    """Return the pieces of a backup, as soon as a busy machine can make one."""
    while True:
        with suppress(StoreDown):
            return asyncio.run(_pieces())


async def _pieces() -> list[Piece]:
    """Fill a real store with something of everything, and return all that a backup has."""
    with tempfile.TemporaryDirectory() as folder:
        server = EmbeddedServer.start(Path(folder))
        try:
            link = Link(server.url)
            await fill(link)
            async with Keyspace.of(link) as space:
                found = [
                    piece
                    async for some in pieces(space, Omitted(), without_open=False)
                    for piece in some
                ]
            await link.close()
        finally:
            server.release()
    return found


def backup(chance: Chance) -> str:
    """Return a backup; its last line usually fits the others, so that they are read."""
    head, *rest = _dumped()
    written = [head, *(chance.choice(rest) for _ in range(1 + chance.below(4)))]
    changed = [_line(chance, line) if chance.one_in(4) else line for line in written]
    text = "\n".join([*changed, ""])
    ended = text if chance.one_in(8) else text + _end(text)
    return edited(chance, ended, most=1) if chance.one_in(8) else ended


def _line(chance: Chance, line: str) -> str:
    if chance.one_in(3):
        return edited(chance, line)
    return json.dumps(altered(chance, json.loads(line), 2), ensure_ascii=False)


def _end(text: str) -> str:
    """Return the last line of a backup."""
    counts = dict.fromkeys(("keys", "open", "finished", "unreadable"), 0)
    for line in text.split("\n")[1:]:
        try:
            read = json.loads(line)
            counts["keys"] += len(read["keys"])
            counts[read["game"]] += 1
        except (ValueError, KeyError, TypeError):
            pass  # damaged, or without a game
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return json.dumps({"end": counts, "sha256": digest}) + "\n"


def check_backup(text: str) -> bool:
    """A file is refused, or has only what a backup can have, as often as it says."""
    try:
        reader = Reader(io.BytesIO(text.encode("utf-8", "surrogatepass")), "a file")
        _, counts = reader.check()
        found = list(reader.pieces())
    except Unusable as unusable:
        return not _told(unusable)
    assert all(is_restorable(each) for piece in found for each in piece.values)
    assert sum(len(piece.values) for piece in found) == asdict(counts)["keys"]
    return True


# Exact tables


@cache
def _files() -> tuple[str, ...]:
    """Return small files of exact tables."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [make_table(Path(folder), header) for header in (TINY, OTHER)]
        return tuple(path.read_bytes().decode("latin-1") for path in paths)


@cache
def _file() -> Path:
    """Return where the files are written, in memory if there is such a folder."""
    shared = Path("/dev/shm")  # noqa: S108 - the name is made up by `mkstemp`
    handle, name = tempfile.mkstemp(".values", dir=shared if shared.is_dir() else None)
    os.close(handle)
    return Path(name)


def table_file(chance: Chance) -> str:
    """Return a file of exact values: its text or its values are changed, or its checksum fits."""
    file = chance.choice(_files())
    head, body = file[:HEAD], file[HEAD:]
    kind = chance.below(8)
    if kind < 3:
        head = edited(chance, head.rstrip(), AWKWARD, 2).ljust(HEAD - 1) + "\n"
    if kind == 2:
        head = head.replace("road=5", f"road={chance.below(12)}")
    if 3 <= kind < 6:
        at = chance.below(len(body))
        body = body[:at] + chr(chance.below(256)) + body[at + 1 :]
    if kind == 5:
        old = head.partition("sha256=")[2].partition("\n")[0]
        head = head.replace(old, hashlib.sha256(body.encode("latin-1")).hexdigest())
    if kind == 6:
        body = edited(chance, body, _BYTES)
    return head + body


def check_table_file(text: str) -> bool:
    """A file is refused, or answers for every position what it has for it."""
    data = text.encode("latin-1", "replace")
    path = _file()
    path.write_bytes(data)
    try:
        table = Table(path)
    except BadTable as bad:
        return not _told(bad)
    assert len(data) == HEAD + BYTES * len(table)
    with suppress(BadTable):
        table.verify()
    begun = table.game.begin(0)
    assert 0 <= table.probe(begun) <= 1
    with suppress(Corrupt):
        for line in lines(table, begun):
            line.encode()
    return True
