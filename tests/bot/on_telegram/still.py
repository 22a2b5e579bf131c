"""A village whose clock stands still until a test moves it, on a Telegram with all its limits."""

import asyncio
from dataclasses import dataclass, field

from typing_extensions import override

from bot.acts.look.learn import Learn
from bot.on_telegram.flood import RATES, Rates
from telegram_simulator.messages import Message
from telegram_simulator.people import Answer
from tests.bot.on_telegram.conftest import Village
from tests.waiting import until

SWEEP_SECONDS = 1.0
"""How often boards that wait are looked for."""


@dataclass
class StillVillage(Village):
    """What waits for time goes on when the clock gets there."""

    rates: Rates = RATES
    sleepers: list[tuple[float, "asyncio.Future[None]"]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sim.world.clock = self.ticking
        super().__post_init__()
        self.sim.limit_all()

    @override
    def begin(self) -> None:
        """What people may do in a minute goes by this clock, too."""
        super().begin()
        self.service._limits._clock = self.ticking  # noqa: SLF001 - no other test needs it

    @override
    def ticking(self) -> float:
        return self.now

    @override
    async def sleep(self, seconds: float) -> None:
        awake = asyncio.get_running_loop().create_future()
        self.sleepers.append((self.now + seconds, awake))
        await awake

    @override
    async def settle(self) -> None:
        """Do all that can be done without waiting for time."""
        await self._rest()
        await self.think()
        sweep = asyncio.create_task(self.outbox.sweep())
        await self._rest()
        await sweep

    async def _rest(self) -> None:
        """Wait until everything that goes on waits for time."""
        answering = self.answers._tasks._going  # noqa: SLF001 - nothing signals that a task sleeps
        showing = self.outbox._showing  # noqa: SLF001 - likewise
        await until(lambda: len(answering) + len(showing) <= len(self.sleepers))

    async def advance(self, seconds: float) -> None:
        """Let time pass, with a sweep every second."""
        end = self.now + seconds
        while self.now < end:
            wakes = [due for due, _ in self.sleepers if due > self.now]
            self.now = min([end, self.now + SWEEP_SECONDS, *wakes])
            for _, awake in (due := [one for one in self.sleepers if one[0] <= self.now]):
                awake.set_result(None)
            self.sleepers = [one for one in self.sleepers if one not in due]
            await self.settle()


@dataclass
class Waits:
    """How long the answers to presses and commands took, in seconds; None: it never came."""

    presses: list[float | None] = field(default_factory=list)
    commands: list[float | None] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """How many answers never came."""
        return [*self.presses, *self.commands].count(None)

    @property
    def longest(self) -> float:
        """How long the last of those that came took."""
        return max(each for each in [*self.presses, *self.commands] if each is not None)


async def press_and_ask(
    village: StillVillage, seconds: float, *, every: float = 2.0, patience: float = 60.0
) -> Waits:
    """Let Ana press a button of the tutorial and send a command, again and again, in private."""
    chat = village.ana.private
    village.ana.say(chat, "/learn")
    await village.hear()
    lesson, pressed, asked = chat.last, list[tuple[float, Answer]](), list[Message]()
    edits: list[float] = []
    end = village.now + seconds

    async def passing(seconds: float) -> None:
        for _ in range(round(seconds)):
            await village.advance(1.0)
            edits.extend([village.now] * (lesson.edits - len(edits)))

    while village.now < end:
        step = Learn(1 + len(pressed) % 8).code
        pressed.append((village.now, village.ana.forge(lesson, step, wait=False)))
        asked.append(village.ana.say(chat, "/series"))
        await village.hear()
        edits.extend([village.now] * (lesson.edits - len(edits)))
        await passing(every)
    await passing(patience)
    assert all(answer.answered for _, answer in pressed)
    replies = {one.reply_to: one.at for one in chat.messages if one.reply_to is not None}
    return Waits(
        [edits[n] - at if n < len(edits) else None for n, (at, _) in enumerate(pressed)],
        [replies[one] - one.at if one in replies else None for one in asked],
    )
