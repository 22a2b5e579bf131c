"""Linked accounts, in every store."""

from bot.store import keys
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.accounts import Account
from bot.table.people import Platform, User
from bot.table.ports import Store
from bot.table.preferences import Forced, Preferences

ANA = Account(User(Platform.DISCORD, "1"), "Ana", 10)
TINA = Account(User(Platform.TELEGRAM, "2"), "Tina: T", 20)
BROWSER = Account(User(Platform.WEB, "b"), "", 30)
BEN, CARA = User(Platform.DISCORD, "8"), User(Platform.DISCORD, "9")
ALL = (ANA, TINA, BROWSER)


async def link_all(store: Store) -> None:
    await store.link(ANA, TINA)
    await store.link(ANA, BROWSER)


async def accounts_of_all(store: Store) -> list[tuple[Account, ...]]:
    return [await store.accounts(each.user) for each in ALL]


async def test_alone(store: Store) -> None:
    """An account is linked to no others at first."""
    assert await accounts_of_all(store) == [(), (), ()]


async def test_linked(store: Store) -> None:
    """Each of a person's accounts has all of them, the oldest first, however often it is said."""
    await link_all(store)
    await link_all(store)
    assert await accounts_of_all(store) == [ALL, ALL, ALL]


async def test_shared_preferences(store: Store) -> None:
    """What a person sets from one account is set for all."""
    await link_all(store)
    new = Preferences(forced=Forced.PRESS)
    await store.prefer(TINA.user, new)
    await store.note_played(BROWSER.user)
    for each in ALL:
        assert await store.preferences(each.user) == Preferences(played=True, forced=Forced.PRESS)


async def test_preferences_of_the_first(store: Store) -> None:
    """Preferences are those of the account to which another is linked."""
    await store.prefer(ANA.user, Preferences(zone="Europe/Paris"))
    await store.prefer(TINA.user, Preferences(zone="UTC", forced=Forced.PRESS))
    await store.link(ANA, TINA)
    assert await store.preferences(TINA.user) == Preferences(zone="Europe/Paris")


async def test_blocks_of_both(store: Store) -> None:
    """Both sides' blocks stay in force."""
    await store.block(ANA.user, BEN, "Ben")
    await store.block(TINA.user, CARA, "Cara")
    await store.block(TINA.user, None)
    await store.link(ANA, TINA)
    both = Preferences(blocked={BEN: "Ben", CARA: "Cara"}, blocks_all=True)
    assert await store.preferences(ANA.user) == both
    assert await store.preferences(TINA.user) == both


async def test_unblocked(store: Store) -> None:
    """A block is removed from any account."""
    await store.block(ANA.user, BEN, "Ben")
    await link_all(store)
    await store.unblock(BROWSER.user, BEN)
    assert await store.preferences(ANA.user) == Preferences()


async def test_unlinked(store: Store) -> None:
    """An account that is taken out is alone; the others stay together."""
    await link_all(store)
    for _ in range(2):
        await store.unlink(TINA.user)
    assert await accounts_of_all(store) == [(ANA, BROWSER), (), (ANA, BROWSER)]


async def test_first_unlinked(store: Store) -> None:
    """Others stay together without the account to which they were linked."""
    await link_all(store)
    await store.unlink(ANA.user)
    assert await accounts_of_all(store) == [(), (TINA, BROWSER), (TINA, BROWSER)]


async def test_last_unlinked(store: Store) -> None:
    """The last account of a person isn't linked any more."""
    for gone in (ANA, TINA):
        await store.link(ANA, TINA)
        await store.unlink(gone.user)
        assert await accounts_of_all(store) == [(), (), ()]


async def test_kept_preferences(store: Store) -> None:
    """Whoever is unlinked, all keep the preferences, which are then their own."""
    for gone in ALL:
        await link_all(store)
        await store.block(ANA.user, BEN, "Ben")
        await store.unlink(gone.user)
        for each in ALL:
            assert await store.preferences(each.user) == Preferences(blocked={BEN: "Ben"})
        await store.unblock(gone.user, BEN)
        others = [each.user for each in ALL if each is not gone]
        assert all([(await store.preferences(each)).blocked for each in others])
        for each in ALL:
            await store.unlink(each.user)
            await store.unblock(each.user, BEN)


async def test_linked_again(store: Store) -> None:
    """An unlinked account can be linked to another one."""
    await store.link(ANA, TINA)
    await store.unlink(TINA.user)
    await store.link(BROWSER, TINA)
    assert await accounts_of_all(store) == [(), (BROWSER, TINA), (BROWSER, TINA)]


async def test_forgotten(store: Store) -> None:
    """An account whose data is deleted is linked to no others, which stay together."""
    await link_all(store)
    await store.forget(ANA.user)
    assert await accounts_of_all(store) == [(), (TINA, BROWSER), (TINA, BROWSER)]


async def test_half_linked(link: Link) -> None:
    """Accounts are linked only once both sides are written: a crash can come between."""
    store = RedisStore(link)
    await store.link(ANA, TINA)
    await link.redis.hdel(keys.preferences(TINA.user), "first")
    assert await accounts_of_all(store) == [(), (), ()]
    await store.link(ANA, TINA)
    await link.redis.hdel(keys.preferences(ANA.user), f"account:{TINA.user}")
    assert await accounts_of_all(store) == [(), (), ()]
    assert await store.preferences(TINA.user) == Preferences()
