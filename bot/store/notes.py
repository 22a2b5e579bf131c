"""Notes, gates, counts, locks and reports, in memory and in Redis or Valkey."""

import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from typing_extensions import override

from bot.store import keys
from bot.store.calls import Calls, channel
from bot.store.link import Link
from bot.table.notes import Notes, Said

TRUST_SECONDS = 3600.0
"""For how long a lock is renewed by itself. Its token, which lasts two days, is renewed by then."""


class Held(NamedTuple):
    """A lock that a holder had when it was last acquired, and until when to rely on that."""

    holder: str
    token: int
    until: float


class MemoryNotes(Notes):
    """Implements `Notes`; what expires does so by `ticking`."""

    def __init__(self, ticking: Callable[[], float] = time.monotonic) -> None:
        self._ticking = ticking
        self._notes: dict[str, str] = {}
        self._gates: dict[str, float] = {}
        self._counts: dict[str, tuple[int, float]] = {}
        self._holders: dict[str, tuple[str, float]] = {}
        self._tokens: Counter[str] = Counter()
        self._reports: dict[str, dict[str, tuple[str, float]]] = defaultdict(dict)
        self._calls = Calls()

    @override
    async def note(self, name: str) -> str | None:
        return self._notes.get(name)

    @override
    async def set_note(self, name: str, text: str) -> None:
        self._notes[name] = text

    @override
    async def gate(self, name: str, seconds: int) -> bool:
        now, name = self._ticking(), keys.gate(name)
        if self._gates.get(name, 0) > now:
            return False
        self._gates[name] = now + seconds
        return True

    @override
    async def count(self, name: str, seconds: int) -> int:
        now = self._ticking()
        counted, until = self._counts.get(name, (0, 0))
        if until <= now:
            counted, until = 0, now + seconds
        self._counts[name] = counted + 1, until
        return counted + 1

    @override
    async def hold(self, name: str, holder: str, seconds: float) -> int:
        now, name = self._ticking(), keys.lock(name)
        held_by, until = self._holders.get(name, ("", 0))
        if until <= now:
            self._tokens[name] += 1
        elif held_by != holder:
            return 0
        self._holders[name] = holder, now + seconds
        return self._tokens[name]

    @override
    async def left(self, name: str) -> float:
        _, until = self._holders.get(keys.lock(name), ("", 0))
        return max(until - self._ticking(), 0.0)

    @override
    async def report(self, name: str, holder: str, text: str, seconds: float) -> Mapping[str, Said]:
        now = self._ticking()
        said = self._reports[name]
        if said.get(holder, ("", 0))[0] != text or holder not in said:
            self._calls.call(name)
        said[holder] = text, now + seconds
        for other, (_, until) in tuple(said.items()):
            if until < now:
                del said[other]
        return {other: Said(text, until - now) for other, (text, until) in said.items()}

    @override
    async def said(self, name: str) -> Mapping[str, Said]:
        now = self._ticking()
        said = self._reports[name].items()
        return {other: Said(text, until - now) for other, (text, until) in said if until >= now}

    @override
    async def hears(self, name: str, seconds: float) -> None:
        await self._calls.wait(name, seconds)

    @override
    async def leave(self, name: str, holder: str) -> None:
        self._reports[name].pop(holder, None)
        self._calls.call(name)

    @override
    async def let_go(self, name: str, holder: str) -> None:
        called, name = name, keys.lock(name)
        if self._holders.get(name, ("", 0))[0] == holder:
            del self._holders[name]
        self._calls.call(called)


class RedisNotes(Notes):
    """Implements `Notes`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._count = link.script("count")
        self._take_hold = link.script("hold")
        self._let_go = link.script("let_go")
        self._report = link.script("report")
        self._said = link.script("said")
        self._leave = link.script("unsay")
        self._calls = Calls(link.hearing)
        self._held: dict[str, Held] = {}

    @override
    async def note(self, name: str) -> str | None:
        text = await self._link.run(lambda: self._redis.get(f"note:{name}"))
        return None if text is None else str(text, "utf-8")

    @override
    async def set_note(self, name: str, text: str) -> None:
        await self._link.run(lambda: self._redis.set(f"note:{name}", text))

    @override
    async def gate(self, name: str, seconds: int) -> bool:
        key, token = keys.gate(name), secrets.token_bytes(8)
        passed = await self._link.run(lambda: self._redis.set(key, token, nx=True, ex=seconds))
        # The token is ours if we passed on a first attempt whose reply was lost.
        return bool(passed) or await self._link.run(lambda: self._redis.get(key)) == token

    @override
    async def count(self, name: str, seconds: int) -> int:
        arguments = [secrets.token_bytes(8), seconds]
        return int(await self._link.run(lambda: self._count([f"count:{name}"], arguments)))

    @override
    async def hold(self, name: str, holder: str, seconds: float) -> int:
        key, milliseconds = keys.lock(name), int(1000 * seconds)
        held, now = self._held.get(name), time.monotonic()
        if held is not None and held.holder == holder and now < held.until:
            # One command instead of five. Whoever else has it by now is renewed once by mistake.
            found = await self._link.run(lambda: self._redis.getex(key, px=milliseconds))
            if found == holder.encode():
                return held.token
        names, arguments = [key, f"{key}:token"], [holder, milliseconds]
        token = int(await self._link.run(lambda: self._take_hold(names, arguments)))
        self._held[name] = Held(holder, token, now + TRUST_SECONDS if token else 0.0)
        return token

    @override
    async def left(self, name: str) -> float:
        left = await self._link.run(lambda: self._redis.pttl(keys.lock(name)))
        return max(int(left), 0) / 1000

    @override
    async def hears(self, name: str, seconds: float) -> None:
        await self._calls.wait(name, seconds)

    @override
    async def report(self, name: str, holder: str, text: str, seconds: float) -> Mapping[str, Said]:
        arguments = [holder, text, seconds, channel(name)]
        return _heard(await self._link.run(lambda: self._report([f"report:{name}"], arguments)))

    @override
    async def said(self, name: str) -> Mapping[str, Said]:
        return _heard(await self._link.run(lambda: self._said([f"report:{name}"], [])))

    @override
    async def leave(self, name: str, holder: str) -> None:
        arguments = [holder, channel(name)]
        await self._link.run(lambda: self._leave([f"report:{name}"], arguments))

    @override
    async def let_go(self, name: str, holder: str) -> None:
        arguments = [holder, channel(name)]
        await self._link.run(lambda: self._let_go([keys.lock(name)], arguments))


def _heard(said: Sequence[bytes]) -> Mapping[str, Said]:
    """Read what the scripts return of reports."""
    words = [word.decode() for word in said]
    each = zip(words[::3], words[1::3], words[2::3], strict=True)
    return {other: Said(text, float(left)) for other, text, left in each}
