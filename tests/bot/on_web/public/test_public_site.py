"""A public site on which people play: who gets in, and seats by link."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import pytest

from bot.acts.gather.accept import Accept
from bot.acts.gather.open import Open
from bot.acts.play.resign import Resign
from bot.acts.registry import decode
from bot.games.catalogue import games
from bot.on_web import begin, tries
from bot.show.presenter import make_page
from bot.table.button import Button
from bot.table.people import Platform, User
from bot.table.table import Status, Table
from tests.bot.on_web.conftest import CATALOGUE, Answer
from tests.bot.on_web.public.visitors import CARA, HOST, Guest, Public, opened

if TYPE_CHECKING:
    from tests.bot.on_web.conftest import House


async def test_the_home_page_begins_games(ana: Guest) -> None:
    """Anybody can play the computer."""
    path = await ana.begin(way="computer")
    assert (await ana.told(path))["status"] == "playing"


@pytest.mark.parametrize("path", ["/c/maize", "/as/somebody", "/api/hello"])
async def test_there_is_no_chat(ana: Guest, path: str) -> None:
    """Pages of the chat don't exist."""
    assert (await ana.browser.get(path)).status == 404


@pytest.mark.parametrize("path", ["/api/say", "/api/people", "/api/enter"])
async def test_nobody_writes_to_others(ana: Guest, path: str) -> None:
    """Guests can't post texts, or enter channels."""
    answer = await ana.browser.post(path, persona=ana.browser.me, channel="maize", text="hello")
    assert answer.status == 404


async def test_the_home_page_has_no_link_to_the_chat(ana: Guest) -> None:
    """What isn't served isn't offered."""
    assert "/c/" not in (await ana.browser.get("/")).text


async def test_another_host(ana: Guest) -> None:
    """A request to another name is refused."""
    assert (await ana.browser.get("/", {"Host": "evil.example"})).status == 403


@pytest.mark.parametrize("host", ["evil.example", "10.0.0.7:8080"])
async def test_health_has_any_host(ana: Guest, host: str) -> None:
    """A hosting service asks for the health of a process by its address."""
    assert (await ana.browser.get("/healthz", {"Host": host})).status == 200


async def test_another_origin(ana: Guest) -> None:
    """A page of another site can't begin a game."""
    headers = {"Origin": "http://evil.example"}
    answer = await ana.browser.post("/api/begin", headers, way="computer", operation="operation")
    assert (answer.status, ana.browser.house.store.tables) == (403, ())


async def test_its_own_origin(ana: Guest) -> None:
    """A page of the site can, although it is reached through a proxy."""
    headers = {"Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin"}
    answer = await ana.browser.post("/api/begin", headers, way="computer", operation="operation")
    assert answer.status == 200


async def test_cookies_belong_to_the_host(house: House) -> None:
    """By https, cookies go over TLS only, and can't be set by other hosts of the domain."""
    async with opened(house, "https") as site:
        answer = await site.browser().post("/api/me", name="Ana")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("__Host-puluc-")
    assert {"HttpOnly", "Secure", "Path=/", "SameSite=Lax"} <= set(cookie.split("; "))


async def test_each_game_has_a_channel_of_its_own(ana: Guest, house: House) -> None:
    """So nobody finds the games of others in theirs."""
    await ana.begin(way="computer")
    await ana.begin(way="computer")
    assert len({table.place for table in house.store.tables}) == 2


