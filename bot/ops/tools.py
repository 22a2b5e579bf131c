"""The operator's tools: subcommands of `python -m bot` that do one job and end."""

import argparse
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from typing_extensions import override

from bot.release import RELEASE

if TYPE_CHECKING:
    from bot.config import Config

Run: TypeAlias = "Callable[[Config, argparse.Namespace], Coroutine[Any, Any, int]]"
"""Does a tool's job and returns the exit status."""


class Tool(Protocol):
    """A module of a tool."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments."""
        ...

    async def run(self, settings: "Config", arguments: argparse.Namespace) -> int:
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


class _Parser(argparse.ArgumentParser):
    """A parser that loads its tool only when somebody asks for it: some take half a second."""

    listed: _Listed | None = None

    @override
    def parse_known_args(self, *asked: Any, **also: Any) -> Any:
        if self.listed is not None:
            tool: Tool = import_module(self.listed.module)
            tool.add_arguments(self)
            self.set_defaults(run=tool.run, diagnoses=self.listed.diagnoses)
        return super().parse_known_args(*asked, **also)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line. Without a tool, the bot itself runs."""
    parser = _Parser(prog="python -m bot", description="Run the bot, or one of its tools.")
    parser.set_defaults(diagnoses=False)
    parser.add_argument("--version", action="version", version=f"Puluc {RELEASE}")
    tools = parser.add_subparsers(dest="tool", metavar="TOOL")
    for name, listed in _TOOLS.items():
        tools.add_parser(name, help=listed.does, description=listed.does).listed = listed
    return parser
