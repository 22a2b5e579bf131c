"""Simulated players over HTTP, acting like browser tabs, and a ledger of the replies they got."""

import asyncio
import json
import uuid
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import Any

import aiohttp

from bot.table import codes
from bot.table.intents import Accept, Move

TRIES = 6
"""How often an operation is sent before its outcome counts as unknown."""

ANSWER_SECONDS = 8.0
PAUSE_SECONDS = 0.4
TWICE_SHARE = 0.2
"""The share of presses that are sent twice at the same time."""


class Outcome(Enum):
    """The reply a player got to an operation."""

    DONE = auto()
    REFUSED = auto()
    UNKNOWN = auto()


@dataclass
class Ledger:
    """Moves by table: those attempted, and those acknowledged, by revision."""

    acknowledged: dict[str, dict[int, str]] = field(default_factory=lambda: defaultdict(dict))
    tried: dict[str, set[tuple[int, str]]] = field(default_factory=lambda: defaultdict(set))
    retracted: int = 0
    """How many moves were acknowledged on a revision that already had an acknowledged press."""
    count: Counter[str] = field(default_factory=Counter)

    def note(self, move: Move, outcome: Outcome) -> None:
        """Record the reply to a move."""
        self.count[f"presses {outcome.name.lower()}"] += 1
        if outcome is Outcome.DONE:
            self.retracted += move.revision in self.acknowledged[move.table]
            self.acknowledged[move.table][move.revision] = move.move