async def test_an_address_begins_few_games(
    ana: Guest, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can fill the store with games, under whatever names."""
    monkeypatch.setattr(begin, "BEGINS", 1)
    async with opened(house) as site:
        await (await site.guest("Ana")).begin(way="computer")
        other = (await site.guest("Ben")).browser
        answer = await other.post("/api/begin", way="computer", operation="operation-1")
    assert (answer.status, answer.headers["Retry-After"]) == (429, "3600")
    assert len(house.store.tables) == 1


async def test_a_stranger_can_not_press(ana: Guest, ben: Guest, house: House) -> None:
    """Who isn't in a game can't act in its channel, although they can watch it."""
    await ana.begin(way="link")
    (table,) = house.store.tables
    code = Accept(table.id, revision=table.revision).code
    answer = await ben.browser.press(code, channel=table.place.channel)
    assert (answer.status, (await house.table()).status) == (403, Status.OFFERED)


async def test_a_watcher_is_offered_no_seat(ana: Guest, ben: Guest) -> None:
    """The page of a game gives no seat to everybody who sees it."""
    told = await ben.told(await ana.begin())
    assert "accept" not in " ".join(str(each.get("code")) for each in told["buttons"])
    assert told["as"] is None


async def test_only_the_host_sees_links(ana: Guest, ben: Guest) -> None:
    """The page tells nobody else a secret."""
    path = await ana.begin()
    assert await ana.link(path)
    assert "links" not in await ben.told(path)


async def test_a_qr_code(ana: Guest) -> None:
    """The host's page has what to draw of a code that phones can scan."""
    (link,) = (await ana.told(await ana.begin()))["links"]
    assert re.fullmatch(r"(M\d+ \d+h1v1h-1z)+", link["qr"]["path"])
    assert link["qr"]["width"] >= 21


async def test_a_seat_by_link(ana: Guest, ben: Guest, house: House) -> None:
    """Who has the link takes the seat, and play begins."""
    path = await ana.begin()
    assert (await ben.sit(path, await ana.link(path))).status == 200
    table = await house.table()
    assert table.status is Status.PLAYING
    assert table.seat_of(User(Platform.WEB, ben.browser.me)) == 1


async def test_a_guest_plays(ana: Guest, ben: Guest, house: House) -> None:
    """Somebody who came by a link can press what the page offers."""
    path = await ana.begin()
    await ben.sit(path, await ana.link(path))
    table = await house.table()
    told = await ben.told(path)
    mover = ben if told["turn"] in told["mine"] else ana
    answer = await _press_first(mover, path)
    assert answer.status == 200, answer.text
    assert (await house.table()).moves > table.moves


@pytest.mark.parametrize("agent", ["TelegramBot (like TwitterBot)", "Discordbot/2.0", "curl/8"])
async def test_a_preview_takes_no_seat(ana: Guest, site: Public, house: House, agent: str) -> None:
    """To open the address of a link changes nothing."""
    path = await ana.begin()
    before = await house.table()
    browser = site.browser()
    for method in ("GET", "HEAD"):
        headers = {"User-Agent": agent}
        async with browser.session.request(method, path, headers=headers) as response:
            assert response.status == 200
    assert await house.table() == before


async def test_a_page_has_no_secret(ana: Guest, ben: Guest) -> None:
    """What is served to anybody but the host doesn't have it."""
    path = await ana.begin()
    secret = await ana.link(path)
    assert secret not in (await ben.browser.get(path)).text


async def test_a_link_is_used_up(ana: Guest, ben: Guest, site: Public) -> None:
    """A second person gets the answer of those who make a secret up."""
    path = await ana.begin()
    secret = await ana.link(path)
    await ben.sit(path, secret)
    late, liar = await site.guest("Cleo"), await site.guest("Dan")
    answers = [await late.sit(path, secret), await liar.sit(path, "x" * 24)]
    assert [each.status for each in answers] == [403, 403]
    assert answers[0].body == answers[1].body


async def test_a_repeated_request(ana: Guest, ben: Guest, house: House) -> None:
    """If the answer is lost, asking again finds the seat taken by oneself."""
    path = await ana.begin()
    secret = await ana.link(path)
    await ben.sit(path, secret)
    revision = (await house.table()).revision
    assert (await ben.sit(path, secret)).status == 200
    assert (await house.table()).revision == revision


async def test_two_presses_at_once(ana: Guest, ben: Guest, house: House) -> None:
    """Both are told that the seat is theirs."""
    path = await ana.begin()
    secret = await ana.link(path)
    code = (await ben.told(path))["offers"][0]["code"]
    presses = await asyncio.gather(*(ben.sit(path, secret, code=code) for _ in range(2)))
    assert [each.status for each in presses] == [200, 200]


async def test_a_link_is_looked_at(ana: Guest, ben: Guest, house: House) -> None:
    """A page can ask whether a link still gives a seat, which takes nothing."""
    path = await ana.begin()
    secret = await ana.link(path)
    answers = [await ben.browser.post(f"{path}/seat", secret=each) for each in (secret, "x" * 24)]
    assert [each.status for each in answers] == [200, 403]
    assert (await house.table()).has_free_seat


async def test_a_refusal_is_a_sentence(ana: Guest, ben: Guest) -> None:
    """A script gets what is to be said, in the language of the browser."""
    path = await ana.begin()
    headers = {"Accept-Language": "es"}
    answer = await ben.browser.post(f"{path}/seat", headers, secret="x" * 24)
    (line,) = answer.json["lines"]
    assert "enlace" in line


async def test_players_who_have_joined_have_no_links(ana: Guest, ben: Guest) -> None:
    """Only the host of a lobby hands links on."""
    path = await ana.begin(ruleset="aj-sayil", players=4)
    await ben.sit(path, await ana.link(path))
    assert len((await ana.told(path))["links"]) == 2
    assert (await ben.told(path))["links"] == []


async def test_the_host_can_not_sit_on_both_sides(ana: Guest, house: House) -> None:
    """The host's own link changes nothing for the host."""
    path = await ana.begin()
    await ana.sit(path, await ana.link(path))
    assert (await house.table()).status is Status.OFFERED


async def test_a_forged_act(ana: Guest, ben: Guest, house: House) -> None:
    """A link gives a seat, and nothing else can be done with it."""
    path = await ana.begin()
    table = await house.table()
    code = Resign(table.id).code
    assert (await ben.sit(path, await ana.link(path), code=code)).status == 400
    assert await house.table() == table


async def test_somebody_elses_cookie(ana: Guest, ben: Guest, house: House) -> None:
    """Nobody takes a seat for somebody else."""
    path = await ana.begin()
    answer = await ben.sit(path, await ana.link(path), persona=ana.browser.me)
    assert (answer.status, (await house.table()).status) == (403, Status.OFFERED)


async def test_links_are_tried_in_vain(ana: Guest, site: Public) -> None:
    """An address can't try links for long."""
    path = await ana.begin()
    liar = await site.guest("Dan")
    code = (await liar.told(path))["offers"][0]["code"]
    for _ in range(tries.TRIES):
        assert (await liar.sit(path, "x" * 24, code=code)).status == 403
    answer = await liar.sit(path, await ana.link(path), code=code)
    assert (answer.status, answer.headers["Retry-After"]) == (429, str(tries.TRY_SECONDS))


async def test_a_game_of_a_group(site: Public, ben: Guest, house: House) -> None:
    """A seat of a game in a group on Telegram can be taken in the browser, and is played there."""
    id_ = await site.in_group(Open())
    table = await house.table()
    path = f"/g/{table.code}"
    (url,) = _invites(site).links(table)
    assert (await ben.sit(path, url.partition("#seat=")[2])).status == 200
    table = await house.table()
    assert [place.platform for place in table.shown_in] == [Platform.TELEGRAM, Platform.WEB]
    assert table.place_of(User(Platform.WEB, ben.browser.me)).platform is Platform.WEB
    assert table.id == id_


async def test_both_places_play(site: Public, ben: Guest, house: House) -> None:
    """The player in the group and the one in the browser move in turn."""
    await site.in_group(Open())
    table = await house.table()
    path = f"/g/{table.code}"
    await ben.sit(path, _invites(site).links(table)[0].partition("#seat=")[2])
    movers = set[int]()
    for turn in range(12):
        table = await house.table()
        mover = site.house.cores[0].tables.to_move(table)
        assert mover is not None
        movers.add(mover)
        await _play(site, ben, path, table, mover, turn)
    assert movers == {0, 1}


async def _play(site: Public, ben: Guest, path: str, table: Table, mover: int, turn: int) -> None:
    """Let the player to move play their first move, Cara in the group and Ben in the browser."""
    if mover != table.seat_of(CARA.user):
        await _press_first(ben, path)
        return
    page = make_page(games(), table, CATALOGUE.voice(), pictured=False)
    moves = (each for each in page.buttons if isinstance(each, Button) and each.move)
    await site.in_group(decode(next(moves).act.code), f"move-{turn}")
    await site.house.settled()


async def _press_first(guest: Guest, path: str) -> Answer:
    """Press the first move that a page offers."""
    told = await guest.told(path)
    codes = [each["code"] for each in (*told["moves"], *told["buttons"])]
    answer = await guest.browser.press(codes[0], channel=told["as"]["channel"])
    await guest.browser.house.settled()
    return answer


def _invites(site: Public) -> Any:
    return site.house.cores[0].services.invites
