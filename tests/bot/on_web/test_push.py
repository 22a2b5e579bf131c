"""Notifications: who gets them, when, and what they say."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from bot.acts.gather.rematch import Rematch
from bot.acts.play.resign import Resign
from bot.on_web.push.pushes import Pushes
from bot.show.notifying import GRACE_SECONDS
from bot.show.outbound import Unshowable
from bot.store.memory import MemoryStore
from bot.table.pace import DAY
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation
from bot.table.preferences import Preferences, Quiet, Where
from bot.table.request import Request
from bot.table.subscriptions import MOST_BROWSERS, Subscription
from tests.bot.on_web.push_service import Device, PushService, push_service
from tests.bot.on_web.test_table_live import hearing
from tests.bot.on_web.test_table_state import begun, press, state

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Answer, Browser, House, Open


@pytest.fixture
def house(house: "House") -> "House":
    """A house whose boards rest by its clock."""
    house.store = MemoryStore(lambda: house.now)
    return house


@pytest.fixture
async def service(house: "House") -> AsyncIterator[PushService]:
    async with push_service(lambda: house.now) as service:
        yield service


def user(browser: "Browser") -> User:
    return User(Platform.WEB, browser.me)


async def subscribe(browser: "Browser", device: Device) -> "Answer":
    return await browser.post("/api/push", **device.told)


async def subscribed(service: PushService, *browsers: "Browser") -> list[Device]:
    """Let people be notified in their browsers."""
    devices = [service.device() for _ in browsers]
    for browser, device in zip(browsers, devices, strict=True):
        assert (await subscribe(browser, device)).status == 200
    return devices


async def later(house: "House", seconds: float = GRACE_SECONDS) -> None:
    """Let time pass, and what falls due happen."""
    await house.settled()
    house.now += seconds
    await house.settled()
    for core in house.cores:
        await core.outbox.sweep()
    await house.settled()


def moving(house: "House", *browsers: "Browser") -> "tuple[Browser, ...]":
    """The browser of the player who is to move, and then the others."""
    table = house.store.tables[0]
    assert table.clock is not None
    mover = table.seats[table.clock.seat]
    return tuple(sorted(browsers, key=lambda each: getattr(mover, "user", None) != user(each)))


async def move(browser: "Browser") -> None:
    """Play a whole turn."""
    while moves := await browser.moves():
        assert (await browser.press(moves[0])).status == 200


async def test_the_key(ana: "Browser") -> None:
    """All browsers are told the same key."""
    keys = {(await ana.get("/api/push")).json["key"] for _ in range(2)}
    assert len(keys) == 1


async def test_a_challenge(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who is challenged is notified, once; the challenger isn't."""
    _, device = await subscribed(service, ana, ben)
    await ana.say("/puluc challenge @Ben")
    await later(house)
    await later(house, DAY / 24)
    (received,) = service.received
    assert received.device is device
    assert received.text == {
        "title": "Puluc: Ana and Ben",
        "body": "Ana challenges Ben.\nPuluc: 11 spaces, 5 warriors each.",
        "path": f"/g/{house.store.tables[0].code}",
        "lang": "en",
    }


async def test_a_turn(house: "House", ana: "Browser", ben: "Browser", service: PushService) -> None:
    """When it becomes a person's turn, they are notified."""
    await begun(house, ana, ben)
    await later(house)
    mover, other = moving(house, ana, ben)
    await subscribed(service, mover, other)
    await move(mover)
    await later(house)
    (told,) = service.told
    assert told["body"].startswith("It's your turn against")
    assert service.received[0].device.told["endpoint"] in {
        each.endpoint for each in await house.store.subscriptions(user(other))
    }


async def test_topics(house: "House", ana: "Browser", ben: "Browser", service: PushService) -> None:
    """A notification replaces an earlier one of the same game, and no other game's."""
    await subscribed(service, ben)
    await ana.say("/puluc challenge @Ben")
    await later(house)
    await ana.say("/puluc challenge @Ben")
    await later(house)
    await press(house, ana, "Cancel")
    topics = [each.topic for each in service.received]
    assert len(set(topics)) == len(topics) == 2


