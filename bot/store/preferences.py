"""Stores of players' preferences, in memory and in Redis or Valkey."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import structlog
from typing_extensions import override

from bot.store import keys
from bot.store.accounts import MemoryAccounts, RedisAccounts
from bot.store.keyspace import Call, Keyspace
from bot.table.accounts import Account
from bot.table.people import User
from bot.table.preferences import NOTHING_SET, READERS, Preferences, PreferenceStore

log = structlog.get_logger()


class MemoryPreferences(MemoryAccounts, PreferenceStore):
    """Implements `PreferenceStore`."""

    def __init__(self) -> None:
        MemoryAccounts.__init__(self)
        self._preferences: dict[User, Preferences] = {}

    @override
    async def link(self, first: Account, other: Account) -> None:
        mine, theirs = await self.preferences(first.user), await self.preferences(other.user)
        self._preferences[first.user] = replace(
            mine,
            blocked={**theirs.blocked, **mine.blocked},
            blocks_all=mine.blocks_all or theirs.blocks_all,
            played=mine.played or theirs.played,
        )
        await super().link(first, other)

    @override
    async def unlink(self, user: User) -> None:
        shared = await self.preferences(user)
        for each in await self.accounts(user):
            self._preferences[each.user] = shared
        await super().unlink(user)

    @override
    async def preferences(self, user: User) -> Preferences:
        return self._preferences.get(self.first_of(user), Preferences())

    @override
    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        old = await self.preferences(user)
        if whom is None:
            self._keep_preferences(user, replace(old, blocks_all=True))
        else:
            others = {each: name for each, name in old.blocked.items() if each != whom.pseudonym}
            self._keep_preferences(user, replace(old, blocked=others | {whom: name}))

    @override
    async def unblock(self, user: User, whom: User | None) -> None:
        old = await self.preferences(user)
        if whom is None:
            self._keep_preferences(user, replace(old, blocks_all=False))
        else:
            gone = (whom, whom.pseudonym)
            kept = {other: name for other, name in old.blocked.items() if other not in gone}
            self._keep_preferences(user, replace(old, blocked=kept))

    @override
    async def note_played(self, user: User) -> None:
        self._keep_preferences(user, replace(await self.preferences(user), played=True))

    @override
    async def prefer(self, user: User, new: Preferences, old: Preferences = NOTHING_SET) -> None:
        kept = replace(await self.preferences(user), **new.changes(old))
        self._keep_preferences(user, kept)

    def _keep_preferences(self, user: User, kept: Preferences) -> None:
        self._preferences[self.first_of(user)] = kept

    def rename_blocked(self, user: User) -> None:
        """Let everyone's blocks of a person go on under their pseudonym."""
        for each, old in self._preferences.items():
            if user in old.blocked:
                kept = {other: name for other, name in old.blocked.items() if other != user}
                self._preferences[each] = replace(old, blocked=kept | {user.pseudonym: ""})


class RedisPreferences(RedisAccounts, PreferenceStore):
    """Implements `PreferenceStore` with a hash for each person and a field for each fact."""

    @override
    async def link(self, first: Account, other: Account) -> None:
        mine, theirs = await self._hash(first.user), await self._hash(other.user)
        brought = {
            name: value
            for name, value in theirs.items()
            if name.startswith(_OF_BOTH) and name not in mine
        }
        if brought:
            await self._write(first.user, brought)
        await super().link(first, other)

    @override
    async def preferences(self, user: User) -> Preferences:
        written = await self._hash(user)
        first = await self._first_of(user, written)
        return _read(written if first == user else await self._hash(first))

    @override
    async def block(self, user: User, whom: User | None, name: str = "") -> None:
        await self._set(user, {_field(whom): name})
        if whom is not None:
            await self.unblock(user, whom.pseudonym)  # from before their data was deleted

    @override
    async def unblock(self, user: User, whom: User | None) -> None:
        first = await self._first_of(user, await self._hash(user))
        key, fields = keys.preferences(first), [_field(whom)]
        if whom is not None:
            fields.append(_field(whom.pseudonym))
        await self._link.run(lambda: self._redis.hdel(key, *fields))

    @override
    async def note_played(self, user: User) -> None:
        await self._set(user, {_PLAYED: ""})

    @override
    async def prefer(self, user: User, new: Preferences, old: Preferences = NOTHING_SET) -> None:
        changes = new.changes(old).items()
        if changes:
            await self._set(user, {name: "" if v is None else str(v) for name, v in changes})

    async def rename_blocked(self, user: User) -> None:
        """Let everyone's blocks of a person go on under their pseudonym. Raises StoreDown."""
        renamed = _field(user), _field(user.pseudonym)
        async with Keyspace.of(self._link) as space:
            async for found in space.scan(keys.ANY_PREFERENCES):
                await space.run("rename", [Call([key], renamed) for key in found])

    async def _set(self, user: User, written: Mapping[str, str]) -> None:
        """Write some preferences of a person."""
        await self._write(await self._first_of(user, await self._hash(user)), written)


_BLOCK, _BLOCK_ALL, _PLAYED = "block:", "block-all", "played"

_OF_BOTH = (_BLOCK.encode(), _BLOCK_ALL.encode(), _PLAYED.encode())
"""What the fields begin with that both sides bring along when accounts are linked."""


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
    for name in [name for name in READERS if fields.get(name)]:
        try:
            read[name] = READERS[name](fields[name])
        except ValueError:
            log.warning("preference.unreadable", field=name, value=fields[name])
    return Preferences(blocked, blocks_all=_BLOCK_ALL in fields, played=_PLAYED in fields, **read)
