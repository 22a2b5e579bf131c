"""Every scenario is played on each platform."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import pytest

from tests.scenarios import on_discord, on_telegram
from tests.scenarios.program import Clock, Program
from tests.scenarios.town import Town


class Platform(NamedTuple):
    """How a platform's program runs, and how people meet there."""

    run: Callable[[Clock], AbstractContextManager[tuple[Program, Any]]]
    meet: Callable[[Program, Any], Town]


PLATFORMS = {
    "discord": Platform(on_discord.discord, on_discord.meet),
    "telegram": Platform(on_telegram.telegram, on_telegram.meet),
}


@pytest.fixture(scope="module", params=PLATFORMS)
def served(request: pytest.FixtureRequest) -> Iterator[tuple[Platform, Program, Any]]:
    """A platform, the program that serves it for all tests of a module, and the simulator."""
    platform = PLATFORMS[request.param]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PTB_TIMEDELTA", "1")  # the library's new behaviour; the old one warns
        with platform.run(Clock(float(int(time.time())))) as (program, sim):
            yield platform, program, sim


@pytest.fixture
def town(served: tuple[Platform, Program, Any]) -> Iterator[Town]:
    """A new place with five people. The bot sends nothing that the platform finds malformed."""
    platform, program, sim = served
    program.clear()
    yield platform.meet(program, sim)
    assert sim.violations == []
