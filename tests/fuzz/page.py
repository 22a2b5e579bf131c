"""HTTP requests to the web chat, by a person with a cookie who is a stranger to its games."""

import json
from functools import cache
from typing import Any, Final

from aiohttp import BytesPayload, ClientSession, CookieJar

from bot.config import WebMode
from bot.on_web import server
from bot.on_web.push.pushes import Pushes
from bot.store.memory import MemoryChannels
from bot.table.people import Platform
from tests.fuzz import codes, lines
from tests.fuzz.chance import Chance
from tests.fuzz.changes import altered, edited, renamed, value
from tests.fuzz.faults import reported
from tests.fuzz.words import PLAYED
from tests.fuzz.world import NAMES, NOW, World, copied, run

Json = Any

CHANNEL: Final = "maize"

OK_ERRORS: Final = (503,)
"""Answers that say that the server is busy."""


class Page:
    """A running server."""

    def __init__(self) -> None:
        self.world = World(Platform.WEB, CHANNEL, 1)
        self._channels = MemoryChannels()
        self._now = NOW
        run(self._begin())
        self._saved = copied(vars(self._channels))

    async def _begin(self) -> None:
        app = server.build(
            services=self.world.services,
            channels=self._channels,
            secret=bytes(32),
            mode=WebMode.CHAT,
            clock=lambda: self._now,
            pushes=Pushes(self.world.services.store, lambda: self._now),
            proxied=False,
            metrics_token=None,
            missing=tuple,
        )
        self._site = await server.serve(app, "127.0.0.1", 0, search=False, proxied=False)
        for number, name in enumerate(NAMES[:3], 1):
            await self._channels.enter(CHANNEL, str(number), name)
        address = f"http://127.0.0.1:{self._site.port}"
        self._session = ClientSession(address, cookie_jar=CookieJar(unsafe=True))
        entered = {"channel": CHANNEL, "names": ["Dan"]}
        async with self._session.post("/api/people", json=entered) as answer:
            self._dan = (await answer.json())["people"][0]["id"]

    def send(self, request: Json) -> int:
        """Send a request; return the status. Raise Effect if it changes what isn't Dan's."""
        vars(self._channels).update(copied(self._saved))
        self._now += 60  # so that limits don't refuse everything
        status = 0

        async def come_in() -> None:
            nonlocal status
            status = await self._sent(self._known(request))

        self.world.judged(come_in, self._dan)
        assert status < 500 or status in OK_ERRORS, f"status {status}"
        return status

    def _known(self, given: Json) -> Json:
        """Return a request with the ids that people and tables have here."""
        table = self.world.named(PLAYED)
        found = next(each for each in self.world.store.tables if each.id == table)
        known = {"ANA": "1", "BEN": "2", "DAN": self._dan, "TABLE": table, "CODE": found.code}
        return renamed(self.world.named(given), known)

    async def _sent(self, request: Json) -> int:
        sent: dict[str, Any] = {}
        if request["method"] == "POST":
            body = request["body"]
            written = body if isinstance(body, str) else json.dumps(body)
            sent["data"] = BytesPayload(written.encode(), content_type="application/json")
        async with self._session.request(
            request["method"],
            "/" + request["path"].lstrip("/"),  # otherwise the client sees a host
            params=request["query"],
            headers=request["headers"],
            **sent,
        ) as answer:
            if answer.content_type != "text/event-stream":
                await answer.read()
            return answer.status


@cache
def page() -> Page:
    """Return the server, which runs as long as this process."""
    return Page()


def check(given: Json) -> bool:
    """A request is answered, and changes nothing that belongs to others."""
    with reported():
        return page().send(given) < 400


PATHS: Final = (
    *("/", "/c/maize", "/api/people", "/api/enter", "/api/say", "/api/press", "/api/events"),
    *("/api/hello", "/g/CODE", "/g/CODE/state", "/g/CODE/fair"),
    *("/g/CODE/record.txt", "/g/CODE/record.json", "/g/CODE/1.png", "/g/CODE/1.txt", "/healthz"),
    *("/metrics", "/rules/bul", "/rules/bul/1.png", "/learn/bul/1.png", "/static/page.js"),
    *("/api/begin", "/api/me", "/home/table/CODE/0123456789abcdef.svg"),
    *("/api/push", "/api/push/end", "/service-worker.js", "/you", "/api/you"),
)

_FIELDS: Final = (
    *("channel", "persona", "operation", "text", "code", "names", "name", "since"),
    *("way", "ruleset", "size", "players", "level", "pace", "endpoint", "key", "auth"),
    *("press", "typed", "as"),
)

_HEADERS: Final = ("Accept-Language", "Last-Event-ID", "Cookie", "X-Forwarded-For")

_SAFE: Final = "/.%abc123-_"


def request(chance: Chance) -> Json:
    """Return a request, usually to act as oneself or, without the right to, as someone else."""
    if chance.one_in(4):
        return _any(chance)
    press = not chance.one_in(4)
    body: Json = {
        "channel": CHANNEL,
        "persona": "ANA" if chance.one_in(8) else "DAN",
        "operation": f"operation-{chance.below(1000)}",
    }
    body |= {"code": codes.carried(chance)} if press else {"text": "/" + lines.rest(chance)}
    if chance.one_in(8):
        body |= {"word": chance.text(8)}
    if chance.one_in(6):
        body = altered(chance, body, 2)
    elif chance.one_in(8):
        body = edited(chance, json.dumps(body))  # may no longer be JSON
    path = "/api/press" if press else "/api/say"
    return {"method": "POST", "path": path, "query": {}, "headers": {}, "body": body}


def _any(chance: Chance) -> Json:
    path = chance.choice(PATHS)
    headers = {}
    for _ in range(chance.below(3)):
        headers[chance.choice(_HEADERS)] = chance.text(12, _PRINTABLE).strip()
    return {
        "method": chance.choice(("GET", "GET", "POST", "POST", "PUT", "OPTIONS")),
        "path": edited(chance, path, _SAFE) if chance.one_in(3) else path,
        "query": {chance.choice(_FIELDS): _word(chance) for _ in range(chance.below(3))},
        "headers": headers,
        "body": {chance.choice(_FIELDS): _in_body(chance) for _ in range(chance.below(6))},
    }


_PRINTABLE: Final = "".join(map(chr, range(32, 127)))


def _word(chance: Chance) -> str:
    return chance.choice(("DAN", "ANA", "BEN", CHANNEL, "1move.TABLE.3.b+1", "0", "operation-1"))


def _in_body(chance: Chance) -> Json:
    return _word(chance) if chance.one_in(2) else value(chance)
