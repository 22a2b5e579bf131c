"""Measures what games leave in a channel: messages, pictures, pings, and how far up the board is.

    PYTHONPATH=tests/simulators python -m tests.slow_game

Each game is played on the stand-ins of Discord and Telegram, by a clock of its own: a *slow* one
with two hours between presses, and a *busy* one with twenty seconds between them, in which others
write twelve lines before each press. A Telegram bot reads those lines only if privacy mode is off.
"""

import logging
from dataclasses import dataclass

import structlog

from tests.scenarios.conftest import met, served
from tests.scenarios.on_discord import DISCORD
from tests.scenarios.on_telegram import TELEGRAM
from tests.scenarios.town import Town

TURNS = 14
"""The turns of a game."""

SLOW_SECONDS, BUSY_SECONDS = 7200.0, 20.0
"""The time between presses."""

CHATTER = 12
"""How many lines others write before each press in the busy game."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a game, and what was sent meanwhile."""

    messages: int
    pictures: int
    pings: int
    below: int
    """How many messages are below the board."""


def play(town: Town, seconds: float, lines: int = 0) -> Left:
    """Play `TURNS` presses with pauses of so many `seconds`, before each of which others write."""
    *_, cara = town.people
    town.begin()
    posted = {town.board.id: town.board}
    for _ in range(TURNS):
        town.program.advance(seconds)
        for _ in range(lines):
            cara.say(town.plaza, "Lovely weather.")
        posted[town.board.id] = town.board
        town.move()
        posted[town.board.id] = town.board
    everything = [one for one in town.plaza.messages if not one.deleted]
    return Left(
        messages=len(town.messages),
        pictures=sum(bool(one.picture) for one in town.messages),
        pings=sum(len(one.pinged) for one in posted.values()),
        below=len(everything) - 1 - everything.index(town.board),
    )


def main() -> None:
    """Print a line for each game."""
    quiet = structlog.make_filtering_bound_logger(logging.WARNING)
    structlog.configure(wrapper_class=quiet)
    for name, platform in (("Discord", DISCORD), ("Telegram", TELEGRAM)):
        with served(platform) as (program, sim):
            sim.privacy = False  # only Telegram has that mode
            for kind, seconds, lines in (
                ("slow", SLOW_SECONDS, 0),
                ("busy", BUSY_SECONDS, CHATTER),
            ):
                with met(platform, program, sim) as town:
                    left = play(town, seconds, lines)
                print(f"{name:8} {kind}: {left}")


if __name__ == "__main__":
    main()
