"""`python -m bot`: everything that the settings ask for, until it is told to stop."""

import asyncio
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress

import structlog

from bot import config, wiring
from bot.config import Config, WebMode, WrongSetting
from bot.inbound.platform import Unreachable
from bot.ops import logs
from bot.store.folder import NoServer
from bot.table.ports import Down, StoreDown
from bot.wiring import Running


async def serve(settings: Config) -> None:
    """Run until SIGTERM or SIGINT, which are heard during the start, too."""
    told, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    running, stopping = asyncio.create_task(run(settings)), asyncio.create_task(told.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for task in (running, stopping):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def run(settings: Config) -> None:
    """Run until cancelled, or until a connection is lost for good: its reason is raised."""
    async with wiring.running(settings) as bots:
        warn(bots.notices)
        greet(settings, bots)
        await asyncio.shield(bots.lost)


def greet(settings: Config, bots: Running) -> None:
    """Tell whoever started the program where to look."""
    for connection in bots.connections:
        print(connection.greeting, flush=True)
    if bots.address is None:
        return
    if settings.web is WebMode.CHAT:
        wanted = f":{settings.puluc_port}/"
        moved = "" if wanted in bots.address else f" (port {settings.puluc_port} is taken)"
        print(f"Puluc is at {bots.address}{moved}. Open it, and stop it with Ctrl-C.", flush=True)
    else:
        print(f"Puluc serves pages to watch at {bots.address}.", flush=True)


def warn(notices: Iterable[str]) -> None:
    """Tell whoever hosts the bot what they have to know."""
    for notice in notices:
        print(f"puluc: {notice}", file=sys.stderr, flush=True)


DOWN: Mapping[Down, str] = {
    Down.AWAY: "the server of the games does not answer any more",
    Down.FULL: "the server of the games has no room left, which the bot needs to start",
    Down.READ_ONLY: "the server at REDIS_URL takes no changes; set REDIS_URL to one that does",
    Down.UNSURE: "the server of the games does not answer any more",
}


def main() -> int:
    """Start; the exit status is 1 where something that is set or installed is wrong."""
    try:
        settings = config.load()
        logs.set_up(settings.puluc_log, secrets=settings.secrets)
        warn(config.notices())
        asyncio.run(serve(settings))
    except (WrongSetting, NoServer, Unreachable) as wrong:
        complaint = str(wrong)
    except StoreDown as down:
        complaint = DOWN[down.reason]
    except Exception as error:
        # Logged, and not left to the interpreter, which would print secrets that the log hides.
        structlog.get_logger().exception("bot.failed")
        fault = error.strerror if isinstance(error, OSError) else None
        complaint = f"the bot had to end ({fault or type(error).__name__}); the log tells why"
    else:
        return 0
    warn([complaint])
    return 1


if __name__ == "__main__":
    sys.exit(main())
