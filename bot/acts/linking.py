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
from bot.table.table import Status
from engine.text import Text

CODE_SECONDS: Final = 300
"""How long a code is valid."""

EXPIRED: Final = Text("link.expired")

log = structlog.get_logger()


async def offer(store: Store, code: str, account: Account) -> None:
    """Let a code stand for an account for a while from its `since` on."""
    await _note(store, _offered(code), account)


async def answer(store: Store, code: str, account: Account) -> None:
    """Note which account has entered a code. Raises Refusal if another one has."""
    if not await _note(store, _answered(code), account):
        raise Refusal(Text("link.taken"))


async def offering(store: Store, code: str, now: float) -> Account:
    """Return the account that got a code. Raises Refusal if the code isn't valid."""
    found = await _noted(store, _offered(code), now)
    if found is None:
        raise Refusal(EXPIRED)
    return found


async def answering(store: Store, code: str, now: float) -> Account | None:
    """Return the account that has entered a valid code, None if none has."""
    return await _noted(store, _answered(code), now)


async def must_be_linkable(store: Store, one: Account, other: Account) -> tuple[Account, Account]:
    """Return two accounts, first the one whose preferences are those of both. May raise Refusal.

    That is the first one of those that are linked already, or else `one`. Nobody can sit on both
    sides of a game, so they can't be linked if they take part in one.
    """
    mine, theirs = await store.accounts(one.user), await store.accounts(other.user)
    if one.user == other.user or other.user in {each.user for each in mine}:
        raise Refusal(Text("link.already"))
    if mine and theirs:
        raise Refusal(Text("link.both"))
    if len(mine or theirs) >= MOST_ACCOUNTS:
        raise Refusal(Text("link.many", count=MOST_ACCOUNTS))
    first, second = ({each.user for each in some} for some in ((one, *mine), (other, *theirs)))
    for table in [table for user in first for table in await store.tables_of(user)]:
        if not table.people.isdisjoint(second):
            raise Refusal(Text("link.playing", id=table.id))
    return (theirs[0], one) if theirs else ((*mine, one)[0], other)


async def join(store: Store, one: Account, other: Account) -> None:
    """Link two accounts whose owner has proved to have both. Raises Refusal if that can't be."""
    first, second = await must_be_linkable(store, one, other)
    await settled(lambda: store.link(first, second))
    log.info("accounts.linked")


async def part(tables: Tables, user: User) -> None:
    """Unlink an account.

    Its open games get back the seats that accounts of the other side play from, and so do theirs:
    that is due first, so that a crash can't leave it undone.
    """
    store, at = tables.store, tables.now() + 1
    for each in await store.accounts(user):
        for table in await store.tables_of(each.user):
            if any(lent(table, user)):
                await store.schedule(Due(table.id, f"{UNLINK}:{user}", at))
    await settled(lambda: store.unlink(user))
    log.info("accounts.unlinked")


async def give_back(tables: Tables, due: Due) -> None:
    """Give the seats of a table back to the accounts that have taken them. Idempotent."""
    user = User.read(due.what.partition(":")[2])
    for _ in range(ATTEMPTS):
        table = await tables.of_due(due)
        if table is None or table.status is Status.OVER or not any(lent(table, user)):
            return
        step = changed(given_back(table, user), silent=True)
        operation = Operation(f"unlink:{table.id}:{table.revision}")
        if await tables.commit(table, step, operation) is not Verdict.STALE:
            return
    raise TimeoutError(f"{due.table} never stood still")


def described(account: Account) -> Text:
    """Return how a person is told one of their accounts."""
    return Text(f"account.{account.user.platform}", name=as_text(called(account.name)))


async def _note(store: Store, name: str, account: Account) -> bool:
    """Note an account under a name; return False if there is another one."""
    item, until = f"{account.user} {account.name}", account.since + CODE_SECONDS
    return await store.take(name, item, now=account.since, until=until, limit=1)


async def _noted(store: Store, name: str, now: float) -> Account | None:
    """Return the account that is noted under a name, None if there is none."""
    for item in await store.taken(name, now=int(now)):
        user, _, known_as = item.partition(" ")
        return Account(User.read(user), known_as, int(now))
    return None


def _offered(code: str) -> str:
    return f"link:{fingerprint(code)}"


def _answered(code: str) -> str:
    return f"linked:{fingerprint(code)}"
