"""A guest's seat in another browser, by a link that the host has renewed: requests of pages."""

from typing import Any

import pytest

from bot.acts.gather.renew import RenewSeat
from bot.acts.registry import decoded
from bot.table.ids import TableId
from bot.table.people import Platform, User
from tests.bot.on_web.conftest import House
from tests.bot.on_web.public.visitors import Guest, Public


@pytest.fixture
async def path(ana: Guest, ben: Guest) -> str:
    """Ana's game, in which Ben has taken the seat by a link."""
    begun = await ana.begin()
    await ben.sit(begun, await ana.link(begun))
    return begun


async def press(guest: Guest, path: str, code: str) -> Any:
    """Press a button as whoever the page says."""
    me = (await guest.told(path))["as"]
    return await guest.browser.press(code, channel=me["channel"])


async def renewed(ana: Guest, path: str, table: TableId) -> str:
    """Let Ana make a new link to Ben's seat; return its secret."""
    answer = await press(ana, path, RenewSeat(table, 1).code)
    assert answer.status == 200, answer.text
    return str(answer.json["lines"][1]).partition("#seat=")[2]


@pytest.fixture
async def secret(ana: Guest, path: str, house: House) -> str:
    """The secret of a new link to Ben's seat."""
    return await renewed(ana, path, (await house.table()).id)


def owner(guest: Guest) -> User:
    return User(Platform.WEB, guest.browser.me)


async def test_what_it_offers(path: str, secret: str, site: Public) -> None:
    """A page that asks is told what to press, and whose name goes with it."""
    answer = await site.browser().post(f"{path}/seat", secret=secret)
    assert answer.json["offer"] == {"label": "Continue as Ben"}
    assert answer.json["name"] == "Ben"


async def test_another_browser(path: str, secret: str, site: Public, house: House) -> None:
    """Who presses has the seat, and plays on."""
    other = await site.guest("Ben")
    assert (await other.sit(path, secret)).status == 200
    assert (await house.table()).seat_of(owner(other)) == 1
    assert (await other.told(path))["mine"] == [1]


async def test_a_repeated_request(path: str, secret: str, site: Public, house: House) -> None:
    """If the answer is lost, asking again finds the seat taken by oneself."""
    other = await site.guest("Ben")
    await other.sit(path, secret)
    revision = (await house.table()).revision
    assert (await other.sit(path, secret)).status == 200
    assert (await house.table()).revision == revision


async def test_to_look_takes_nothing(
    path: str, secret: str, site: Public, ben: Guest, house: House
) -> None:
    """To ask what a link gives, or to open it, changes nothing."""
    await site.browser().post(f"{path}/seat", secret=secret)
    await site.browser().get(path)
    assert (await house.table()).seat_of(owner(ben)) == 1


async def test_the_hosts_page(ana: Guest, path: str, secret: str, house: House) -> None:
    """The host gets no second seat."""
    await ana.sit(path, secret)
    assert (await house.table()).seats_of(owner(ana)) == (0,)


async def test_the_hosts_browser(ana: Guest, path: str, secret: str) -> None:
    """Nobody else in the host's browser gets it either."""
    await ana.begin(way="both", names=["Ana", "Cleo"])
    cookies = ana.browser.session.cookie_jar
    known = {each.key.partition("-")[2] for each in cookies}
    (ana.browser.me,) = known - {ana.browser.me}
    assert (await ana.sit(path, secret)).json["lines"] == [
        "Someone in this browser plays or has played in this game, so the link doesn't work here."
    ]


async def test_the_secret_of_another_table(
    ana: Guest, path: str, secret: str, site: Public
) -> None:
    """A new link gives no seat in another game."""
    other = await ana.begin()
    assert (await (await site.guest("Ben")).sit(other, secret)).status == 403


async def test_the_guest_is_told(ana: Guest, ben: Guest, path: str, secret: str) -> None:
    """The guest's page says that there is a new link, and has a button against it."""
    told = await ben.told(path)
    assert "Ana has made a new link to your seat" in " ".join(told["notes"])
    (button,) = (each for each in told["buttons"] if each["label"] == "I'm here")
    await press(ben, path, button["code"])
    assert "new link" not in " ".join((await ben.told(path))["notes"])


async def test_only_the_guest_is_told(ana: Guest, path: str, secret: str) -> None:
    """The pages of others don't have that button."""
    labels = [each["label"] for each in (await ana.told(path))["buttons"]]
    assert "I'm here" not in labels


async def test_the_old_page(ben: Guest, path: str, secret: str, site: Public, house: House) -> None:
    """The page that had the seat says where it has gone, and takes it back with one press."""
    await (await site.guest("Ben")).sit(path, secret)
    told = await ben.told(path)
    assert "has moved from this browser to another one" in " ".join(told["notes"])
    (button,) = (each for each in told["buttons"] if each["label"] == "Take the seat back")
    assert (await press(ben, path, button["code"])).status == 200
    assert (await house.table()).seat_of(owner(ben)) == 1


async def test_the_old_home_page(ben: Guest, path: str, secret: str, site: Public) -> None:
    """The browser that had the seat still finds the game among its own, and leads to its page."""
    await (await site.guest("Ben")).sit(path, secret)
    text = (await ben.browser.get("/")).text
    assert f'href="{path}"' in text
    assert "now played in another browser" in text


async def test_others_take_nothing_back(ana: Guest, path: str, secret: str, site: Public) -> None:
    """Neither the host's page nor a watcher's has that button."""
    await (await site.guest("Ben")).sit(path, secret)
    for guest in (ana, await site.guest("Cleo")):
        labels = [each["label"] for each in (await guest.told(path))["buttons"]]
        assert "Take the seat back" not in labels


async def test_the_panel_of_links(ana: Guest, ben: Guest, house: House) -> None:
    """While a game waits for others, the host's page has a new link beside those of free seats."""
    path = await ana.begin(ruleset="aj-sayil", players=4)
    await ben.sit(path, await ana.link(path))
    table = await house.table()
    seat = table.seat_of(owner(ben))
    assert seat is not None
    act = decoded(RenewSeat(table.id, seat).code)
    assert act is not None
    await press(ana, path, act.code)
    links = (await ana.told(path))["links"]
    assert [each.get("about", "").partition(",")[0] for each in links] == [
        "",
        "",
        "With this link",
    ]
