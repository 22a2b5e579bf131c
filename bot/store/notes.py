"""Notes, gates, counts, locks and reports, in memory and in Redis or Valkey."""

import secrets
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping

from typing_extensions import override

from bot.store import keys
from bot.store.link import Link
from bot.table.notes import Notes


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
    async def report(self, name: str, holder: str, text: str, seconds: float) -> Mapping[str, str]:
        now = self._ticking()
        said = self._reports[name]
        said[holder] = text, now + seconds
        for other, (_, until) in tuple(said.items()):
            if until < now:
                del said[other]
        return {other: text for other, (text, _) in said.items()}

    @override
    async def leave(self, name: str, holder: str) -> None:
        self._reports[name].pop(holder, None)

    @override
    async def let_go(self, name: str, holder: str) -> None:
        name = keys.lock(name)
        if self._holders.get(name, ("", 0))[0] == holder:
            del self._holders[name]


class RedisNotes(Notes):
    """Implements `Notes`."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._redis = link.redis
        self._count = link.script("count")
        self._take_hold = link.script("hold")
        self._let_go = link.script("release")
        self._report = link.script("report")

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
        names = [keys.lock(name), f"{keys.lock(name)}:token"]
        arguments = [holder, int(1000 * seconds)]
        return int(await self._link.run(lambda: self._take_hold(names, arguments)))

    @override
    async def report(self, name: str, holder: str, text: str, seconds: float) -> Mapping[str, str]:
        arguments = [holder, text, seconds]
        said = await self._link.run(lambda: self._report([f"report:{name}"], arguments))
        words = [word.decode() for word in said]
        return dict(zip(words[::2], words[1::2], strict=True))

    @override
    async def leave(self, name: str, holder: str) -> None:
        await self._link.run(lambda: self._redis.hdel(f"report:{name}", holder))

    @override
    async def let_go(self, name: str, holder: str) -> None:
        await self._link.run(lambda: self._let_go([keys.lock(name)], [holder]))