async def test_an_answer_in_time(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who acts within seconds isn't notified of what they have done."""
    await subscribed(service, ben)
    await ana.say("/puluc challenge @Ben")
    await press(house, ben, "Decline")
    await later(house)
    assert service.asked == 0


async def test_an_open_page(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who looks at the game isn't notified of it, until they have closed its page."""
    await begun(house, ana, ben)
    await later(house)
    mover, other = moving(house, ana, ben)
    await subscribed(service, mover, other)
    async with hearing(house, other, (await state(house, other))["seen"]) as stream:
        await stream.company()
        await move(mover)
        await later(house)
        assert service.told == []
    await move(other)
    await move(mover)
    await later(house)
    assert len(service.told) == 1


async def test_practice(house: "House", ana: "Browser", service: PushService) -> None:
    """Games against the computer notify nobody."""
    await subscribed(service, ana)
    await ana.say("/puluc practice")
    await later(house)
    for _ in range(3):
        await move(ana)
        await later(house)
    assert service.asked == 0


async def test_a_reminder(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Reminders are notifications, too, and say for how long it has been one's turn."""
    await begun(house, ana, ben)
    await later(house)
    mover, _ = moving(house, ana, ben)
    await subscribed(service, mover)
    await later(house, DAY)
    await later(house)
    (told,) = service.told
    assert "for 1 day" in told["body"]


async def test_a_result(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who hasn't ended a game is notified of its result."""
    await begun(house, ana, ben)
    await later(house, DAY / 24)
    await subscribed(service, ana, ben)
    table = house.store.tables[0]
    resign = Resign(table.id, sure=True)
    (core,) = house.cores
    request = Request(Operation("resigns"), Actor(user(ana), "Ana"), table.place)
    assert not (await core.service.act(resign, request)).refused
    await later(house)
    (received,) = service.received
    assert received.text["body"] == "Ana resigned. Ben wins."
    assert received.device.endpoint == (await house.store.subscriptions(user(ben)))[0].endpoint


async def test_a_declined_challenge(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who has challenged somebody is notified if they decline."""
    await subscribed(service, ana)
    await ana.say("/puluc challenge @Ben")
    await press(house, ben, "Decline")
    await later(house)
    (told,) = service.told
    assert told["body"] == "Ben declined Ana's challenge."


async def test_a_rematch(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who is asked for a rematch is notified, besides the result of the game before."""
    await begun(house, ana, ben)
    await subscribed(service, ben)
    table = house.store.tables[0]
    (core,) = house.cores
    for number, act in enumerate((Resign(table.id, sure=True), Rematch(table.id))):
        request = Request(Operation(f"act-{number}"), Actor(user(ana), "Ana"), table.place)
        assert not (await core.service.act(act, request)).refused
    await later(house)
    assert {told["body"] for told in service.told} == {
        "Ana resigned. Ben wins.",
        "Games: Ana 0, Ben 1\nAna challenges Ben.",
    }


async def test_quiet_hours(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """In quiet hours, a notification waits for their end."""
    await subscribed(service, ben)
    hour = int(house.now % DAY // 3600)
    quiet = Preferences(quiet=Quiet(hour, (hour + 2) % 24))
    await house.store.prefer(user(ben), quiet)
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert service.told == []
    await later(house, 2 * 3600)
    assert len(service.told) == 1


async def test_their_language(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """A notification is in the language that its reader has chosen."""
    await subscribed(service, ben)
    await house.store.prefer(user(ben), Preferences(speaks="es"))
    await ana.say("/puluc challenge @Ben")
    await later(house)
    (told,) = service.told
    assert (told["lang"], told["body"].split("\n")[0]) == ("es", "Ana reta a Ben.")


async def test_all_browsers(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """All browsers of a person are notified. Those that don't want that any more are forgotten."""
    kept, gone = service.device(), service.device()
    for device in (kept, gone):
        await subscribe(ben, device)
    del service.devices[gone.endpoint.rpartition("/")[2]]
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert [each.device for each in service.received] == [kept]
    assert [each.endpoint for each in await house.store.subscriptions(user(ben))] == [kept.endpoint]


async def test_one_of_two_browsers(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """If only one browser could be notified, that one isn't notified again."""
    await subscribed(service, ben, ben)
    service.answers.append(web.Response(status=503))
    await ana.say("/puluc challenge @Ben")
    for seconds in (GRACE_SECONDS, 3600):
        await later(house, seconds)
        assert (service.asked, len(service.told)) == (2, 1)


@pytest.mark.parametrize("endpoint", ["https://localhost/1", "https://127.0.0.1/1"])
async def test_private_addresses(house: "House", endpoint: str) -> None:
    """A name that leads to this machine or its network is forgotten without a connection."""
    cara, pushes = User(Platform.WEB, "cara"), Pushes(house.store, lambda: house.now)
    device = Device(endpoint)
    await house.store.subscribe(cara, Subscription(since=0, **device.told))
    with pytest.raises(Unshowable):
        await pushes.send(cara, b"{}", "/g/1")
    assert await house.store.subscriptions(cara) == ()
    await pushes.close()


async def test_asked_again(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Nobody is notified again because somebody wants to see a game's card."""
    await ana.say("/puluc challenge @Ben")
    await later(house)
    await press(house, ben, "Accept")
    await later(house)
    await subscribed(service, ana, ben)
    await ana.say("/puluc board")
    await later(house)
    assert service.asked == 0


async def test_no_browser_left(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Who is left with no browser is asked nothing more, and keeps their preferences."""
    await subscribed(service, ben)
    service.devices.clear()
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert service.asked == 1
    await later(house, 3600)
    assert service.asked == 1
    assert await house.store.subscriptions(user(ben)) == ()
    assert (await house.store.preferences(user(ben))).where is not Where.REFUSED


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        (lambda: web.Response(status=429, headers={"Retry-After": "120"}), 120),
        (lambda: web.Response(status=429, headers={"Retry-After": "soon"}), 60),
        (lambda: web.Response(status=429), 60),
        (lambda: web.Response(status=503), 60),
    ],
)
async def test_again(
    house: "House",
    ana: "Browser",
    ben: "Browser",
    service: PushService,
    answer: Any,
    seconds: float,
) -> None:
    """A push service that asks to wait, or has failed, is asked again later."""
    await subscribed(service, ben)
    service.answers.append(answer())
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert (service.asked, service.told) == (1, [])
    await later(house, seconds)
    assert (service.asked, len(service.told)) == (2, 1)


@pytest.mark.parametrize("status", [301, 307, 400, 403, 413])
async def test_refused(
    house: "House", ana: "Browser", ben: "Browser", service: PushService, status: int
) -> None:
    """What a push service refuses isn't repeated, and redirects aren't followed."""
    await subscribed(service, ben)
    elsewhere = {"Location": service.device().endpoint}
    service.answers.append(web.Response(status=status, headers=elsewhere))
    await ana.say("/puluc challenge @Ben")
    await later(house)
    await later(house, 3600)
    assert (service.asked, service.told) == (1, [])
    assert len(await house.store.subscriptions(user(ben))) == 1


async def test_one_sender(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Messages prove that they come from the server for whose key browsers subscribe."""
    await subscribed(service, ben)
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert service.keys == {(await ana.get("/api/push")).json["key"]}


async def test_ended(house: "House", ana: "Browser", ben: "Browser", service: PushService) -> None:
    """Who doesn't want notifications in a browser any more gets none there."""
    (device,) = await subscribed(service, ben)
    answer = await ben.post("/api/push/end", endpoint=device.endpoint)
    assert answer.status == 200
    await ana.say("/puluc challenge @Ben")
    await later(house)
    assert service.asked == 0


async def test_everyone_in_a_browser(
    house: "House", open_browser: "Open", service: PushService
) -> None:
    """A browser's subscription is that of everybody who plays in it."""
    browser = open_browser()
    people = await browser.be("Cara", "Dan")
    (device,) = await subscribed(service, browser)
    for person in people:
        (stored,) = await house.store.subscriptions(User(Platform.WEB, person["id"]))
        assert stored.endpoint == device.endpoint


async def test_few_browsers(house: "House", ana: "Browser", service: PushService) -> None:
    """A person has few subscriptions, however many are posted."""
    await subscribed(service, *[ana] * (MOST_BROWSERS + 3))
    assert len(await house.store.subscriptions(user(ana))) == MOST_BROWSERS


async def test_nobody(open_browser: "Open", service: PushService) -> None:
    """A browser in which nobody plays can't subscribe."""
    assert (await subscribe(open_browser(), service.device())).status == 403


async def test_a_forged_persona(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """A cookie that this server hasn't signed is nobody's, so nobody is notified elsewhere."""
    forged = {"Cookie": f'puluc-{ana.me}=["{ana.me}", "Ana"].c2lnbmF0dXJl'}
    ben.session.cookie_jar.clear()
    answer = await ben.post("/api/push", forged, **service.device().told)
    assert answer.status == 403
    assert await house.store.subscriptions(user(ana)) == ()


async def test_a_strangers_subscription(
    house: "House", ana: "Browser", ben: "Browser", service: PushService
) -> None:
    """Nobody can end somebody else's subscription, even if they know its address."""
    (device,) = await subscribed(service, ana)
    assert (await ben.post("/api/push/end", endpoint=device.endpoint)).status == 200
    assert len(await house.store.subscriptions(user(ana))) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"endpoint": "https://push.example/1"},
        {"endpoint": "http://93.184.216.34/1"},
        {"endpoint": "file:///etc/passwd"},
        {"endpoint": None},
        {"endpoint": "http://127.0.0.1/" + "1" * 1024},
        {"key": "BA"},
        {"auth": ""},
        {"auth": 1},
    ],
)
async def test_wrong_subscriptions(
    house: "House", ana: "Browser", service: PushService, changes: dict[str, Any]
) -> None:
    """What is no push service's is refused; in this test, those are on this machine."""
    answer = await ana.post("/api/push", **(service.device().told | changes))
    assert answer.status == 400
    assert await house.store.subscriptions(user(ana)) == ()


async def test_a_huge_subscription(ana: "Browser", service: PushService) -> None:
    """A body that is too large is refused."""
    answer = await ana.post("/api/push", **service.device().told, more="1" * 10_000)
    assert answer.status == 413


async def test_other_sites(ana: "Browser", service: PushService) -> None:
    """Pages of other sites can't subscribe for somebody."""
    foreign = {"Origin": "http://evil.example"}
    assert (await ana.post("/api/push", foreign, **service.device().told)).status == 403


async def test_the_worker(ana: "Browser") -> None:
    """The service worker is a script for all pages, to which no other folder applies."""
    answer = await ana.get("/service-worker.js")
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/javascript")
