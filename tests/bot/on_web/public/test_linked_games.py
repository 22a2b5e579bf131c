"""Games of all accounts of a person, in the browser in which one of them plays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.challenge import Challenge
from bot.acts.gather.practice import Practice
from bot.acts.play.resign import Resign
from bot.table.accounts import Account
from bot.table.agreement import agreement
from bot.table.ids import TableId
from bot.table.people import Actor, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from bot.table.table import Table
from tests.bot.on_web.public.visitors import CARA, GROUP, Guest, Public
from tests.bot.on_web.test_table_live import hearing

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import Answer

DAN = Actor(User(Platform.TELEGRAM, "8"), "Dan")


async def link(site: Public, *accounts: Guest | Actor) -> None:
    """Link accounts of one person."""
    users = [
        User(Platform.WEB, each.browser.me) if isinstance(each, Guest) else each.user
        for each in accounts
    ]
    first, *others = (Account(user, "Cara", 0) for user in users)
    for other in others:
        await site.house.store.link(first, other)


@pytest.fixture
async def ana(site: Public) -> Guest:
    """Somebody in a browser who is Cara on Telegram."""
    ana = await site.guest("Ana")
    await link(site, ana, CARA)
    return ana


async def practice(site: Public) -> str:
    """Let Cara begin a game against the computer in her group; return the path of its page."""
    return await begun(site, await site.in_group(Practice(), "practice"), CARA)


async def challenge(site: Public) -> str:
    """Let Cara play against Dan there."""
    return await begun(site, await site.in_group(Challenge((DAN,)), "challenge"), DAN)


async def begun(site: Public, id_: TableId, by: Actor) -> str:
    table = await stored(site, id_)
    accept = Accept(id_, revision=table.revision, agreement=agreement(table))
    service = site.house.cores[0].service
    reply = await service.act(accept, Request(Operation(f"accept-{id_}"), by, GROUP))
    assert not reply.refused, reply.texts
    await site.house.settled()
    return f"/g/{table.code}"


async def stored(site: Public, id_: TableId) -> Table:
    table = await site.house.store.load(id_)
    assert table is not None
    return table


async def cards(guest: Guest) -> list[str]:
    """Return the paths of the games that the home page shows as one's own."""
    page = (await guest.browser.get("/")).text
    return re.findall(r'<a class="game[^"]*" href="([^"]+)"', page)


async def first(guest: Guest, path: str) -> str:
    """Return the code of the first thing that a page offers."""
    told = await guest.told(path)
    return str([*told["moves"], *told["buttons"]][0]["code"])


async def press(guest: Guest, path: str, **other: Any) -> Answer:
    """Press it."""
    asked = {"channel": (await guest.told(path))["as"]["channel"]} | other
    answer = await guest.browser.press(await first(guest, path), **asked)
    await guest.browser.house.settled()
    return answer


async def test_on_the_home_page(site: Public, ana: Guest) -> None:
    """A game that another account plays is shown among one's own."""
    path = await practice(site)
    assert await cards(ana) == [path]


async def test_strangers(site: Public, ana: Guest) -> None:
    """It is nobody else's."""
    path, ben = await practice(site), await site.guest("Ben")
    assert await cards(ben) == []
    assert (await ben.told(path))["as"] is None


async def test_two_personas_of_one_person(site: Public, ana: Guest) -> None:
    """A browser in which two personas are one person has one seat in the game, seen from there."""
    path, first = await challenge(site), ana.browser.me
    other = await site.guest("Ben")
    cookies = other.browser.session.cookie_jar
    ana.browser.session.cookie_jar.update_cookies({each.key: each.value for each in cookies})
    await site.house.store.link(
        Account(User(Platform.WEB, first), "Ana", 0),
        Account(User(Platform.WEB, other.browser.me), "Ben", 0),
    )
    assert await cards(ana) == [path]
    assert "against Dan" in (await ana.browser.get("/")).text


async def test_games_that_are_over(site: Public, ana: Guest) -> None:
    """Games that another account has played are among one's own finished ones."""
    path = await challenge(site)
    (table,) = site.house.store.tables
    await site.in_group(Resign(table.id, sure=True), "resign")
    await site.house.settled()
    assert f'<a href="{path}">' in (await ana.browser.get("/")).text


async def test_the_page_of_a_game(site: Public, ana: Guest) -> None:
    """It is seen from the seat of the other account, and offers its moves."""
    told = await ana.told(await practice(site))
    assert told["mine"] == [0]
    assert told["as"]["persona"] == ana.browser.me
    assert [*told["moves"], *told["buttons"]]


async def test_a_press(site: Public, ana: Guest) -> None:
    """Whoever plays in a chat can go on in the browser, which is where they play then."""
    path = await practice(site)
    (before,) = site.house.store.tables
    answer = await press(ana, path)
    assert answer.status == 200, answer.text
    (table,) = site.house.store.tables
    assert table.revision > before.revision
    assert table.seat_of(User(Platform.WEB, ana.browser.me)) == 0
    assert table.place == GROUP


async def test_on_with_it_in_the_chat(site: Public, ana: Guest) -> None:
    """After that, the other account still plays where the game began."""
    path = await practice(site)
    (table,) = site.house.store.tables
    await press(ana, path)
    await site.in_group(Resign(table.id, sure=True), "resign")
    assert (await ana.told(path))["status"] == "over"


async def test_a_page_that_was_open_before(site: Public, ben: Guest) -> None:
    """A page stays its player's if they go on from an account that is linked meanwhile."""
    path, phone = await ben.begin(way="computer"), await site.guest("Ben's phone")
    async with hearing(site.house, ben.browser, (await ben.told(path))["seen"]) as stream:
        await link(site, ben, phone)
        assert (await press(phone, path)).status == 200
        newest = (await site.house.table()).revision
        while (told := await stream.next())["revision"] < newest:
            pass
    assert told["mine"] == [0]


async def test_a_press_of_a_stranger(site: Public, ana: Guest) -> None:
    """A stranger can't act in such a game."""
    path = await practice(site)
    code = await first(ana, path)
    (table,) = site.house.store.tables
    ben = await site.guest("Ben")
    assert (await ben.browser.press(code, channel=f"t-{table.id}")).status == 403


async def test_a_press_in_another_game(site: Public, ana: Guest) -> None:
    """Nobody comes into the channel of another game by a press in their own."""
    path, other = await practice(site), await challenge(site)
    assert other != path
    strange = next(each for each in site.house.store.tables if f"/g/{each.code}" == other)
    assert (await press(ana, path, channel=f"t-{strange.id}")).status == 403


async def test_a_face(site: Public, ana: Guest) -> None:
    """A face is made from the seat of the other account."""
    path = await practice(site)
    answer = await ana.browser.post(f"{path}/face", persona=ana.browser.me, face="smile")
    assert answer.status == 204
    update = await ana.browser.get(f"{path}/update")
    assert update.json["company"]["faces"] == []
