"""Which accounts are linked, in memory and in Redis or Valkey.

The first account of a person lists them all, and each of the others names the first. An account is
linked only if both say so: they are in different slots of a cluster, so a crash can come between.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

import structlog
from typing_extensions import override

from bot.store import keys
from bot.store.link import Link
from bot.table.accounts import Account, Accounts
from bot.table.people import User

log = structlog.get_logger()

_FIRST: Final = "first"
"""The field in which an account names the first one of its person."""

_ACCOUNT: Final = "account:"
"""What the fields begin with in which the first account lists all of them."""


class MemoryAccounts(Accounts):
    """Implements `Accounts`, but for the preferences."""

    def __init__(self) -> None:
        self._linked: dict[User, tuple[Account, ...]] = {}

    @override
    async def accounts(self, user: User) -> tuple[Account, ...]:
        return self._linked.get(user, ())

    @override
    async def link(self, first: Account, other: Account) -> None:
        known = self._linked.get(first.user, (first,))
        if other.user not in {each.user for each in known}:
            self._keep((*known, other))

    @override
    async def unlink(self, user: User) -> None:
        known = self._linked.pop(user, ())
        self._keep(tuple(each for each in known if each.user != user))

    def first_of(self, user: User) -> User:
        """Return the account whose preferences are those of another."""
        return self._linked[user][0].user if user in self._linked else user

    def _keep(self, known: tuple[Account, ...]) -> None:
        for each in known:
            self._linked[each.user] = known
        if len(known) == 1:
            del self._linked[known[0].user]


class RedisAccounts(Accounts):
    """Implements `Accounts` with fields of the hashes that have people's preferences."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis

    @override
    async def accounts(self, user: User) -> tuple[Account, ...]:
        own = await self._hash(user)
        first = _first_named(own) or user
        listed = _listed(own if first == user else await self._hash(first), first)
        others = [each.user for each in listed if each.user != first]
        if not others:
            return ()

        def look(pipeline: Any) -> None:
            for other in others:
                pipeline.hget(keys.preferences(other), _FIRST)

        named = dict(zip(others, await self._link.batch(look), strict=True))
        known = tuple(
            each for each in listed if each.user == first or named[each.user] == str(first).encode()
        )
        return known if len(known) > 1 and user in {each.user for each in known} else ()

    @override
    async def link(self, first: Account, other: Account) -> None:
        await self._write(other.user, {_FIRST: str(first.user)})
        await self._write(first.user, _listing(first) | _listing(other))

    @override
    async def unlink(self, user: User) -> None:
        known = await self.accounts(user)
        if not known:
            return
        first, others = known[0].user, [each for each in known if each.user != user]
        preferences = _preferences_in(await self._hash(first))
        leaving = known if first == user or len(others) == 1 else [Account(user, "", 0)]
        gone = [f"{_ACCOUNT}{each.user}" for each in leaving]
        await self._link.run(lambda: self._redis.hdel(keys.preferences(first), *gone))
        for each in leaving:
            if each.user != first:
                await self._replace(each.user, preferences)
        if first == user and len(others) > 1:
            head, *rest = others
            for other in rest:
                await self.link(head, other)

    async def _first_of(self, user: User, own: Mapping[bytes, bytes]) -> User:
        """Return the account whose preferences are those of another, of which `own` is the hash."""
        if _first_named(own) is None:
            return user
        known = await self.accounts(user)
        return known[0].user if known else user

    async def _hash(self, user: User) -> Mapping[bytes, bytes]:
        key = keys.preferences(user)

        def look(pipeline: Any) -> None:
            pipeline.hgetall(key)
            pipeline.expire(key, keys.YEAR)

        written, _ = await self._link.batch(look)
        return cast("Mapping[bytes, bytes]", written)

    async def _write(self, user: User, written: Mapping[Any, Any]) -> None:
        """Write some of the fields."""
        key = keys.preferences(user)

        def write(pipeline: Any) -> None:
            pipeline.hset(key, mapping=written)  # one command, so all fields or none
            pipeline.expire(key, keys.YEAR)

        await self._link.batch(write)

    async def _replace(self, user: User, preferences: Mapping[bytes, bytes]) -> None:
        """Give an account that isn't linked any more the preferences that it had until then."""
        key = keys.preferences(user)

        def write(pipeline: Any) -> None:
            pipeline.delete(key)
            if preferences:
                pipeline.hset(key, mapping=preferences)
                pipeline.expire(key, keys.YEAR)

        await self._link.batch(write)


def _preferences_in(written: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """Return the fields of a person's hash that aren't about linked accounts."""
    linking = (_FIRST.encode(), _ACCOUNT.encode())
    return {
        name: value
        for name, value in written.items()
        if name != linking[0] and not name.startswith(linking[1])
    }


def _first_named(written: Mapping[bytes, bytes]) -> User | None:
    named = written.get(_FIRST.encode())
    try:
        return None if named is None else User.read(named.decode())
    except ValueError:
        log.warning("account.unreadable", value=named)
        return None


def _listing(account: Account) -> dict[bytes, bytes]:
    field = f"{_ACCOUNT}{account.user}"
    return {field.encode(): f"{account.since} {account.name}".encode()}


def _listed(written: Mapping[bytes, bytes], first: User) -> list[Account]:
    """Return the accounts that the hash of the first account lists, that one first."""
    found = list[Account]()
    for field, value in written.items():
        prefix, _, user = field.decode().partition(":")
        if f"{prefix}:" != _ACCOUNT:
            continue
        try:
            since, _, name = value.decode().partition(" ")
            found.append(Account(User.read(user), name, int(since)))
        except ValueError:
            log.warning("account.unreadable", field=field.decode(), value=value)
    return sorted(found, key=lambda each: (each.user != first, each.since, str(each.user)))