class Browser:
    """Several players in one browser, in their own channel."""

    def __init__(self, url: str, channel: str, chance: Random, ledger: Ledger) -> None:
        self._url = url
        self._channel = channel
        self._chance = chance
        self._ledger = ledger
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True),
            timeout=aiohttp.ClientTimeout(total=ANSWER_SECONDS),
        )
        self.people: dict[str, str] = {}
        self.boards: dict[str, dict[str, Any]] = {}
        self.pages: dict[str, str] = {}
        """The watch pages of all tables ever shown here."""
        self._changed = asyncio.Event()

    async def close(self) -> None:
        """Close every connection."""
        await self._session.close()

    async def enter(self, *names: str) -> None:
        """Enter the channel as these players."""
        while not self.people:
            with suppress(aiohttp.ClientError, TimeoutError):
                body = {"channel": self._channel, "names": names}
                async with self._session.post(f"{self._url}/api/people", json=body) as answer:
                    if answer.ok:
                        told = await answer.json()
                        self.people = {p["id"]: p["name"] for p in told["people"]}
            await asyncio.sleep(PAUSE_SECONDS)

    async def follow(self) -> None:
        """Keep the tab's stream open for as long as this runs, and record changes of boards."""
        version = 0
        while True:
            with suppress(aiohttp.ClientError, TimeoutError, ValueError):
                async with self._events(version) as events:
                    async for seen, event in events:
                        version = seen
                        self._see(event)
            await asyncio.sleep(PAUSE_SECONDS)

    async def look(self) -> dict[str, dict[str, Any]]:
        """Return what a newly opened tab shows: the newest board of every table."""
        self.boards = {}
        async with asyncio.timeout(ANSWER_SECONDS), self._events(0) as events:
            async for version, event in events:
                if version < 0:
                    break
                self._see(event)
        return self.boards

    @asynccontextmanager
    async def _events(self, since: int) -> AsyncIterator[AsyncIterator[tuple[int, dict[str, Any]]]]:
        """Yield events with their versions; -1 marks the end of missed events."""
        query = {"channel": self._channel, "since": str(since)}
        forever = aiohttp.ClientTimeout(total=None, sock_read=60)
        where = f"{self._url}/api/events"
        async with self._session.get(where, params=query, timeout=forever) as answer:
            answer.raise_for_status()

            async def events() -> AsyncIterator[tuple[int, dict[str, Any]]]:
                version = since
                async for line in answer.content:
                    name, _, value = line.decode().strip().partition(": ")
                    if name == "id":
                        version = int(value.partition(".")[0])
                    elif name == "event" and value == "ready":
                        yield -1, {}
                    elif name == "data" and '"order"' in value:
                        yield version, json.loads(value)

            yield events()

    def _see(self, event: dict[str, Any]) -> None:
        body = event.get("body")
        if not body or body["kind"] != "board":
            return
        table = body["table"]
        known = self.boards.get(table)
        if known is None or known["revision"] <= body["revision"]:
            self.boards[table] = body
        self.pages[table] = body["watch"]
        self._changed.set()

    async def say(self, persona: str, text: str) -> Outcome:
        """Type a line as one of the players."""
        return await self._send("/api/say", {"persona": persona, "text": text})

    async def push(self, persona: str, code: str) -> Outcome:
        """Press a button with this code, on a board or in a reply, as one of the players."""
        return await self._send("/api/press", {"persona": persona, "code": code})

    async def play(self, stopping: asyncio.Event) -> None:
        """Play one game after another."""
        while not stopping.is_set():
            live = [board for board in self.boards.values() if board["live"]]
            if not live:
                await self._challenge()
                await self._see_more()
                continue
            board = live[-1]
            if not await self.press(board):
                await self._see_more()
            await asyncio.sleep(self._chance.uniform(0, 0.05))

    async def press(self, board: dict[str, Any]) -> bool:
        """Press a button as a player who may; return whether the board shows the result."""
        intents = [codes.decode(button["code"]) for button in board["buttons"]]
        moves = [
            (intent, button["code"])
            for intent, button in zip(intents, board["buttons"], strict=True)
            if isinstance(intent, (Move, Accept))
        ]
        movers = [each for each in board["mentions"] if each in self.people]
        if not moves or not movers:
            return False
        intent, code = self._chance.choice(moves)
        outcome = await self._press(movers[0], code, intent)
        return outcome is Outcome.DONE and await self.shows(board["table"], board["revision"] + 1)

    async def _press(self, persona: str, code: str, intent: Move | Accept) -> Outcome:
        body = {"persona": persona, "code": code}
        if isinstance(intent, Accept):
            return await self._send("/api/press", body)
        # Recorded before sending, because a move can be played even if its reply is lost.
        self._ledger.tried[intent.table].add((intent.revision, intent.move))
        outcome = await self._send("/api/press", body)
        self._ledger.note(intent, outcome)
        return outcome

    async def shows(self, table: str, revision: int, seconds: float = 5.0) -> bool:
        """Return whether the tab shows this revision, or a newer one, in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.boards.get(table, {"revision": 0})["revision"] < revision:
                    self._changed.clear()
                    await self._changed.wait()
                return True
        return False

    async def _see_more(self) -> None:
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(2 * PAUSE_SECONDS):
                await self._changed.wait()

    async def _challenge(self) -> None:
        host, guest = self._chance.sample(sorted(self.people), 2)
        await self.say(host, f"/puluc challenge @{self.people[guest]}")

    async def _send(self, path: str, body: dict[str, str]) -> Outcome:
        """Send one operation, retrying while its outcome is unknown."""
        whole = body | {"channel": self._channel, "operation": str(uuid.uuid4())}
        if self._chance.random() < TWICE_SHARE:
            self._ledger.count["delivered twice"] += 1
            both = await asyncio.gather(self._attempt(path, whole), self._attempt(path, whole))
            if Outcome.DONE in both:
                return Outcome.DONE
        for attempt in range(TRIES):
            outcome = await self._attempt(path, whole)
            if outcome is not Outcome.UNKNOWN:
                return outcome
            self._ledger.count["sent again"] += 1
            await asyncio.sleep(PAUSE_SECONDS * (1 + attempt))
        return Outcome.UNKNOWN

    async def _attempt(self, path: str, body: dict[str, str]) -> Outcome:
        try:
            async with self._session.post(f"{self._url}{path}", json=body) as answer:
                told = await answer.json()
                if answer.ok:
                    return Outcome.REFUSED if told.get("refused") else Outcome.DONE
                if answer.status == 500:
                    self._ledger.count["answers with 500"] += 1
                passing = answer.status >= 500 or answer.status == 429
                return Outcome.UNKNOWN if passing else Outcome.REFUSED
        except (aiohttp.ClientError, TimeoutError, ValueError):
            return Outcome.UNKNOWN

    async def record(self, table: str) -> str | None:
        """Return a table's record from its watch page, or None if the page no longer exists."""
        async with self._session.get(f"{self._url}{self.pages[table]}/record.txt") as answer:
            if answer.status == 404:
                return None
            answer.raise_for_status()
            return await answer.text()
