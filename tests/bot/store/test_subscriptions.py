"""The browsers in which people are notified, in every store."""

from bot.store.keys import YEAR
from bot.store.link import Link
from bot.store.redis import RedisStore
from bot.table.people import Platform, User
from bot.table.ports import Store
from bot.table.subscriptions import MOST_BROWSERS, Subscription

ANA, BEN = User(Platform.WEB, "ana"), User(Platform.WEB, "ben")


def browser(number: int, since: int = 0) -> Subscription:
    return Subscription(f"https://push.example/{number}", "key", "secret", since or number)


async def test_nobody_is_notified_unasked(store: Store) -> None:
    """At first, a person has no subscription."""
    assert await store.subscriptions(ANA) == ()


async def test_browsers(store: Store) -> None:
    """Each browser is one subscription, the newest first; other people's are their own."""
    for number in (1, 2):
        await store.subscribe(ANA, browser(number))
    await store.subscribe(BEN, browser(3))
    assert await store.subscriptions(ANA) == (browser(2), browser(1))
    assert await store.subscriptions(BEN) == (browser(3),)


async def test_renewed(store: Store) -> None:
    """A browser that subscribes again replaces its subscription, and is the newest."""
    for each in (browser(1), browser(2), browser(1, 3), browser(1, 3)):
        await store.subscribe(ANA, each)
    assert await store.subscriptions(ANA) == (browser(1, 3), browser(2))


async def test_too_many(store: Store) -> None:
    """The browser that subscribed longest ago gives way, for good."""
    for number in range(1, MOST_BROWSERS + 3):
        await store.subscribe(ANA, browser(number))
    kept = [each.since for each in await store.subscriptions(ANA)]
    assert kept == [7, 6, 5, 4, 3]
    await store.unsubscribe(ANA, browser(7).endpoint)
    assert [each.since for each in await store.subscriptions(ANA)] == kept[1:]


async def test_unsubscribed(store: Store) -> None:
    """Only the named browser is forgotten, however often."""
    for number in (1, 2):
        await store.subscribe(ANA, browser(number))
    for _ in range(2):
        await store.unsubscribe(ANA, browser(1).endpoint)
    assert await store.subscriptions(ANA) == (browser(2),)


async def test_forgotten(store: Store) -> None:
    """Whose data is deleted has no subscription any more."""
    await store.subscribe(ANA, browser(1))
    await store.subscribe(BEN, browser(2))
    await store.forget(ANA)
    assert await store.subscriptions(ANA) == ()
    assert await store.subscriptions(BEN) == (browser(2),)


async def test_a_year(link: Link) -> None:
    """Subscriptions expire a year after the last one."""
    await RedisStore(link).subscribe(ANA, browser(1))
    assert YEAR - 10 < await link.redis.ttl("push:web:ana") <= YEAR


async def test_unreadable(link: Link) -> None:
    """What this release can't read is left alone."""
    store = RedisStore(link)
    await store.subscribe(ANA, browser(1))
    for field, text in (("a", "[1]"), ("b", "{"), ("c", '["https://push.example/2","k","s",null]')):
        await link.redis.hset("push:web:ana", field, text)
    assert await store.subscriptions(ANA) == (browser(1),)
