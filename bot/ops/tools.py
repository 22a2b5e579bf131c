"""The operator's tools: subcommands of `python -m bot` that do one job and end."""

import argparse
import asyncio
import signal
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, Protocol, TypeAlias

from bot.config import Config
from bot.release import RELEASE

Run: TypeAlias = Callable[[Config, argparse.Namespace], Coroutine[Any, Any, int]]
"""Does a tool's job and returns the exit status."""


class Tool(Protocol):
    """A module of a tool."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        ...

    async def run(self, settings: Config, arguments: argparse.Namespace) -> int:
        """Do the job and return the exit status.

        Raises WrongSetting, NoServer, Unreachable or StoreDown like the bot itself.
        """
        ...


@dataclass(frozen=True, slots=True)
class _Listed:
    """A tool's module, and one line about it."""

    module: str
    does: str
    diagnoses: bool = False
    """Whether the tool runs even if settings are wrong, and reports that itself."""


_TOOLS: Final[Mapping[str, _Listed]] = {
    "announce": _Listed("bot.ops.announce", "Show one line below all running games."),
    "backup": _Listed("bot.ops.backup", "Save everything in the store in a file."),
    "restore": _Listed("bot.ops.restore", "Write a backup to the store."),
    "tables": _Listed("bot.ops.tables", "Make exact tables of games, list or check them."),
    "doctor": _Listed(
        "bot.ops.doctor", "Check the settings, the store and the platforms.", diagnoses=True
    ),
}


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


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line. Without a tool, the bot itself runs."""
    parser = argparse.ArgumentParser(
        prog="python -m bot", description="Run the bot, or one of its tools."
    )
    parser.set_defaults(diagnoses=False)
    parser.add_argument("--version", action="version", version=f"Puluc {RELEASE}")
    tools = parser.add_subparsers(dest="tool", metavar="TOOL")
    for name, listed in _TOOLS.items():
        own = tools.add_parser(name, help=listed.does, description=listed.does)
        tool: Tool = import_module(listed.module)
        tool.add_arguments(own)
        own.set_defaults(run=tool.run, diagnoses=listed.diagnoses)
    return parser
