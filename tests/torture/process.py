"""One bot process of the torture: the program on a machine whose clock jumps, with a ledger.

`python -m tests.torture.process`, with the program's settings in the environment, `WEEK_CLOCK`,
`WEEK_LEDGER`, `TORTURE_LOOKS`, the file for the times when it looked for due work, and
`TORTURE_OFFSET`, the file with the seconds that its machine's clock is ahead.
"""

import asyncio
import os
import sys
import time
from functools import partial
from pathlib import Path

from typing_extensions import override

from bot import wiring
from bot.on_discord import client
from bot.ops import logs
from bot.store.clock import StoreClock
from bot.table.due import Due
from tests.torture.clock import jumping
from tests.torture.looks import Looks
from tests.week.clock import FastClock
from tests.week.ledger import LedgerStore, Writer
from tests.week.process import claim_in_real_time, serve

IDENTIFY_SECONDS = 1
"""The simulator lets clients identify as often as they like, so a killed bot is back in seconds."""


class WatchedStore(LedgerStore):
    """The store, with a ledger and with notes of when the process looked for due work."""

    looks: Looks

    @override
    async def claim(self, now: float, limit: int = 20) -> tuple[Due, ...]:
        claimed = await super().claim(now, limit)
        self.looks.note()
        return claimed


class FastStoreClock(StoreClock):
    """The store's clock, which runs fast."""

    fast = FastClock(0, 0, 1)

    @override
    def __call__(self) -> float:
        return self.fast.at(super().__call__())


def main() -> int:
    """Run until SIGTERM."""
    clock, true = FastClock.read(os.environ["WEEK_CLOCK"]), time.time
    FastStoreClock.fast = clock
    vars(time)["time"] = jumping(true, Path(os.environ["TORTURE_OFFSET"]))
    vars(wiring)["StoreClock"] = FastStoreClock
    writer = Writer(Path(os.environ["WEEK_LEDGER"]), lambda: clock.at(true()))
    WatchedStore.looks = Looks(Path(os.environ["TORTURE_LOOKS"]), lambda: clock.at(true()))
    vars(wiring)["RedisStore"] = partial(WatchedStore, writer=writer)
    vars(client)["IDENTIFY_SECONDS"] = IDENTIFY_SECONDS
    claim_in_real_time(clock.speed)
    logs.set_up("warning")
    asyncio.run(serve(None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
