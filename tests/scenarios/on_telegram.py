"""People in a supergroup on Telegram, who have all started the bot."""

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from bot.config import Config
from bot.on_telegram import connection
from telegram_simulator.simulator import TelegramSimulator
from tests.scenarios.program import Clock, Program
from tests.scenarios.town import NAMES, Button, Message, Town

MANY = 100_000
"""A limit of messages that no test reaches."""

BARE = ("level", "ruleset", "options", "game")
"""What is typed without its name."""


@dataclass
class TelegramTown(Town):
    """See `Town`."""

    alerts: dict[Any, list[Message]] = field(default_factory=lambda: defaultdict(list))
    """What the bot has told people who pressed buttons, without a message."""

    def command(self, person: Any, name: str, *others: Any, **given: str) -> None:
        """See `Town.command`."""
        *_, command = name.removesuffix(" settings").split()
        words = [f"/{command}@{self.sim.username}", *(other.name for other in others)]
        words += [given[name] for name in BARE if name in given]
        words += [f"{name}={value}" for name, value in given.items() if name not in BARE]
        person.say(person.private if command == "me" else self.plaza, " ".join(words), *others)

    def press(self, person: Any, message: Message, button: str | Button) -> None:
        """See `Town.press`."""
        if text := person.press(message, button).text:
            self.alerts[person].append(SimpleNamespace(words=text, labels=[]))

    def leaves(self, person: Any) -> None:
        """See `Town.leaves`."""
        self.sim.leave(person, self.plaza)

    def shuts_out(self, person: Any) -> None:
        """See `Town.shuts_out`."""
        person.block()

    @property
    def messages(self) -> list[Message]:
        """See `Town.messages`."""
        return [one for one in self.plaza.messages if one.sender.bot]

    def answers(self, person: Any) -> list[Message]:
        """See `Town.answers`; in a group, everyone sees those to commands."""
        return [*self.messages, *self.notices(person), *self.alerts[person]]

    def notices(self, person: Any) -> list[Message]:
        """See `Town.notices`."""
        return [one for one in person.private.messages if one.sender.bot]

    def files(self, person: Any) -> list[str]:
        """See `Town.files`."""
        found = [*self.plaza.messages, *person.private.messages]
        return [one.document.decode() for one in found if one.document]

    def deadline(self, board: Message) -> float:
        """See `Town.deadline`; boards say it in UTC, without the year."""
        found = re.search(r"has until (\d+ \w+), (\d\d:\d\d) UTC", board.words)
        assert found is not None, board.words
        now = datetime.fromtimestamp(self.clock(), UTC)
        written = f"{found[1]} {now.year} {found[2]} +0000"
        moment = datetime.strptime(written, "%d %b %Y %H:%M %z")
        return (moment if moment >= now else moment.replace(year=now.year + 1)).timestamp()

    @property
    def posts(self) -> int:
        """See `Town.posts`."""
        return sum(
            (one.method, one.status) == ("sendPhoto", 200)
            and str(one.params.get("chat_id")) == str(self.plaza.id)
            for one in self.sim.requests
        )


@contextmanager
def telegram(clock: Clock) -> Iterator[tuple[Program, TelegramSimulator]]:
    """Run the program on a Telegram of its own."""
    with TelegramSimulator(clock) as sim:
        settings = Config(
            _env_file=None,
            telegram_api_url=sim.url,
            telegram_token=sim.token,
            telegram_group_minute=MANY,
        )
        with Program(settings, [connection.opened], clock) as program:
            sim.wait_for_bot()
            yield program, sim


def meet(program: Program, sim: TelegramSimulator) -> TelegramTown:
    """Let people, who have started the bot, meet in a new supergroup."""
    people = tuple(sim.person(name) for name in NAMES)
    for person in people:
        person.start()
    plaza = sim.supergroup("Plaza", *people)
    sim.delete(plaza.wait_for(lambda message: "Learn" in message.labels))
    return TelegramTown(program, sim, people, plaza)
