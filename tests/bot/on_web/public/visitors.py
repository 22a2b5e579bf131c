"""Visitors of a public site on which people play."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from aiohttp import ClientSession, CookieJar

from bot.acts.act import Act
from bot.config import WebMode
from bot.on_web.sign_in.providers import NOBODY, Providers
from bot.table.ids import TableId
from bot.table.people import Actor, Place, Platform, User
from bot.table.ports import Operation
from bot.table.request import Request
from tests.bot.on_web.conftest import Answer, Browser, House

HOST = "puluc.example"
GROUP = Place(Platform.TELEGRAM, "-100")
CARA = Actor(User(Platform.TELEGRAM, "7"), "Cara")


class Guest:
    """Somebody with a browser, on the public site."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.operations = count()

    async def named(self, name: str) -> Guest:
        """Get a name, and with it a cookie."""
        answer = await self.browser.post("/api/me", name=name)
        self.browser.me = answer.json["id"]
        return self

    async def begin(self, **wish: Any) -> str:
        """Begin a game on the home page; return its path."""
        asked = {"way": "link", "operation": f"asked-for-{next(self.operations)}"} | wish
        answer = await self.browser.post("/api/begin", **asked)
        assert answer.status == 200, answer.text
        return str(answer.json["path"])

    async def told(self, path: str) -> Any:
        """Return what the page of a table is told."""
        return (await self.browser.get(f"{path}/state")).json

    async def link(self, path: str) -> str:
        """Return the secret of the first link to a seat, as its host sees it."""
        url: str = (await self.told(path))["links"][0]["url"]
        return url.partition("#seat=")[2]

    async def sit(self, path: str, secret: str, **other: Any) -> Answer:
        """Take the seat of a link."""
        offers = (await self.told(path)).get("offers")
        body = {
            "persona": self.browser.me,
            "secret": secret,
            "code": offers[0]["code"] if offers else "1accept",
            "operation": f"asked-for-{next(self.operations)}",
        }
        answer = await self.browser.post(f"{path}/seat", **(body | other))
        await self.browser.house.settled()
        return answer


class Public:
    """The public site, and those who visit it."""

    def __init__(self, house: House, address: str) -> None:
        self.house = house
        self.address = address
        self._sessions: list[ClientSession] = []

    def browser(self) -> Browser:
        """Return a browser with cookies of its own."""
        jar = CookieJar(unsafe=True)
        self._sessions.append(ClientSession(self.address, cookie_jar=jar, headers={"Host": HOST}))
        return Browser(self._sessions[-1], self.house)

    async def guest(self, name: str) -> Guest:
        """Return somebody with a name."""
        return await Guest(self.browser()).named(name)

    async def close(self) -> None:
        for session in self._sessions:
            await session.close()

    async def in_group(self, act: Act, operation: str = "in-group") -> TableId:
        """Let Cara act in a group on Telegram; return the table of that operation."""
        service = self.house.cores[0].service
        await service.act(act, Request(Operation(operation), CARA, GROUP))
        return service.table_id(Operation(operation))


@asynccontextmanager
async def opened(
    house: House, scheme: str = "http", *, proxied: bool = True, sign_in: Providers = NOBODY
) -> AsyncIterator[Public]:
    """Serve the site."""
    url = f"{scheme}://{HOST}"
    serving = house.serving(WebMode.PLAY, proxied=proxied, url=url, sign_in=sign_in)
    async with serving as address:
        site = Public(house, address)
        yield site
        await site.close()
