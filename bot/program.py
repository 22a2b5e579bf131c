"""Runs the bot on the platforms that the settings ask for, or one of its tools."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

import structlog

from bot import wiring
from bot.config import Config, WebMode, WrongSetting
from bot.inbound.platform import Unreachable
from bot.ops import loading, logs
from bot.ops.invitation import invitation, room
from bot.ops.tools import Run
from bot.store.folder import NoServer
from bot.store.link import RIGHTS
from bot.table.ports import Down, StoreDown
from bot.wiring import Running


async def serve(settings: Config) -> None:
    """Run until SIGTERM or SIGINT, which also work during startup."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    running, stopping = asyncio.create_task(run(settings)), asyncio.create_task(stop.wait())
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    for task in (running, stopping):
        task.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def run(settings: Config) -> None:
    """Run until cancelled. If a connection is permanently lost, raises its exception."""
    async with wiring.running(settings) as bots:
        warn(bots.notices)
        greet(settings, bots)
        await asyncio.shield(bots.lost)


def greet(settings: Config, bots: Running) -> None:
    """Tell the operator where to find the bot."""
    for connection in bots.connections:
        print(connection.greeting, flush=True)
    if bots.address is None:
        return
    if settings.web is WebMode.CHAT:
        wanted = f":{settings.puluc_port}/"
        moved = "" if wanted in bots.address else f" (port {settings.puluc_port} is taken)"
        print(
            f"Puluc is running at {bots.address}{moved}."
            " Open this address in a browser; press Ctrl-C to stop.",
            flush=True,
        )
        if bots.invitation is not None:
            print(invitation(bots.invitation, room(sys.stdout)), flush=True)
    else:
        print(f"Game pages are served at {bots.address}.", flush=True)


def warn(notices: Iterable[str]) -> None:
    """Print notices for the operator."""
    for notice in notices:
        print(f"puluc: {notice}", file=sys.stderr, flush=True)


INTERRUPTED: Final = 130
"""The exit status of a tool that was interrupted, as with Ctrl-C."""


async def interruptible(job: Coroutine[Any, Any, int]) -> int:
    """Do a tool's job; SIGTERM and a closed terminal interrupt it as Ctrl-C does."""
    doing, loop = asyncio.ensure_future(job), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, doing.cancel)
    try:
        return await doing
    except asyncio.CancelledError:
        return INTERRUPTED


DOWN: Mapping[Down, str] = {
    Down.AWAY: "the game store stopped answering; check REDIS_URL if it is set, then start again",
    Down.FULL: "the game store is full; free some disk space, or raise maxmemory at REDIS_URL",
    Down.READ_ONLY: "the server at REDIS_URL is read-only; set REDIS_URL to a writable one",
    Down.FORBIDDEN: f"the server at REDIS_URL denies its user what the bot needs; {RIGHTS}",
    Down.UNSURE: "the game store stopped answering; check REDIS_URL if it is set, then start again",
}
"""What to tell the operator if the store fails."""


DIAGNOSING = "critical"
"""The log level of a tool whose output says what is wrong."""


def main(asked: argparse.Namespace) -> int:
    """Run the bot or the tool that is asked for; return the exit status, 1 after an error."""
    try:
        if asked.diagnoses:
            settings, level = loading.examine().settings, DIAGNOSING
        else:
            settings = loading.load()
            level = settings.puluc_log
            warn(loading.notices())
        logs.set_up(level, secrets=settings.secrets, style=settings.puluc_log_format)
        if asked.tool is not None:
            run: Run = asked.run
            return asyncio.run(interruptible(run(settings, asked)))
        asyncio.run(serve(settings))
    except (WrongSetting, NoServer, Unreachable) as wrong:
        complaint = str(wrong)
    except StoreDown as down:
        complaint = DOWN[down.reason]
    except BrokenPipeError:  # the reader of the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except Exception as error:
        # Logged, because the interpreter would print secrets that the log hides.
        structlog.get_logger().exception("bot.failed")
        fault = error.strerror if isinstance(error, OSError) else None
        complaint = f"the bot has crashed ({fault or type(error).__name__}); see the log"
    else:
        return 0
    warn([complaint])
    return 1
