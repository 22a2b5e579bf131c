"""The program with a clock that tests set, so that games that last for days take seconds."""

import os
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from unittest.mock import patch

from bot import __main__, core, wiring
from bot.store import link

FINISH_SECONDS = 4
"""How long a program finishes what it has begun, when it is stopped: enough on a busy machine."""

DEADLINE_SECONDS = 8
"""After how long a program takes its store for down: not while the machine is only busy."""

VARIABLE = "SET_CLOCK"
"""Names the environment variable with the path of the clock's file."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """Unix seconds, as far ahead of the system's clock as a file says.

    Processes that read the same file agree on the time, also after a restart.
    """

    path: Path

    def __call__(self) -> float:
        """Return the time in Unix seconds."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        new = self.path.with_suffix(".new")
        new.write_text(str(self._ahead + seconds))
        new.replace(self.path)

    @property
    def settings(self) -> dict[str, str]:
        """The setting that `main` reads."""
        return {VARIABLE: str(self.path)}

    @property
    def _ahead(self) -> float:
        return float(self.path.read_text()) if self.path.exists() else 0.0


def main() -> int:
    """Run the bot by the clock that the environment names; return its exit status."""
    clock = SetClock(Path(os.environ[VARIABLE]))
    with (
        patch.object(core, "FINISH_SECONDS", FINISH_SECONDS),
        patch.object(link, "DEADLINE_SECONDS", DEADLINE_SECONDS),
        patch.object(wiring, "running", partial(wiring.running, clock=clock)),
    ):
        return __main__.main()
