"""Linking the accounts of one person, once both have agreed, and parting them again.

One account gets a code, which the other enters. Whoever sees a code can enter it, and anybody can
hand one on, so each side is told who the other is, and has to agree.
"""

from typing import Final

import structlog

from bot.acts.tables import ATTEMPTS, Tables, settled
from bot.table.accounts import MOST_ACCOUNTS, Account, given_back, lent
from bot.table.due import UNLINK, Due
from bot.table.ids import fingerprint
from bot.table.naming import as_text, called
from bot.table.people import User
from bot.table.ports import Operation, Store, Verdict
from bot.table.request import Refusal
from bot.table.step import changed
from bot.table.table import Status, Table
from engine.text import Text

CODE_SECONDS: Final = 300
"""How long a code is valid."""

EXPIRED: Final = Text("link.expired")

log = structlog.get_logger()


async def offer(store: Store, code: str, account: Account) -> None:
    """Let a code stand for an account for a while from its `since` on."""
    until = account.since + CODE_SECONDS
    item = f"{until} {account.user} {account.name}"
    # Redelivered, the first delivery's stays.
    await store.take(_offered(code), item, now=account.since, until=until, limit=1)


async def answer(store: Store, code: str, account: Account) -> None:
    """Note which account has entered a code. Raises Refusal if another one has."""
    item, until = f"{account.user} {account.name}", account.since + CODE_SECONDS
    if not await store.take(_answered(code), item, now=account.since, until=until, limit=1):
        raise Refusal(Text("link.taken"))


async def offering(store: Store, code: str, now: float) -> Account:
    """Return the account that got a code. Raises Refusal if the code isn't valid."""
    for item in await store.taken(_offered(code)):
        until, _, account = item.partition(" ")
        if now < int(until):
            return _read(account, now)
    raise Refusal(EXPIRED)


async def answering(store: Store, code: str, now: float) -> Account | None:
    """Return the account that has entered a valid code, None if none has."""
    return next((_read(item, now) for item in await store.taken(_answered(code))), None)


async def must_be_linkable(store: Store, one: User, other: User) -> None:
    """Raise Refusal if two accounts can't be linked.

    Nobody can sit on both sides of a game, so not if they play in one.
    """
    mine, theirs = await store.accounts(one), await store.accounts(other)
    if one == other or other in {each.user for each in mine}:
        raise Refusal(Text("link.already"))
    if mine and theirs:
        raise Refusal(Text("link.both"))
    if len(mine or theirs) >= MOST_ACCOUNTS:
        raise Refusal(Text("link.many", count=MOST_ACCOUNTS))
    first = {one, *(each.user for each in mine)}
    second = {other, *(each.user for each in theirs)}
    for table in [table for user in first for table in await store.tables_of(user)]:
        if not table.people.isdisjoint(second):
            raise Refusal(Text("link.playing", id=table.id))


async def join(store: Store, one: Account, other: Account) -> None:
    """Link two accounts whose owner has proved to have both. Raises Refusal if that can't be.

    The preferences are those of the account that is linked with others already, or else of `one`.
    """
    await must_be_linkable(store, one.user, other.user)
    mine, theirs = await store.accounts(one.user), await store.accounts(other.user)
    first, second = ((*theirs, other)[0], one) if theirs else ((*mine, one)[0], other)
    await settled(lambda: store.link(first, second))
    log.info("accounts.linked", count=len(mine or theirs or (one,)) + 1)


class Parting:
    """Parts accounts. Idempotent."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def part(self, user: User) -> None:
        """Unlink an account.

        Its open games get back the seats that accounts of the other side play from, and so do
        theirs: that is due first, so that a crash can't leave it undone.
        """
        store, now = self._tables.store, self._tables.now()
        for each in await store.accounts(user):
            for table in await store.tables_of(each.user):
                if any(lent(table, user)):
                    await store.schedule(Due(table.id, f"{UNLINK}:{user}", now + 1))
        await settled(lambda: store.unlink(user))
        log.info("accounts.unlinked")

    async def give_back(self, due: Due) -> None:
        """Give the seats of a table back to the accounts that have taken them."""
        user = User.read(due.what.partition(":")[2])
        for _ in range(ATTEMPTS):
            table = await self._tables.of_due(due)
            if table is None or table.status is Status.OVER or not any(lent(table, user)):
                return
            if await self._given_back(table, user):
                return
        raise TimeoutError(f"{due.table} never stood still")

    async def _given_back(self, table: Table, user: User) -> bool:
        after = given_back(table, user)
        step = changed(after, silent=True)
        operation = Operation(f"unlink:{table.id}:{table.revision}")
        return await self._tables.commit(table, step, operation) is not Verdict.STALE


def described(account: Account) -> Text:
    """Return how a person is told one of their accounts."""
    return Text(f"account.{account.user.platform}", name=as_text(called(account.name)))


def _read(text: str, now: float) -> Account:
    user, _, name = text.partition(" ")
    return Account(User.read(user), name, int(now))


def _offered(code: str) -> str:
    return f"link:{fingerprint(code)}"


def _answered(code: str) -> str:
    return f"linked:{fingerprint(code)}"
