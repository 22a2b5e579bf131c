"""The program with a clock that tests set, which can die between two games of a match."""

import os
import signal
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from unittest.mock import patch

from bot.acts.next_games import NextGames
from bot.table.due import Due
from tests.e2e import clock

VARIABLE = "DEATH"
"""Names the environment variable with the path of the file that asks for a death."""


class Moment(StrEnum):
    """When the program dies."""

    BEFORE = "before the next game has been created"
    AFTER = "after it has been created, and before it has been shown"


@dataclass(frozen=True, slots=True)
class Death:
    """Kills the program once, when the next game of a match is due."""

    path: Path

    @property
    def planned(self) -> Moment | None:
        """When the program is to die, None if never."""
        return Moment(self.path.read_text()) if self.path.exists() else None

    def plan(self, moment: Moment) -> None:
        """Let the program die at the next such moment."""
        new = self.path.with_suffix(".new")
        new.write_text(moment)
        new.replace(self.path)

    @property
    def settings(self) -> dict[str, str]:
        """The setting that `main` reads."""
        return {VARIABLE: str(self.path)}


def main() -> int:
    """Run the bot by the clock that the environment names; return its exit status."""
    death, post = Death(Path(os.environ[VARIABLE])), NextGames.post

    async def post_or_die(next_games: NextGames, due: Due) -> None:
        moment = death.planned
        if moment is not Moment.BEFORE:
            await post(next_games, due)
        if moment is not None:
            death.path.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    with patch.object(NextGames, "post", post_or_die):
        return clock.main()
