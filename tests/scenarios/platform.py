"""What scenarios need to know about a platform."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from bot.inbound.platform import Open
from bot.table.ports import Clock
from tests.scenarios.program import Runner
from tests.scenarios.town import Town


class Platform(NamedTuple):
    """How a platform is simulated, how the program connects to it, and how people meet there."""

    simulate: Callable[[Clock], AbstractContextManager[Any]]
    settings: Callable[[Any], Mapping[str, str]]
    """What the program needs for a simulator: settings by their names in `Config`."""
    open: Open
    meet: Callable[[Runner, Any], Town]
