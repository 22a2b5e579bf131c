"""The web chat, with two people who play, as strangers without their cookies reach it."""

import asyncio
import threading
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from aiohttp import ClientSession, CookieJar

from bot.table.table import Table
from tests.bot.on_web.conftest import House

OK_ERRORS: Final = (503,)
"""Answers that say that the server is busy."""

Json = Any


class Page:
    """A running server; its tables must stay as they are whatever strangers send."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self._house = House()
        self._run(self._begin())

    def _run(self, what: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(60)

    async def _begin(self) -> None:
        self._serving = self._house.serving()
        address = await self._serving.__aenter__()
        self._stranger = ClientSession(address, cookie_jar=CookieJar(unsafe=True))
        async with ClientSession(address, cookie_jar=CookieJar(unsafe=True)) as ana:
            entered = {"channel": "maize", "names": ["Ana", "Ben"]}
            async with ana.post("/api/people", json=entered) as answer:
                people = (await answer.json())["people"]
            self._ids = [person["id"] for person in people]
            for persona, text in zip(self._ids, ["challenge @Ben bul", "accept"], strict=True):
                said = {"channel": "maize", "persona": persona, "text": f"/puluc {text}"}
                async with ana.post(
                    "/api/say", json=said | {"operation": f"begin-{persona}"}
                ) as answer:
                    assert answer.ok
        await self._house.settled()
        assert self._table.position

    @property
    def _table(self) -> Table:
        return next(table for table in self._house.store.tables if table.place.channel == "maize")

    def send(self, request: Mapping[str, Json]) -> None:
        """Send a request as a stranger; assert that it is answered, and changes nothing here."""
        before = self._table
        status = self._run(self._sent(request))
        assert status < 500 or status in OK_ERRORS, f"status {status}"
        assert self._table == before, "a stranger has changed a game"

    async def _sent(self, request: Mapping[str, Json]) -> int:
        words = {
            "ANA": self._ids[0],
            "BEN": self._ids[1],
            "TABLE": self._table.id,
            "CODE": self._table.code,
        }

        def known(value: Json) -> Json:
            if isinstance(value, str):
                for word, meant in words.items():
                    value = value.replace(word, meant)
                return value
            if isinstance(value, dict):
                return {key: known(each) for key, each in value.items()}
            return value

        body, sent = known(request["body"]), {}
        if request["method"] == "POST":
            sent = {"data": body.encode()} if isinstance(body, str) else {"json": body}
        self._house.now += 60  # so that limits don't refuse everything
        async with self._stranger.request(
            request["method"],
            "/" + known(request["path"]).lstrip("/"),  # otherwise the client sees a host
            params=known(request["query"]),
            headers={name: known(value) for name, value in request["headers"].items()},
            **sent,
        ) as answer:
            if answer.content_type != "text/event-stream":
                await answer.read()
            return answer.status


@cache
def page() -> Page:
    """Return the server, which runs as long as this process."""
    return Page()
