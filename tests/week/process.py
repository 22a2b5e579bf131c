"""One bot process of the week: the program with a fast clock and a ledger of its commits.

`python -m tests.week.process`, with the program's settings in the environment, `WEEK_CLOCK` and
`WEEK_LEDGER`.
"""

import asyncio
import os
import signal
import sys
from functools import partial
from pathlib import Path

from bot import wiring
from bot.acts import scheduler
from bot.ops import loading, logs
from bot.store import dues
from bot.table.due import LEASE_SECONDS
from bot.table.ports import Clock
from tests.week.clock import FastClock
from tests.week.ledger import LedgerStore, Writer


def claim_in_real_time(speed: float) -> None:
    """Let claims of due work last as many real seconds as usual, although the clock runs fast."""
    for module in (dues, scheduler):
        vars(module)["LEASE_SECONDS"] = LEASE_SECONDS * speed


async def serve(clock: Clock | None) -> None:
    """Run the program until SIGTERM; see `wiring.running` for `clock`."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with wiring.running(loading.load(), clock=clock) as bots:
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({stopping, bots.lost}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if bots.lost.done():
            await bots.lost


def main() -> int:
    """Run until SIGTERM."""
    clock = FastClock.read(os.environ["WEEK_CLOCK"])
    writer = Writer(Path(os.environ["WEEK_LEDGER"]), clock)
    vars(wiring)["RedisStore"] = partial(LedgerStore, writer=writer)
    claim_in_real_time(clock.speed)
    logs.set_up("info")
    asyncio.run(serve(clock))
    return 0


if __name__ == "__main__":
    sys.exit(main())
