"""Stores of players' preferences, in memory and in Redis or Valkey."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Unpack

import structlog
from typing_extensions import override

from bot.store import keys
from bot.store.link import Link
from bot.table.people import User
from bot.table.preferences import Changes, Preferences, PreferenceStore, Quiet, Reminders, Vacation

log = structlog.get_logger()


class MemoryPreferences(PreferenceStore):
    """Implements `PreferenceStore`."""

    def __init__(self) -> None:
        self._preferences: dict[User, Preferences] = {}

    @override
    async def preferences(self, user: User) -> Preferences:
        return self._preferences.get(user, Preferences())

    @override
    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        old = await self.preferences(user)
        if whom is None:
            self._preferences[user] = replace(old, blocks_all=True)
        else:
            self._preferences[user] = replace(old, blocked={**old.blocked, whom: name})

    @override
    async def unblock(self, user: User, whom: User | None) -> None:
        old = await self.preferences(user)
        if whom is None:
            self._preferences[user] = replace(old, blocks_all=False)
        else:
            kept = {other: name for other, name in old.blocked.items() if other != whom}
            self._preferences[user] = replace(old, blocked=kept)

    @override
    async def note_played(self, user: User) -> None:
        self._preferences[user] = replace(await self.preferences(user), played=True)

    @override
    async def prefer(self, user: User, **changes: Unpack[Changes]) -> None:
        self._preferences[user] = replace(await self.preferences(user), **changes)


class RedisPreferences(PreferenceStore):
    """Implements `PreferenceStore` with a hash for each person and a field for each fact."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis

    @override
    async def preferences(self, user: User) -> Preferences:
        key = keys.preferences(user)

        def look(pipeline: Any) -> None:
            pipeline.hgetall(key)
            pipeline.expire(key, keys.YEAR)

        written, _ = await self._link.batch(look)
        return _read(written)

    @override
    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        await self._note(user, _field(whom), name)

    @override
    async def unblock(self, user: User, whom: User | None) -> None:
        key, field = keys.preferences(user), _field(whom)
        await self._link.run(lambda: self._redis.hdel(key, field))

    @override
    async def note_played(self, user: User) -> None:
        await self._note(user, _PLAYED, "")

    @override
    async def prefer(self, user: User, **changes: Unpack[Changes]) -> None:
        if not changes:
            return
        key = keys.preferences(user)
        values = {name: "" if value is None else str(value) for name, value in changes.items()}

        def change(pipeline: Any) -> None:
            pipeline.hset(key, mapping=values)  # one command, so all fields or none
            pipeline.expire(key, keys.YEAR)

        await self._link.batch(change)

    async def _note(self, user: User, field: str, value: str) -> None:
        key = keys.preferences(user)

        def note(pipeline: Any) -> None:
            pipeline.hset(key, field, value)
            pipeline.expire(key, keys.YEAR)

        await self._link.batch(note)


_BLOCK, _BLOCK_ALL, _PLAYED = "block:", "block-all", "played"


def _field(whom: User | None) -> str:
    """Return the field that blocks challenges from `whom`, or from everyone if None."""
    return _BLOCK_ALL if whom is None else f"{_BLOCK}{whom}"


def _read(written: Mapping[bytes, bytes]) -> Preferences:
    """Read a person's hash; fields that this release doesn't know or can't read are ignored."""
    fields = {name.decode(): value.decode() for name, value in written.items()}
    blocked, read = dict[User, str](), dict[str, Any]()
    for name in [name for name in fields if name.startswith(_BLOCK)]:
        try:
            blocked[User.read(name.removeprefix(_BLOCK))] = fields[name]
        except ValueError:
            log.warning("preference.unreadable", field=name, value=fields[name])
    for name in [name for name in _READ if fields.get(name)]:
        try:
            read[name] = _READ[name](fields[name])
        except (KeyError, ValueError):
            log.warning("preference.unreadable", field=name, value=fields[name])
    return Preferences(blocked, blocks_all=_BLOCK_ALL in fields, played=_PLAYED in fields, **read)


def _read_flag(written: str) -> bool:
    return {str(flag): flag for flag in (False, True)}[written]


_READ: Mapping[str, Callable[[str], object]] = {
    "reminders": Reminders,
    "private": _read_flag,
    "refused": _read_flag,
    "quiet": Quiet.read,
    "zone": str,
    "vacation": Vacation.read,
    "language": str,
}
"""How the fields of `Changes` are read. They are written with `str`, None as an empty string."""
